/** What a share cost on the days that matter to a trade. */
import { dayNumber, dayText } from "../../domain/bar-columns.ts";
import type { IsoDate } from "../../domain/dates.ts";
import type { NoCloseReason } from "./abnormal-return.ts";
import { type ReportedTrade, type UnpricedKind, unpricedKindOf } from "./decision.ts";
import { firstAtLeast, type PriceSeries } from "./price-series.ts";

export interface DayPrice {
  readonly day: IsoDate;
  readonly close: number;
}

export type MissingPrice = UnpricedKind | NoCloseReason;

export interface TradePrices {
  /** Close of the day of the transaction, or of the next session. */
  readonly transaction: DayPrice | MissingPrice;
  /** Close of the first session after the day of the disclosure, the first on which anybody could have followed. */
  readonly afterDisclosure: DayPrice | MissingPrice;
  /** The last close that is stored. */
  readonly last: DayPrice | MissingPrice;
}

interface Sessions {
  /** First day of trading on or after a day. */
  readonly from: (day: IsoDate) => IsoDate;
  readonly after: (day: IsoDate) => IsoDate;
}

/** @param series closes of the trade's security, and the latest day that has settled; null where none is stored. */
export function tradePrices(
  trade: ReportedTrade,
  series: (PriceSeries & { readonly finalDay: IsoDate }) | null,
  sessions: Sessions,
): TradePrices {
  const missing = unpricedKindOf(trade) ?? (series === null || series.days.length === 0 ? "no_bars" : null);
  if (missing !== null || series === null) return noPrices(missing ?? "no_bars");
  const last = series.days.length - 1;
  return {
    transaction: closeOn(series, sessions.from(trade.transactionDate)),
    afterDisclosure: closeOn(series, sessions.after(trade.disclosureDate)),
    last: { day: dayText(series.days[last] as number), close: series.close[last] as number },
  };
}

function noPrices(reason: MissingPrice): TradePrices {
  return { transaction: reason, afterDisclosure: reason, last: reason };
}

function closeOn(series: PriceSeries & { readonly finalDay: IsoDate }, session: IsoDate): DayPrice | NoCloseReason {
  const wanted = dayNumber(session);
  const place = firstAtLeast(series.days, wanted);
  if (series.days[place] === wanted) return { day: session, close: series.close[place] as number };
  if (place < series.days.length) return "no_bars";
  if (series.ended) return "delisted";
  return session > series.finalDay ? "too_recent" : "no_bars";
}

/** Closing prices of a trade's security on the transaction day, after the disclosure, and on the last stored day. */
import { toDayNumber, toDayText } from "../../domain/bar-columns.ts";
import type { IsoDate } from "../../domain/dates.ts";
import type { NoCloseReason } from "./abnormal-return.ts";
import { findUnpricedKind, type ReportedTrade, type UnpricedKind } from "./decision.ts";
import { findFirstAtLeast, type PriceSeries } from "./price-series.ts";

export interface DayPrice {
  readonly day: IsoDate;
  readonly close: number;
}

export type MissingPrice = UnpricedKind | NoCloseReason;

export interface TradePrices {
  /** Close of the transaction day, or of the next session. */
  readonly transaction: DayPrice | MissingPrice;
  /** Close of the first session after the disclosure, when others could first copy the trade. */
  readonly afterDisclosure: DayPrice | MissingPrice;
  readonly last: DayPrice | MissingPrice;
}

interface Sessions {
  readonly findSessionFrom: (day: IsoDate) => IsoDate;
  readonly findSessionAfter: (day: IsoDate) => IsoDate;
}

/** @param series the closes of the trade's security, with the latest day whose prices are final; null if no close is stored. */
export function findTradePrices(
  trade: ReportedTrade,
  series: (PriceSeries & { readonly finalDay: IsoDate }) | null,
  sessions: Sessions,
): TradePrices {
  const missing = findUnpricedKind(trade) ?? (series === null || series.days.length === 0 ? "no_bars" : null);
  if (missing !== null || series === null) return createMissingPrices(missing ?? "no_bars");
  return {
    transaction: findCloseOn(series, sessions.findSessionFrom(trade.transactionDate)),
    afterDisclosure: findCloseOn(series, sessions.findSessionAfter(trade.disclosureDate)),
    last: getLastPrice(series),
  };
}

/** Price changes from a trade or its disclosure to the security's last close. Closes are split-adjusted, without dividends. */
export interface PriceChange {
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Fractions: 0.1 is ten percent. */
  readonly security: number;
  /** Change of the benchmark between the same days; null if its close is missing on either day. */
  readonly benchmark: number | null;
}

/** Returns the price change since `from`. Returns a reason instead if a close is missing or `last` is not later than `from`. */
export function computeChangeSince(
  from: DayPrice | MissingPrice,
  last: DayPrice | MissingPrice,
  benchmark: Pick<PriceSeries, "days" | "close"> | null,
): PriceChange | MissingPrice {
  if (typeof from === "string") return from;
  if (typeof last === "string") return last;
  if (last.day <= from.day) return "too_recent";
  const [before, after] = [from, last].map(({ day }) => (benchmark === null ? undefined : findCloseAt(benchmark, day)));
  return {
    from: from.day,
    to: last.day,
    security: last.close / from.close - 1,
    benchmark: before === undefined || after === undefined ? null : after / before - 1,
  };
}

function findCloseAt({ days, close }: Pick<PriceSeries, "days" | "close">, day: IsoDate): number | undefined {
  const wanted = toDayNumber(day);
  const place = findFirstAtLeast(days, wanted);
  return days[place] === wanted ? close[place] : undefined;
}

function createMissingPrices(reason: MissingPrice): TradePrices {
  return { transaction: reason, afterDisclosure: reason, last: reason };
}

/** @param series with at least one close. */
export function getLastPrice({ days, close }: Pick<PriceSeries, "days" | "close">): DayPrice {
  return { day: toDayText(days.at(-1) as number), close: close.at(-1) as number };
}

export function findCloseOn(
  series: PriceSeries & { readonly finalDay: IsoDate },
  session: IsoDate,
): DayPrice | NoCloseReason {
  const wanted = toDayNumber(session);
  const place = findFirstAtLeast(series.days, wanted);
  if (series.days[place] === wanted) return { day: session, close: series.close[place] as number };
  if (place < series.days.length) return "no_bars";
  if (series.ended) return "delisted";
  return session > series.finalDay ? "too_recent" : "no_bars";
}

/** The known dividends of a symbol joined with those of an answer, on the scale of the joined bars. */
import { dayNumber, dayText } from "../../../domain/bar-columns.ts";
import type { StoredDividends } from "../../../store/market.ts";
import type { DailyBars, MarketProvider } from "../../market.ts";
import { latestFinalDay, tradingDaysBetween } from "../../trading-day.ts";
import type { FactorOn } from "./scale.ts";

/** Digits that survive a multiplication by a factor and one by its inverse. */
const DIGITS = 12;

/** Dividends brought to another scale with the bars of their days. */
export function rescaledDividends(known: StoredDividends, factorOn: FactorOn): StoredDividends {
  const cash = new Map<number, number>();
  for (const [day, dollars] of known.cash) {
    const factor = factorOn(dayText(day));
    cash.set(day, factor === 1 ? dollars : Number((dollars * factor).toPrecision(DIGITS)));
  }
  return { ...known, cash };
}

interface DividendOffer {
  readonly bars: DailyBars;
  readonly source: Pick<MarketProvider, "id">;
  /** The time at which they were true. */
  readonly asOf: Date;
}

/** The dividends that an offer knows of days that are over; null where it knows none. */
export function offeredDividends({ bars, source, asOf }: DividendOffer): StoredDividends | null {
  const { dividends } = bars;
  const finalDay = latestFinalDay(asOf);
  const newest = bars.bars.find(({ date }) => date <= finalDay)?.date;
  if (!dividends || newest === undefined) return null;
  const { from } = dividends;
  const to = Math.min(dayNumber(newest), dividends.to);
  if (from > to) return null;
  const cash = [...dividends.cash].filter(([day]) => day >= from && day <= to);
  return { from, to, cash: new Map(cash), providers: [source.id] };
}

/** Both on one scale. The latest answer stands for its days; where days lie between the two, only the later one is known. */
export function combinedDividends(
  before: StoredDividends | null,
  latest: StoredDividends | null,
): StoredDividends | null {
  if (before === null || latest === null) return latest ?? before;
  if (daysOfTradingBetween(before.to, latest.from) > 1 || daysOfTradingBetween(latest.to, before.from) > 1) {
    return before.to > latest.to ? before : latest;
  }
  const outside = [...before.cash].filter(([day]) => day < latest.from || day > latest.to);
  return {
    from: Math.min(before.from, latest.from),
    to: Math.max(before.to, latest.to),
    cash: new Map([...outside, ...latest.cash].sort(([one], [other]) => one - other)),
    providers: [...new Set([...latest.providers, ...before.providers])],
  };
}

function daysOfTradingBetween(from: number, to: number): number {
  return tradingDaysBetween(dayText(from), dayText(to));
}

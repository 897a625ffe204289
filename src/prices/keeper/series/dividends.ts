/** Merges stored dividends with the dividends of an answer, on the scale of the merged bars. */
import { toDayNumber, toDayText } from "../../../domain/bar-columns.ts";
import type { StoredDividends } from "../../../store/market.ts";
import type { DailyBars, MarketProvider } from "../../market.ts";
import { countTradingDays, findLatestFinalDay } from "../../trading-day.ts";
import type { GetFactor } from "./scale.ts";

/** Significant digits to which a rescaled dividend is rounded, so that rescaling back restores the original dividend. */
const DIGITS = 12;

/** Rescales each dividend by the factor of its day's bar. */
export function rescaleDividends(known: StoredDividends, factorOn: GetFactor): StoredDividends {
  const cash = new Map<number, number>();
  for (const [day, dollars] of known.cash) {
    const factor = factorOn(toDayText(day));
    cash.set(day, factor === 1 ? dollars : Number((dollars * factor).toPrecision(DIGITS)));
  }
  return { ...known, cash };
}

interface DividendOffer {
  readonly bars: DailyBars;
  readonly source: Pick<MarketProvider, "id">;
  /** Time at which the provider sent the dividends. */
  readonly asOf: Date;
}

/** Dividends in an answer up to the latest day with final prices; null if the answer has no dividend data up to that day. */
export function toStoredDividends({ bars, source, asOf }: DividendOffer): StoredDividends | null {
  const { dividends } = bars;
  const finalDay = findLatestFinalDay(asOf);
  const newest = bars.bars.find(({ date }) => date <= finalDay)?.date;
  if (!dividends || newest === undefined) return null;
  const { from } = dividends;
  const to = Math.min(toDayNumber(newest), dividends.to);
  if (from > to) return null;
  const cash = [...dividends.cash].filter(([day]) => day >= from && day <= to);
  return { from, to, cash: new Map(cash), providers: [source.id] };
}

/** Combines dividends adjusted for the same splits: `latest` wins on days in both. After a gap, keeps only the later period. */
export function combineDividends(
  before: StoredDividends | null,
  latest: StoredDividends | null,
): StoredDividends | null {
  if (before === null || latest === null) return latest ?? before;
  if (countTradingDaysBetween(before.to, latest.from) > 1 || countTradingDaysBetween(latest.to, before.from) > 1) {
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

function countTradingDaysBetween(from: number, to: number): number {
  return countTradingDays(toDayText(from), toDayText(to));
}

/** Weighs the dates of a cell by filers' habits: they hardly ever report a trade on a weekend, or one after its notification. */
import { sumChances } from "../../../domain/scanned-page.ts";
import { countDaysBetweenUsDates, isWeekend } from "./date.ts";
import { CERTAIN, type DatePasses } from "./date-evidence.ts";

/**
 * Frequency of dates on a weekend day relative to dates on a working day. Of 5,091 trades in text PDFs, 14 have a trade date and
 * 330 a notification date on a weekend.
 */
export const TRADE_ON_WEEKEND = 0.007;
export const NOTICE_ON_WEEKEND = 0.17;
/** Approximate share of trades whose reported trade date is later than the notification date. */
const AFTER_NOTICE = 0.005;

/** Multiplies the probabilities of weekend dates by `weight`, unless the network rates a date at least `CERTAIN`. */
export function reweighWeekends(passes: DatePasses, weight: number): DatePasses {
  const [first] = passes.spelled;
  if (first === undefined || first.chance >= CERTAIN) return passes;
  return reweighDates(passes, (date) => (isWeekend(date) ? weight : 1));
}

/** Multiplies the probability of trade dates after the notification by `AFTER_NOTICE`, the share of trades with such a date. */
export function reweighTradesAfterNotice(passes: DatePasses, notice: string): DatePasses {
  return reweighDates(passes, (date) => (isTradeAfterNotice(date, notice) ? AFTER_NOTICE : 1));
}

/** Multiplies the probability of notification dates before the trade by `AFTER_NOTICE`, the share of trades with such a date. */
export function reweighNoticesBeforeTrade(passes: DatePasses, trade: string): DatePasses {
  return reweighDates(passes, (date) => (isTradeAfterNotice(trade, date) ? AFTER_NOTICE : 1));
}

/** Returns whether the trade is dated after its notification. False if the years differ, since filers get the year wrong. */
function isTradeAfterNotice(trade: string, notice: string): boolean {
  return trade.slice(-4) === notice.slice(-4) && countDaysBetweenUsDates(trade, notice) < 0;
}

function reweighDates(passes: DatePasses, getWeight: (date: string) => number): DatePasses {
  const spelled = passes.spelled.map(({ date, chance }) => ({ date, chance: getWeight(date) * chance }));
  const all = sumChances(spelled) + Math.max(0, 1 - sumChances(passes.spelled));
  const shares = spelled.map(({ date, chance }) => ({ date, chance: chance / all }));
  return { ...passes, spelled: shares.toSorted((one, other) => other.chance - one.chance) };
}

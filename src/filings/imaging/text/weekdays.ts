/** Weighs the dates of a cell by what filers write: hardly ever a trade on a weekend, or one after its notification. */
import { daysBetweenUsDates, isWeekend } from "./date.ts";
import type { DateChance } from "./date-beam-search.ts";
import { CERTAIN, type DatePasses } from "./date-evidence.ts";

/**
 * How many times rarer a date on a weekend is than on a working day: of 5,091 trades in text PDFs 14 are on a weekend, and 330 of their notifications.
 */
const TRADE_ON_WEEKEND = 0.007;
const NOTICE_ON_WEEKEND = 0.17;
/** The share of trades, by and large, that a filer dates after their notification. */
const AFTER_NOTICE = 0.005;

/** A trade's date where weekends are as unlikely as filers make them, unless the network is certain of one. */
export function tradeOnWeekday(passes: DatePasses): DatePasses {
  return onWeekday(passes, TRADE_ON_WEEKEND);
}

export function noticeOnWeekday(passes: DatePasses): DatePasses {
  return onWeekday(passes, NOTICE_ON_WEEKEND);
}

function onWeekday(passes: DatePasses, weight: number): DatePasses {
  const [first] = passes.spelled;
  if (first === undefined || first.chance >= CERTAIN) return passes;
  return weighed(passes, (date) => (isWeekend(date) ? weight : 1));
}

/** A trade's date where those after its notification are as unlikely as filers make them. */
export function beforeNotice(passes: DatePasses, notice: string): DatePasses {
  return weighed(passes, (date) => (isLater(date, notice) ? AFTER_NOTICE : 1));
}

/** A notification's date where those before its trade are as unlikely. */
export function afterTrade(passes: DatePasses, trade: string): DatePasses {
  return weighed(passes, (date) => (isLater(trade, date) ? AFTER_NOTICE : 1));
}

/** The trade would come after its notification. Another year is left: filers mistake it. */
export function isLater(trade: string, notice: string): boolean {
  return trade.slice(-4) === notice.slice(-4) && daysBetweenUsDates(trade, notice) < 0;
}

function weighed(passes: DatePasses, weightOf: (date: string) => number): DatePasses {
  const spelled = passes.spelled.map(({ date, chance }) => ({ date, chance: weightOf(date) * chance }));
  const all = sumOf(spelled) + Math.max(0, 1 - sumOf(passes.spelled));
  const shares = spelled.map(({ date, chance }) => ({ date, chance: chance / all }));
  return { ...passes, spelled: shares.toSorted((one, other) => other.chance - one.chance) };
}

function sumOf(dates: readonly DateChance[]): number {
  return dates.reduce((sum, { chance }) => sum + chance, 0);
}

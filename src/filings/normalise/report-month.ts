/**
 * The month of a scanned report: many are monthly lists of a broker, without a trade of another month. Clotted print draws the 9 of `09/28` as a 3 or
 * an 8 in a whole column; the month is then known from the certain rows. Pure.
 */
import { isClottedAlike } from "../../domain/clotted-dates.ts";
import type { IsoDate } from "../../domain/dates.ts";
import type { RawTransaction } from "../../domain/printed-report.ts";
import type { DateChance } from "../../domain/scanned-page.ts";
import { readDay } from "./disclosure.ts";

/** A month: `2021-09`. */
export type ReportMonth = string & { readonly __month: "ReportMonth" };

/** Minimum number of certain rows in the month, and the maximum share of certain rows that clotted print may have moved out of it. */
const LEAST_ROWS = 20;
const MOVED_SHARE = 0.05;

/**
 * The month of all certain trade dates; null if there are too few or any is of another month. A date that clotted print makes of one of the month's
 * dates does not count against it.
 */
export function findReportMonth(sure: readonly IsoDate[]): ReportMonth | null {
  const months = [...Map.groupBy(sure, getMonth)].toSorted(([, one], [, other]) => other.length - one.length);
  const [most] = months;
  if (most === undefined) return null;
  const [month, inside] = most;
  const outside = sure.filter((day) => getMonth(day) !== month);
  const isMoved = (day: IsoDate) => inside.some((other) => isMonthMisread(day, other));
  const isOfMonth = inside.length >= LEAST_ROWS && outside.length <= MOVED_SHARE * sure.length;
  return isOfMonth && outside.every(isMoved) ? month : null;
}

/** The line, its trade date in doubt if it is certain and of another month: it is misread. A person's decision stays. */
export function doubtOtherMonth(line: RawTransaction, month: ReportMonth): RawTransaction {
  const { scan, reviewed } = line;
  const day = readDay(line.transactionDate);
  if (scan === undefined || reviewed || day === null || getMonth(day) === month) return line;
  return { ...line, transactionDate: "", scan: { ...scan, uncertain: [...scan.uncertain, "transactionDate"] } };
}

/** The network's dates, with those that clotted print makes of a day of the month counted as that day. */
export function moveToMonth(spelled: readonly DateChance[], month: ReportMonth): readonly DateChance[] {
  const moved = spelled.map(({ date, chance }) => {
    const ofMonth = month.slice(5) + date.slice(2);
    return { date: isClottedAlike(date, ofMonth) ? ofMonth : date, chance };
  });
  return [...Map.groupBy(moved, ({ date }) => date)].map(([date, alike]) => ({
    date,
    chance: alike.reduce((sum, { chance }) => sum + chance, 0),
  }));
}

function getMonth(day: IsoDate): ReportMonth {
  return day.slice(0, 7) as ReportMonth;
}

/** Returns whether the dates differ in the month alone, in digits that clotted print confuses. */
function isMonthMisread(one: IsoDate, other: IsoDate): boolean {
  return one.slice(8) === other.slice(8) && isClottedAlike(one, other);
}

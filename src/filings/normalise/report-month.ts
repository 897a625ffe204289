/**
 * Finds the month of a scanned report if it is a broker's monthly list: such a list has no trades of another month. Blotted print
 * may show the 9 of `09/28` as a 3 or an 8 in a whole column; the rows with a reliable date then give the month. Pure.
 */
import { isBlottedVariant } from "../../domain/clotted-dates.ts";
import type { IsoDate } from "../../domain/dates.ts";
import type { RawTransaction } from "../../domain/printed-report.ts";
import { type DateChance, sumChances } from "../../domain/scanned-page.ts";
import { parseDay } from "./disclosure.ts";

/** A month: `2021-09`. */
export type ReportMonth = string & { readonly __month: "ReportMonth" };

/** Minimum number of reliable dates in the report's month. */
const MIN_ROWS = 20;
/** Maximum fraction of reliable dates in other months, since even a reliable date may be misread. */
const MAX_FRACTION_IN_OTHER_MONTHS = 0.05;

/** Finds the month of all reliable trade dates, except a few that may be misread. Null for too few dates or several months. */
export function findReportMonth(sure: readonly IsoDate[]): ReportMonth | null {
  const months = [...Map.groupBy(sure, getMonth)].toSorted(([, one], [, other]) => other.length - one.length);
  const [most] = months;
  if (most === undefined) return null;
  const [month, inside] = most;
  const outside = sure.filter((day) => getMonth(day) !== month);
  const isMisread = (day: IsoDate) => inside.some((other) => isMonthMisread(day, other));
  const isOfMonth = inside.length >= MIN_ROWS && outside.length <= MAX_FRACTION_IN_OTHER_MONTHS * sure.length;
  return isOfMonth && outside.every(isMisread) ? month : null;
}

/** Removes a trade date outside the month and marks it uncertain: it was misread. A line reviewed by a person is unchanged. */
export function blankDateOfOtherMonth(line: RawTransaction, month: ReportMonth): RawTransaction {
  const { scan, reviewed } = line;
  const day = parseDay(line.transactionDate);
  if (scan === undefined || reviewed || day === null || getMonth(day) === month) return line;
  return { ...line, transactionDate: "", scan: { ...scan, uncertain: [...scan.uncertain, "transactionDate"] } };
}

/**
 * Moves a date to the report's month if the date's month may be misread. If two dates become the same date, their probabilities
 * are added.
 */
export function moveDatesToMonth(spelled: readonly DateChance[], month: ReportMonth): readonly DateChance[] {
  const moved = spelled.map(({ date, chance }) => {
    const ofMonth = month.slice(5) + date.slice(2);
    return { date: isBlottedVariant(date, ofMonth) ? ofMonth : date, chance };
  });
  return [...Map.groupBy(moved, ({ date }) => date)].map(([date, alike]) => ({ date, chance: sumChances(alike) }));
}

function getMonth(day: IsoDate): ReportMonth {
  return day.slice(0, 7) as ReportMonth;
}

/** True if the dates differ only in one digit of the month or year, and the two differing digits look alike in blotted print. */
function isMonthMisread(one: IsoDate, other: IsoDate): boolean {
  return one.slice(8) === other.slice(8) && isBlottedVariant(one, other);
}

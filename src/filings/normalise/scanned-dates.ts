/**
 * Settles uncertain dates of a scanned report. Assumes that trades were made on trading days of the exchanges, shortly before the
 * report was filed. Also assumes that most trades were made on days that other rows of the report show. Pure.
 */
import { countValues } from "../../base/count-values.ts";
import { addDays, type IsoDate } from "../../domain/dates.ts";
import { mayBeTradingDay } from "../../domain/exchange-calendar.ts";
import type { RawFiling, RawTransaction } from "../../domain/printed-report.ts";
import { type DateChance, sumChances } from "../../domain/scanned-page.ts";
import { parseDay } from "./disclosure.ts";
import { blankDateOfOtherMonth, findReportMonth, moveDatesToMonth, type ReportMonth } from "./report-month.ts";

type DateField = "transactionDate" | "notificationDate";

/** Nearly all trades reported on time are at most this many days before the filing: 45 by law, plus the time that paper takes. */
const REACH_DAYS = 75;
/** Minimum probability of a date, computed from the calendar and the neural network's probabilities together. */
const CERTAIN = 0.97;
/** Minimum probability that the network alone gives to the combination of a date's day and month. */
const MIN_ALONE = 0.3;
/** Used instead of `MIN_ALONE` for a usual day (`USUAL_SHARE`) if the network finds no other day of the year more probable. */
const MIN_IF_MOST_PROBABLE = 0.1;
/** A day is usual if at least this share of the report's rows with a reliable date show it. */
const USUAL_SHARE = 0.15;
// Minimum p / (p + q) for an unusual day. p is the network's probability for the unusual day. q is the network's probability for
// another day. The minimum applies to each other trading day in range.
const MIN_SHARE_OVER_RIVAL = 0.95;
// A date is not settled if the network gives at least this probability to the same day one year earlier. In that case, the filer
// may really have typed the earlier year.
const TYPED = 0.5;
/** Weight of the calendar in a day's prior probability (`createPrior`). A reliable date in the report's rows has the weight 1. */
const CALENDAR_ROWS = 5;
/** Added to the number of reliable dates outside the range, so that such dates never have the probability 0. */
const OUTSIDE_ROWS = 0.05;
// The probability of a date outside the range is the share of reliable dates outside the range. It is spread evenly over this
// many days.
const OUTSIDE_DAYS = 365;
/** Factor for the probability of a date on a day without trading (`imaging/text/weekdays.ts`). */
const CLOSED: Readonly<Record<DateField, number>> = { transactionDate: 0.007, notificationDate: 0.17 };

/** Range in which a date is expected, including its first and last day. */
interface Span {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/**
 * Settles uncertain dates of the report's lines where possible. In a report of one month (`report-month.ts`), a trade date of
 * another month becomes uncertain. A date outside the usual range is never settled. No date is settled if no row has a reliable
 * date within the range. No date is settled in an amendment, which repeats older trades. @param filed null if unknown.
 */
export function resolveUncertainDates(
  { transactions: lines, amendment }: Pick<RawFiling, "transactions" | "amendment">,
  filed: IsoDate | null,
): readonly RawTransaction[] {
  if (filed === null || amendment !== null) return lines;
  const from = addDays(filed, -REACH_DAYS);
  const month = findReportMonth(listTradeDays(lines));
  const checkedLines = month === null ? lines : lines.map((line) => blankDateOfOtherMonth(line, month));
  const trades = listTradeDays(checkedLines);
  const notices = lines.flatMap((line) => parseDay(line.notificationDate) ?? []);
  return checkedLines.map((read) => {
    const notified = parseDay(read.notificationDate);
    const to = notified === null || notified > filed ? filed : notified;
    const line = resolveLineDate(read, "transactionDate", { from, to }, trades, month);
    const traded = parseDay(line.transactionDate);
    return traded === null ? line : resolveLineDate(line, "notificationDate", { from: traded, to: filed }, notices);
  });
}

function resolveLineDate(
  line: RawTransaction,
  field: DateField,
  range: Span,
  reliable: readonly IsoDate[],
  month: ReportMonth | null = null,
): RawTransaction {
  const { scan } = line;
  if (scan === undefined || scan.row.handwritten || !scan.uncertain.includes(field)) return line;
  const readings = scan.row.fields[field].spelled ?? [];
  const dates = month === null ? readings : moveDatesToMonth(readings, month);
  const date = findResolvedDate(dates, field, range, reliable);
  if (date === null) return line;
  return {
    ...line,
    [field]: date,
    scan: { ...scan, uncertain: scan.uncertain.filter((other) => other !== field) },
  };
}

// Finds the date that the calendar and the network's probabilities together make certain. Null if there is none. The network
// gives a part of the probability to the best date's day and month. The rest is divided evenly among the range's trading days.
// Trading days that differ from the best date in one digit compete with the best date, each with its part of the rest.
function findResolvedDate(
  readings: readonly DateChance[],
  field: DateField,
  range: Span,
  reliable: readonly IsoDate[],
): string | null {
  const days = listTradingDays(range);
  if (!reliable.some((day) => isWithin(day, range))) return null;
  const expected = createPrior(field, range, reliable, days.length);
  const weighed = readings.flatMap(({ date, chance }) => {
    const day = parseDay(date);
    return day === null ? [] : [{ date, day, chance, weight: chance * expected(day) }];
  });
  const [best] = weighed.toSorted((one, other) => other.weight - one.weight);
  if (best === undefined || !isWithin(best.day, range)) return null;
  if (field === "transactionDate" && !mayBeTradingDay(best.day)) return null;
  const byDay = Map.groupBy(readings, ({ date }) => date.slice(0, 5));
  const ownDay = best.date.slice(0, 5);
  const years = byDay.get(ownDay) ?? [];
  const ofDay = sumChances(years);
  const others = [...byDay]
    .filter(([day]) => day !== ownDay)
    .map(([day, dates]) => ({ day, chance: sumChances(dates) }));
  const isLikeliest = others.every(({ chance }) => chance <= ofDay);
  const isUsual = reliable.filter((day) => day === best.day).length >= USUAL_SHARE * reliable.length;
  if (ofDay < (isUsual && isLikeliest ? MIN_IF_MOST_PROBABLE : MIN_ALONE)) return null;
  const isTradingDay = (day: string) => days.some((open) => open === parseDay(day + best.date.slice(5)));
  const rivals = others.filter(
    ({ day, chance }) => ofDay < MIN_SHARE_OVER_RIVAL * (ofDay + chance) && isTradingDay(day),
  );
  if (!isUsual && rivals.length > 0) return null;
  if (years.some(({ date, chance }) => Number(date.slice(-4)) === Number(best.date.slice(-4)) - 1 && chance >= TYPED))
    return null;
  const alike = days.filter((day) => isOneDigitAway(day, best.day));
  const unassigned = (Math.max(0, 1 - ofDay) * sumNumbers(alike.map(expected))) / days.length;
  return best.weight >= CERTAIN * (sumNumbers(weighed.map(({ weight }) => weight)) + unassigned) ? best.date : null;
}

// Creates a function that returns a day's prior probability: the day's share of a total. The total is the report's rows with a
// reliable date plus `CALENDAR_ROWS` imaginary rows distributed by the calendar.
function createPrior(
  field: DateField,
  range: Span,
  reliable: readonly IsoDate[],
  days: number,
): (day: IsoDate) => number {
  const counts = countValues(reliable);
  const outside = (reliable.filter((day) => !isWithin(day, range)).length + OUTSIDE_ROWS) / (reliable.length + 1);
  return (day) => {
    const open = mayBeTradingDay(day) ? 1 : CLOSED[field];
    const calendar = open * (isWithin(day, range) ? (1 - outside) / days : outside / OUTSIDE_DAYS);
    return ((counts.get(day) ?? 0) + CALENDAR_ROWS * calendar) / (reliable.length + CALENDAR_ROWS);
  };
}

function listTradeDays(lines: readonly RawTransaction[]): IsoDate[] {
  return lines.flatMap((line) => parseDay(line.transactionDate) ?? []);
}

function listTradingDays({ from, to }: Span): IsoDate[] {
  const days: IsoDate[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) if (mayBeTradingDay(day)) days.push(day);
  return days;
}

function isOneDigitAway(one: IsoDate, other: IsoDate): boolean {
  return [...one].filter((digit, place) => digit !== other[place]).length === 1;
}

function isWithin(day: IsoDate, { from, to }: Span): boolean {
  return day >= from && day <= to;
}

function sumNumbers(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

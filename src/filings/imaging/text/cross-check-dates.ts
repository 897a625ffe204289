/** Cross-checks the dates of a page to decide which of them are certain. */
import { countValues } from "../../../base/count-values.ts";
import { isBlottedVariant } from "../../../domain/clotted-dates.ts";
import { findDatesConfirmedByColumn } from "./column-dates.ts";
import { countDaysBetweenUsDates, isWeekend } from "./date.ts";
import { CERTAIN, combineDateEvidence, type DateEvidence, type DatePasses, isCertain } from "./date-evidence.ts";
import type { Reading } from "./reading.ts";
import {
  NOTICE_ON_WEEKEND,
  reweighNoticesBeforeTrade,
  reweighTradesAfterNotice,
  reweighWeekends,
  TRADE_ON_WEEKEND,
} from "./weekdays.ts";

export interface RowDates<D> {
  readonly transaction: D;
  readonly notification: D;
}

/** Minimum probability that the neural network must give to a date that was read with certainty in other rows. */
const WITH_OTHERS = 0.7;
// A rival is another date that a cell may show. Two digits are confused on a page if replacing one by the other turns many dates
// into their rivals. There must be at least `CONFUSED_CELLS` such dates. They must also be more than `CONFUSED_SHARE` of the
// dates that contain either digit.
const CONFUSED_SHARE = 0.1;
const CONFUSED_CELLS = 2;
// A date with a digit that is often confused on the page needs at least this probability to be certain. If the cell may also show
// a rival date, only the digits in which the date differs from the rival date matter.
const BEYOND_CONFUSION = 0.98;
/** Minimum number of other rows that show the same date with certainty and thus confirm the date. */
const CONFIRMING_ROWS = 2;
// A date is isolated if no other date on the page is in the same year or an adjacent year. A date is also isolated if at most
// this fraction of the page's dates is in these three years. A page with fewer than three dates has no isolated date.
const ISOLATED_YEAR_SHARE = 0.2;
/** A date is probably misread if at least this share of the column's dates differ from it in just one easily confused digit. */
const MIN_VARIANT_SHARE = 0.8;
/** Minimum number of dates in the column that differ from a misread date in just one easily confused digit. */
const MIN_VARIANT_CELLS = 4;
/** Days between trade and notification above which the dates need review by a person, unless other rows confirm them. */
const LONGEST_NOTICE_DAYS = 400;

/** Minimum probability at which a date from the neural network is stored with an uncertain reading (`addPossibleDates`). */
const MIN_STORED = 0.001;

interface CellDate extends DateEvidence {
  readonly text: DatePasses["text"];
  readonly spelled: DatePasses["spelled"];
  /** True if the date is certain only because of the other rows of its column (`column-dates.ts`). */
  readonly isByColumn: boolean;
}

/** Pure. Returns readings of both dates of each row, in order: `MM/DD/YYYY`, else the cell's text, or null for a blank cell. */
export function crossCheckDates(dateRows: readonly RowDates<DatePasses>[]): RowDates<Reading>[] {
  const confused = findConfusedDigits(
    dateRows.flatMap(({ transaction, notification }) => [transaction, notification].map(toCellDate)),
  );
  const pickIfCertain = (cell: CellDate) => (isCertain(cell) && !hasConfusedDigits(cell, confused) ? cell.date : null);
  const rowDates = dateRows.map((row) => {
    const transaction = reweighWeekends(row.transaction, TRADE_ON_WEEKEND);
    const notification = reweighWeekends(row.notification, NOTICE_ON_WEEKEND);
    const [trade, notice] = [toCellDate(transaction), toCellDate(notification)];
    const [sureTrade, sureNotice] = [pickIfCertain(trade), pickIfCertain(notice)];
    return [
      sureNotice === null ? trade : toCellDate(reweighTradesAfterNotice(transaction, sureNotice)),
      sureTrade === null ? notice : toCellDate(reweighNoticesBeforeTrade(notification, sureTrade)),
    ] as const;
  });
  const isCertainInCell = (cell: CellDate) => !cell.isByColumn && isCertain(cell) && !hasConfusedDigits(cell, confused);
  const transactions = applyColumnDates(
    rowDates.map(([transaction]) => transaction),
    isCertainInCell,
  );
  const notifications = applyColumnDates(
    rowDates.map(([, notification]) => notification),
    isCertainInCell,
  );
  const seen = transactions.map((transaction, at) => ({ transaction, notification: notifications[at] as CellDate }));
  const cells = [...transactions, ...notifications];
  const columns = {
    transaction: listDates(transactions.filter(isCertainInCell)),
    notification: listDates(notifications.filter(isCertainInCell)),
  };
  // These lists also contain uncertain dates. If a date is misread in the same way in many rows, usually none of these rows has a
  // certain date. A comparison with the certain dates alone may then not show the conflict.
  const read = { transaction: listDates(transactions), notification: listDates(notifications) };
  const years = countValues(cells.flatMap(({ date }) => date?.slice(-4) ?? []));
  const isSure = (cell: CellDate, name: keyof typeof columns, isTrade: boolean) =>
    cell.date !== null &&
    !isYearIsolated(cell.date, years) &&
    !isOddOneOut(cell.date, columns[name]) &&
    !isOddOneOut(cell.date, read[name]) &&
    !(isTrade && belongsToAnotherYear(cell.date, read.transaction, read.notification)) &&
    // Misread days are spread over the week, so two in seven fall on a weekend, when exchanges are closed.
    !(
      isTrade &&
      isWeekend(cell.date) &&
      !(isCertainInCell(cell) && cell.agreeing.length > 0 && cell.chance >= CERTAIN)
    ) &&
    (isCertainInCell(cell) || cell.isByColumn || isConfirmedByOtherRows(cell, columns[name]));
  return seen.map(({ transaction, notification }, at) => {
    const checked = markDatesOutOfOrderUncertain(
      {
        transaction: toReading(transaction, isSure(transaction, "transaction", true)),
        notification: toReading(notification, isSure(notification, "notification", false)),
      },
      columns,
    );
    const { transaction: trade, notification: notice } = dateRows[at] as RowDates<DatePasses>;
    return {
      transaction: addPossibleDates(checked.transaction, trade),
      notification: addPossibleDates(checked.notification, notice),
    };
  });
}

function toCellDate(passes: DatePasses): CellDate {
  return { ...combineDateEvidence(passes), text: passes.text, spelled: passes.spelled, isByColumn: false };
}

/** If a date is not certain from its own cell, replaces it by the date that the column's other cells make certain, if any. */
function applyColumnDates(column: readonly CellDate[], isCertainInCell: (cell: CellDate) => boolean): CellDate[] {
  const weighed = findDatesConfirmedByColumn(column.map(({ spelled }) => spelled));
  return column.map((cell, at) => {
    const date = weighed[at] ?? null;
    return date === null || isCertainInCell(cell) ? cell : { ...cell, ...date, isByColumn: true };
  });
}

/** Returns whether enough other rows show the same date with certainty, and none shows the rival date with certainty. */
function isConfirmedByOtherRows({ date, chance, rival }: CellDate, column: readonly string[]): boolean {
  const countRows = (wanted: string | null) => column.filter((other) => other === wanted).length;
  return chance >= WITH_OTHERS && countRows(date) >= CONFIRMING_ROWS && countRows(rival) === 0;
}

function hasConfusedDigits({ date, rival, chance }: CellDate, confused: ReadonlySet<string>): boolean {
  if (date === null || chance >= BEYOND_CONFUSION) return false;
  const digits = rival === null ? [...date] : findDifferingDigits(date, rival);
  return digits.some((digit) => confused.has(digit));
}

function findConfusedDigits(cells: readonly CellDate[]): Set<string> {
  const pairs = cells.flatMap(({ date, rival }) => {
    const digits = date === null || rival === null ? [] : findDifferingDigits(date, rival);
    return digits.length === 2 ? [digits.sort().join("")] : [];
  });
  const often = [...countValues(pairs)].filter(([pair, count]) => {
    const shown = cells.filter(({ date }) => date !== null && [...pair].some((digit) => date.includes(digit))).length;
    return count >= CONFUSED_CELLS && count > CONFUSED_SHARE * shown;
  });
  return new Set(often.flatMap(([pair]) => [...pair]));
}

/** Returns both digits of each place in which two `MM/DD/YYYY` dates differ, in one flat list. */
function findDifferingDigits(one: string, other: string): string[] {
  return [...one].flatMap((digit, place) => (digit === other[place] ? [] : [digit, other[place] as string]));
}

function listDates(cells: readonly CellDate[]): string[] {
  return cells.flatMap(({ date }) => date ?? []);
}

/** The reading of a blank cell is null and certain. */
function toReading({ text, date, chance, agreeing }: CellDate, sure: boolean): Reading {
  if (text === null) return { reading: null, confidence: 1, sure: true };
  if (date === null) return { reading: text.text || null, confidence: text.confidence, sure: false };
  return { reading: date, confidence: Math.max(chance, agreeing[0] ?? 0), sure };
}

// Adds to an uncertain reading the neural network's dates with a probability of at least `MIN_STORED`. These dates are later
// compared with the report's other dates.
function addPossibleDates(reading: Reading, { spelled }: DatePasses): Reading {
  const likely = spelled.filter(({ chance }) => chance >= MIN_STORED);
  if (reading.sure || likely.length === 0) return reading;
  return { ...reading, spelled: likely.map(({ date, chance }) => ({ date, chance: Number(chance.toFixed(3)) })) };
}

/** A trade is long before the most frequent notification date if it is more than this many days earlier. */
const LONG_BEFORE = 200;

// Returns whether this date's year is probably misread. Other rows must show the same day in another year (the twin), and one of
// two conditions must hold. The first: at least as many rows show the twin as show this date. The second: the twin is 0 to
// `LONG_BEFORE` days before the most frequent notification date, but this date is more than `LONG_BEFORE` days before it. If the
// end of the last digit is not printed, a whole column of `01/21/22` is read as `01/21/21`.
function belongsToAnotherYear(date: string, column: readonly string[], notices: readonly string[]): boolean {
  const own = column.filter((other) => other === date).length;
  const twins = countValues(column.filter((other) => other !== date && other.slice(0, 5) === date.slice(0, 5)));
  const [notice] = [...countValues(notices)].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  const isLongBefore = (day: string) => notice !== undefined && countDaysBetweenUsDates(day, notice) > LONG_BEFORE;
  const isNotAfterNotice = (day: string) => notice !== undefined && countDaysBetweenUsDates(day, notice) >= 0;
  return [...twins].some(
    ([twin, count]) => count >= own || (isLongBefore(date) && isNotAfterNotice(twin) && !isLongBefore(twin)),
  );
}

function isOddOneOut(date: string, column: readonly string[]): boolean {
  const nearlySame = column.filter((other) => isBlottedVariant(date, other));
  return nearlySame.length >= MIN_VARIANT_CELLS && nearlySame.length >= MIN_VARIANT_SHARE * column.length;
}

function isYearIsolated(date: string, years: ReadonlyMap<string, number>): boolean {
  const year = Number(date.slice(-4));
  const near = [year - 1, year, year + 1].reduce((sum, next) => sum + (years.get(String(next)) ?? 0), 0);
  const all = [...years.values()].reduce((sum, count) => sum + count, 0);
  return all > 2 && near <= Math.max(1, ISOLATED_YEAR_SHARE * all);
}

// Marks dates uncertain if the notification is before the trade or long after it. A date stays certain only if other rows show
// it in the same column, and no row shows a date in that column that differs only in a digit easily confused in blotted print.
function markDatesOutOfOrderUncertain(row: RowDates<Reading>, columns: RowDates<readonly string[]>): RowDates<Reading> {
  const { transaction, notification } = row;
  if (!(isUsDate(transaction.reading) && isUsDate(notification.reading))) return row;
  const days = countDaysBetweenUsDates(transaction.reading, notification.reading);
  if (days >= 0 && days <= LONGEST_NOTICE_DAYS) return row;
  const clearSureUnlessConfirmed = (date: Reading, column: readonly string[]) => ({
    ...date,
    sure:
      date.sure &&
      column.filter((other) => other === date.reading).length > CONFIRMING_ROWS &&
      !column.some((other) => isBlottedVariant(other, date.reading ?? "")),
  });
  return {
    transaction: clearSureUnlessConfirmed(transaction, columns.transaction),
    notification: clearSureUnlessConfirmed(notification, columns.notification),
  };
}

function isUsDate(text: string | null): text is string {
  return text !== null && /^\d\d\/\d\d\/\d{4}$/.test(text);
}

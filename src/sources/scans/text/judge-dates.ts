/** What the other rows of a page say about a row's dates. */
import { daysBetween } from "./date.ts";
import type { DateReading } from "./read-date.ts";

export interface RowDates {
  readonly transaction: DateReading;
  readonly notification: DateReading;
}

/** A notice later than this after the trade is odd enough to be looked at. */
const LONGEST_NOTICE_DAYS = 400;
/** So many rows with one date bear out that another row has it too. */
const BEARING_OUT = 2;

/**
 * The rows with their dates judged together: a likely date that other rows show is believed; dates in an impossible order, a notice long after the trade,
 * and a year that stands alone are not. Pure, one answer for each row in the same order.
 */
export function judgeDates<R extends RowDates>(rows: readonly R[]): R[] {
  const borneOut = { transaction: counted(rows, "transaction"), notification: counted(rows, "notification") };
  const lifted = rows.map((row) => ({
    ...row,
    transaction: lift(row.transaction, borneOut.transaction),
    notification: lift(row.notification, borneOut.notification),
  }));
  const years = counted(lifted, "transaction", yearOf);
  for (const [year, count] of counted(lifted, "notification", yearOf)) years.set(year, (years.get(year) ?? 0) + count);
  return lifted.map((row) => doubt(row, borneOut, years));
}

type Field = "transaction" | "notification";
type Counts = Map<string, number>;

function counted(rows: readonly RowDates[], field: Field, key: (date: string) => string = (date) => date): Counts {
  const counts: Counts = new Map();
  for (const row of rows) {
    const { sure, reading } = row[field];
    if (sure && reading !== null) counts.set(key(reading), (counts.get(key(reading)) ?? 0) + 1);
  }
  return counts;
}

function lift(date: DateReading, borneOut: Counts): DateReading {
  if (date.sure || date.likely === null || (borneOut.get(date.likely) ?? 0) < BEARING_OUT) return date;
  return { ...date, reading: date.likely, sure: true };
}

function doubt<R extends RowDates>(row: R, borneOut: Readonly<Record<Field, Counts>>, years: Counts): R {
  const { transaction, notification } = row;
  let judged = {
    transaction: aloneInYear(transaction, years) ? unsure(transaction) : transaction,
    notification: aloneInYear(notification, years) ? unsure(notification) : notification,
  };
  if (transaction.sure && notification.sure && transaction.reading !== null && notification.reading !== null) {
    const days = daysBetween(transaction.reading, notification.reading);
    if (days < 0 || days > LONGEST_NOTICE_DAYS) {
      const shown = (field: Field) => (borneOut[field].get(row[field].reading ?? "") ?? 0) > BEARING_OUT;
      judged = {
        transaction: shown("transaction") ? judged.transaction : unsure(transaction),
        notification: shown("notification") ? judged.notification : unsure(notification),
      };
    }
  }
  return { ...row, ...judged };
}

/** Its year is next to no other year of the page, on a page with several dates. */
function aloneInYear({ sure, reading }: DateReading, years: Counts): boolean {
  if (!sure || reading === null) return false;
  const year = Number(yearOf(reading));
  const near = [year - 1, year, year + 1].reduce((sum, next) => sum + (years.get(String(next)) ?? 0), 0);
  const all = [...years.values()].reduce((sum, count) => sum + count, 0);
  return all > 2 && near === 1;
}

function yearOf(date: string): string {
  return date.slice(-4);
}

function unsure(date: DateReading): DateReading {
  return { ...date, sure: false };
}

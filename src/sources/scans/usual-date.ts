/** Settles notification dates that were read with difficulty by the one that nearly all rows of the report show. */

import type { ScannedRow } from "../../domain/scanned-page.ts";
import { daysBetween, isClottedAlike } from "../../imaging/text/date.ts";

/** Least number of rows that show the date for sure, and their share of all that are sure. */
const CONFIRMING_ROWS = 5;
const USUAL_SHARE = 0.9;
/** Greatest number of digits in which the cell may differ. */
const MISREAD_DIGITS = 2;
/**
 * Most rows with the same other reading, which might be another notification date. The limit does not apply where a single clotted digit
 * differs and fewer rows read it than are sure of the usual date.
 */
const MOST_ALIKE = 2;
const LONGEST_NOTICE_DAYS = 400;

/** Pure: the report's rows in order. A cell in which no date was read stays as it is. */
export function withUsualNotification(rows: readonly ScannedRow[]): ScannedRow[] {
  const usual = usualDate(rows);
  if (usual === null) return [...rows];
  const counts = new Map<string, number>();
  for (const { fields } of rows) {
    const { reading } = fields.notificationDate;
    if (reading !== null) counts.set(reading, (counts.get(reading) ?? 0) + 1);
  }
  return rows.map((row) => {
    const { notificationDate, transactionDate } = row.fields;
    const { reading, sure } = notificationDate;
    if (sure || reading === null || row.handwritten) return row;
    const most = isClottedAlike(reading, usual.date) ? usual.rows : MOST_ALIKE;
    const isOtherDay = reading !== usual.date && (counts.get(reading) ?? 0) > most;
    if (isOtherDay || digitsApart(reading, usual.date) > MISREAD_DIGITS) return row;
    if (transactionDate.sure && !isNoticeOf(transactionDate.reading, usual.date)) return row;
    return {
      ...row,
      fields: {
        ...row.fields,
        notificationDate: { ...notificationDate, reading: usual.date, sure: true, asRead: reading },
      },
    };
  });
}

function usualDate(rows: readonly ScannedRow[]): { readonly date: string; readonly rows: number } | null {
  const sure = rows.map(({ fields }) => fields.notificationDate).filter((each) => each.sure && each.reading !== null);
  const byDate = [...Map.groupBy(sure, ({ reading }) => reading as string)].toSorted(
    (a, b) => b[1].length - a[1].length,
  );
  const [date, alike] = byDate[0] ?? ["", []];
  return alike.length >= CONFIRMING_ROWS && alike.length >= USUAL_SHARE * sure.length
    ? { date, rows: alike.length }
    : null;
}

/**
 * Number of digits in which two `MM/DD/YYYY` differ; infinite where one is no date or the years differ, since a filer may have typed the wrong
 * year, which is published as it stands or not at all.
 */
function digitsApart(one: string, other: string): number {
  if (!/^\d\d\/\d\d\/\d{4}$/.test(one) || one.slice(-4) !== other.slice(-4)) return Number.POSITIVE_INFINITY;
  return [...one].filter((digit, place) => digit !== other[place]).length;
}

function isNoticeOf(transaction: string | null, notification: string): boolean {
  if (transaction === null) return true;
  const days = daysBetween(transaction, notification);
  return days >= 0 && days <= LONGEST_NOTICE_DAYS;
}

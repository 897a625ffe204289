/** Doubts dates that are probably misread because nearly all other rows of the report show another date with confusable digits. */

import { isClottedAlike } from "../../../domain/clotted-dates.ts";
import type { ScannedFieldName, ScannedRow } from "../../../domain/scanned-page.ts";

/** A date with a smaller share of its column's certain dates is doubted if the dates that it resembles have at least `REST_SHARE`. */
const MINORITY_SHARE = 0.05;
const REST_SHARE = 0.8;
/** A report has few notification dates: one is doubted if more than twice as many rows show another that it resembles. */
const TIMES_AS_OFTEN = 2;
const ENOUGH_ROWS = 4;

/** Pure: the report's rows in order. A single page is not enough: on a page with clotted sixes, all of them are read as eights. */
export function markMinorityDatesUncertain(rows: readonly ScannedRow[]): ScannedRow[] {
  const isTradeDoubted = createUncertaintyTest(rows, "transactionDate", isRareAmongSimilar);
  const isNoticeDoubted = createUncertaintyTest(
    rows,
    "notificationDate",
    (counts, count, of) =>
      isRareAmongSimilar(counts, count, of) || counts.some((other) => isPlainlyOftener(other, count)),
  );
  return rows.map((row) => {
    if (row.handwritten) return row;
    const { transactionDate, notificationDate } = row.fields;
    const fields = {
      ...row.fields,
      ...(isTradeDoubted(transactionDate.reading) && { transactionDate: { ...transactionDate, sure: false } }),
      ...(isNoticeDoubted(notificationDate.reading) && { notificationDate: { ...notificationDate, sure: false } }),
    };
    return { ...row, fields };
  });
}

/** @param alike numbers of rows with each similar date. @param count rows with this date. @param of all certain rows. */
type IsDoubted = (alike: readonly number[], count: number, of: number) => boolean;

function createUncertaintyTest(rows: readonly ScannedRow[], name: ScannedFieldName, isDoubted: IsDoubted) {
  const sure = rows.flatMap(({ handwritten, fields: { [name]: field } }) =>
    field.sure && field.reading !== null && !handwritten ? [field.reading] : [],
  );
  const counts = [...Map.groupBy(sure, (date) => date)].map(([date, { length }]) => ({ date, count: length }));
  const doubted = counts.flatMap(({ date, count }) => {
    const alike = counts.filter((other) => isClottedAlike(other.date, date)).map((other) => other.count);
    return isDoubted(alike, count, sure.length) ? [date] : [];
  });
  return (reading: string | null): boolean => reading !== null && doubted.includes(reading);
}

function isRareAmongSimilar(alike: readonly number[], count: number, of: number): boolean {
  return count < MINORITY_SHARE * of && alike.reduce((sum, each) => sum + each, 0) >= REST_SHARE * of;
}

function isPlainlyOftener(other: number, count: number): boolean {
  return other >= ENOUGH_ROWS && other > TIMES_AS_OFTEN * count;
}

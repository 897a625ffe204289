/** Marks dates as uncertain if they differ in one confusable digit from the dates of nearly all other rows of the report. */
import { isBlottedVariant } from "../../../domain/clotted-dates.ts";
import type { ScannedFieldName, ScannedRow } from "../../../domain/scanned-page.ts";

/** A date is suspicious if it makes up less than this fraction of the reliable dates in the column. */
const MINORITY_SHARE = 0.05;
/** A suspicious date becomes uncertain if similar dates make up at least this fraction of the reliable dates in the column. */
const SIMILAR_SHARE = 0.8;
/** A report has few different notification dates: a date is uncertain if a similar date is in more than twice as many rows. */
const TIMES_AS_OFTEN = 2;
/** `TIMES_AS_OFTEN` applies only if the more frequent of two similar notification dates is in at least this many rows. */
const ENOUGH_ROWS = 4;

/**
 * Pure. Takes and returns the rows of all pages, in order. If all blotted sixes on a page are misread as eights, only other pages
 * can reveal the misreading.
 */
export function markMinorityDatesUncertain(rows: readonly ScannedRow[]): ScannedRow[] {
  const isTradeDoubted = createUncertaintyTest(rows, "transactionDate", isRareAmongSimilar);
  const isNoticeDoubted = createUncertaintyTest(
    rows,
    "notificationDate",
    (similarCounts, count, total) =>
      isRareAmongSimilar(similarCounts, count, total) ||
      similarCounts.some((other) => isMuchMoreFrequent(other, count)),
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

// Returns true if a date is uncertain. `similarCounts` has the number of rows with each similar date. `count` is the number of
// rows with the tested date. `total` is the number of rows with any reliable date.
type UncertaintyRule = (similarCounts: readonly number[], count: number, total: number) => boolean;

function createUncertaintyTest(rows: readonly ScannedRow[], name: ScannedFieldName, isDoubted: UncertaintyRule) {
  const sure = rows.flatMap(({ handwritten, fields: { [name]: field } }) =>
    field.sure && field.reading !== null && !handwritten ? [field.reading] : [],
  );
  const counts = [...Map.groupBy(sure, (date) => date)].map(([date, { length }]) => ({ date, count: length }));
  const doubted = counts.flatMap(({ date, count }) => {
    const similarCounts = counts.filter((other) => isBlottedVariant(other.date, date)).map((other) => other.count);
    return isDoubted(similarCounts, count, sure.length) ? [date] : [];
  });
  return (reading: string | null): boolean => reading !== null && doubted.includes(reading);
}

function isRareAmongSimilar(similarCounts: readonly number[], count: number, total: number): boolean {
  return count < MINORITY_SHARE * total && similarCounts.reduce((sum, each) => sum + each, 0) >= SIMILAR_SHARE * total;
}

function isMuchMoreFrequent(other: number, count: number): boolean {
  return other >= ENOUGH_ROWS && other > TIMES_AS_OFTEN * count;
}

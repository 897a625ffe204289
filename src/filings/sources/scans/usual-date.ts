/** Corrects misread notification dates to the date that nearly all nearby rows of the report show. */
import { countValues } from "../../../base/count-values.ts";
import { isBlottedVariant } from "../../../domain/clotted-dates.ts";
import type { ScannedRow } from "../../../domain/scanned-page.ts";
import { countDaysBetweenUsDates, isWeekend } from "../../imaging/text/date.ts";
import { markMinorityDatesUncertain } from "./minority-date.ts";

/** Minimum number and share of the nearest rows that have the usual date. Only rows with a reliably read date count. */
const CONFIRMING_ROWS = 5;
const USUAL_SHARE = 0.9;
/** Maximum number of digits in which a misread date differs from the usual date. */
const MISREAD_DIGITS = 2;
// Maximum number of rows with the same misread date. A date in more rows might be a real second notification date. Another
// maximum applies if the misread date differs from the usual date in only one easily confused digit. That maximum is the number
// of rows in which the usual date was read reliably.
const MAX_MISREAD_ROWS = 2;
const LONGEST_NOTICE_DAYS = 400;

/** The usual date near a row comes from this many reliable dates on each side: a report's notification dates are in sequence. */
const NEAREST = 5;

/** Pure. Corrects misread dates. Corrected or confirmed dates become certain. Keeps the row order. Missing dates stay missing. */
export function correctToUsualDate(rows: readonly ScannedRow[]): ScannedRow[] {
  const sure = listSureDates(rows);
  const undoubted = listSureDates(markMinorityDatesUncertain(rows));
  const counts = countValues(rows.flatMap(({ fields }) => fields.notificationDate.reading ?? []));
  return rows.map((row, at) => {
    const { reading } = row.fields.notificationDate;
    if (reading === null || row.handwritten) return row;
    const usual = sure[at] === null ? findUsualDate(sure, at) : null;
    const isUsual =
      usual !== null && isMostFrequentNearby(rows, at, usual) && !listNearestDates(sure, at).includes(reading);
    if (usual === reading || (isUsual && isMisread(reading, usual, counts, sure)))
      return setNotificationDateIfPlausible(row, usual);
    const workingDay = undoubted[at] === null ? findUsualDate(undoubted, at) : null;
    return workingDay !== null && isMisreadWeekend(reading, workingDay) && !undoubted.includes(reading)
      ? setNotificationDateIfPlausible(row, workingDay)
      : row;
  });
}

// True if no nearby date is more frequent than `usual`. Uncertain dates count too. Nearby rows may be on the next page, where the
// printed date may be different from `usual` but uncertain in every row.
function isMostFrequentNearby(rows: readonly ScannedRow[], at: number, usual: string): boolean {
  const around = rows.slice(Math.max(0, at - NEAREST), at + NEAREST + 1);
  const counts = countValues(around.flatMap(({ fields }) => fields.notificationDate.reading ?? []));
  return Math.max(...counts.values()) <= Math.max(1, counts.get(usual) ?? 0);
}

function setNotificationDateIfPlausible(row: ScannedRow, usual: string): ScannedRow {
  const { notificationDate, transactionDate } = row.fields;
  const { reading } = notificationDate;
  if (reading === null || (transactionDate.sure && !isPlausibleNotice(transactionDate.reading, usual))) return row;
  return {
    ...row,
    fields: { ...row.fields, notificationDate: { ...notificationDate, reading: usual, sure: true, asRead: reading } },
  };
}

/** Lists each row's date; null if the date is uncertain. */
function listSureDates(rows: readonly ScannedRow[]): (string | null)[] {
  return rows.map(({ fields: { notificationDate } }) => (notificationDate.sure ? notificationDate.reading : null));
}

/** True if the reading is a misreading of the usual date: few digits differ, and few rows have this reading. */
function isMisread(
  reading: string,
  usual: string,
  counts: ReadonlyMap<string, number>,
  sure: readonly (string | null)[],
): boolean {
  const most = isBlottedVariant(reading, usual) ? sure.filter((date) => date === usual).length : MAX_MISREAD_ROWS;
  return (counts.get(reading) ?? 0) <= most && countDifferingDigits(reading, usual) <= MISREAD_DIGITS;
}

// True if `reading` is on a weekend, `usual` is a weekday of the same year, and the dates differ in one easily confused digit. No
// filer puts both dates in adjacent rows, so `reading` must be a misreading of `usual`.
function isMisreadWeekend(reading: string, usual: string): boolean {
  return (
    isBlottedVariant(reading, usual) && reading.slice(-4) === usual.slice(-4) && isWeekend(reading) && !isWeekend(usual)
  );
}

function listNearestDates(sure: readonly (string | null)[], at: number): string[] {
  const isDate = (date: string | null): date is string => date !== null;
  return [...sure.slice(0, at).filter(isDate).slice(-NEAREST), ...sure.slice(at).filter(isDate).slice(0, NEAREST)];
}

/** Finds the date that is in nearly all of the nearest rows with a reliable date. Null if there is no such date. */
function findUsualDate(sure: readonly (string | null)[], at: number): string | null {
  const near = listNearestDates(sure, at);
  const [first] = [...countValues(near)].toSorted(([, one], [, other]) => other - one);
  return first !== undefined && first[1] >= CONFIRMING_ROWS && first[1] >= USUAL_SHARE * near.length ? first[0] : null;
}

/** Infinite if `one` is not a date `MM/DD/YYYY`, or if the years differ: a year that a filer typed wrong is never corrected. */
function countDifferingDigits(one: string, other: string): number {
  if (!/^\d\d\/\d\d\/\d{4}$/.test(one) || one.slice(-4) !== other.slice(-4)) return Number.POSITIVE_INFINITY;
  return [...one].filter((digit, place) => digit !== other[place]).length;
}

function isPlausibleNotice(transaction: string | null, notification: string): boolean {
  if (transaction === null) return true;
  const days = countDaysBetweenUsDates(transaction, notification);
  return days >= 0 && days <= LONGEST_NOTICE_DAYS;
}

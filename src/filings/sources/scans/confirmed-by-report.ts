/** Accepts uncertain fields if other rows of the report, on any page, show the same value. */

import { distance } from "fastest-levenshtein";
import type { ScannedField, ScannedRow } from "../../../domain/scanned-page.ts";
import { countDaysBetweenUsDates, isClottedAlike, isWeekend } from "../../imaging/text/date.ts";
import { keepPlainLetters } from "../../imaging/text/likeness.ts";

/** Number of certain rows that must show a date, and minimum confidence of the cell itself, which is higher if a certain date resembles it. */
const CONFIRMING_ROWS = 2;
const LIKELY = 0.7;
const LIKELY_AMONG_ALIKE = 0.9;
/** From this many days between trade and notification, a trade date is old: it needs this many rows of its year read with such certainty. */
const LONGEST_NOTICE_DAYS = 400;
const OLD_ROWS = 3;
const CERTAIN = 0.98;
/** Minimum letters of a name: a short one may be another asset's. */
const NAME_LETTERS = 6;

type DateName = "transactionDate" | "notificationDate";
type Counts = ReadonlyMap<string, number>;

/** Pure: the report's rows in order. Changes only certainty. Handwriting is never confirmed; names that print typically distorts are doubted. */
export function confirmByReport(rows: readonly ScannedRow[]): ScannedRow[] {
  const typed = rows.filter(({ handwritten }) => !handwritten);
  const names = countReadings(typed.map(({ fields }) => fields.asset));
  const spellings = Map.groupBy(names.keys(), removeSigns);
  const columns = {
    transactionDate: countReadings(typed.map(({ fields }) => fields.transactionDate)),
    notificationDate: countReadings(typed.map(({ fields }) => fields.notificationDate)),
  };
  const oldYears = countValues(typed.filter((row) => isOld(row, columns.notificationDate)).map(getYear));
  return rows.map((row) => {
    if (row.handwritten) return row;
    const isOldOne = isOld(row, columns.notificationDate) && (oldYears.get(getYear(row)) ?? 0) >= OLD_ROWS;
    const confirmDate = (name: DateName) =>
      confirmField(row.fields[name], isOldOne || isDateShown(row, name, columns[name]));
    const { asset } = row.fields;
    return {
      ...row,
      fields: {
        ...row.fields,
        asset:
          isSignLost(asset, spellings) || isMisread(asset)
            ? { ...asset, sure: false }
            : confirmField(asset, isNameShown(asset, names)),
        transactionDate: confirmDate("transactionDate"),
        notificationDate: confirmDate("notificationDate"),
      },
    };
  });
}

/** Print loses commas, periods and spaces: a name waits for review if another row has it with more of them. */
function isSignLost({ reading }: ScannedField, spellings: ReadonlyMap<string, readonly string[]>): boolean {
  const others = reading === null ? [] : (spellings.get(removeSigns(reading)) ?? []);
  return others.some((other) => other.length > (reading ?? "").length);
}

function removeSigns(name: string): string {
  return name.replace(/[.,\s]/g, "");
}

/** `EXAMPLE INC, CMN` is usually `EXAMPLE INC. CMN`; `EXAMPLE & CO, INC.` keeps its comma. */
const COMMA_FOR_POINT = /\b(?:inc|corp|ltd|llc|plc|co),(?!\s*inc\b)/i;
/** After its maturity date a bond has its two payment months, half a year apart: `AO` is April and October. */
const NO_MONTHS = /\d\/\d{2,4} (?!(?:JJ|FA|MS|AO|MN|JD)\b)[A-Z0-9]{2}$/;
/** Print makes a `B` look like an `8`. */
const CLASS_EIGHT = /\b(?:class|cl)[ -]8\b/i;
/** Specks give `CL. B` for `CL B`, and `W.W,` for `W.W.`. */
const POINT_OF_CLASS = /\bcl\. [a-z]\b/i;
const COMMA_OF_INITIALS = /\b\p{Lu}\.\p{Lu},/u;
/** A label of the House's electronic form, on a separate line below an asset's name: the name is in a row above. */
const LABEL = /^(?:location|description|comments?)\s?:/i;

function isMisread({ reading }: ScannedField): boolean {
  return [COMMA_FOR_POINT, NO_MONTHS, CLASS_EIGHT, POINT_OF_CLASS, COMMA_OF_INITIALS, LABEL].some((misread) =>
    misread.test(reading ?? ""),
  );
}

function confirmField(field: ScannedField, isConfirmed: boolean): ScannedField {
  return isConfirmed && !field.sure ? { ...field, sure: true } : field;
}

/** True if another row has the same name with certainty, and none has one that differs in a letter, as `FUND I` from `FUND II`. */
function isNameShown({ sure, reading, ofSeveralLines }: ScannedField, names: Counts): boolean {
  if (sure || reading === null || ofSeveralLines || keepPlainLetters(reading).length < NAME_LETTERS) return false;
  return names.has(reading) && ![...names.keys()].some((other) => distance(other, reading) === 1);
}

function isDateShown({ fields }: ScannedRow, name: DateName, column: Counts): boolean {
  const { sure, reading, confidence } = fields[name];
  const shown = column.get(reading ?? "") ?? 0;
  if (sure || reading === null || shown < CONFIRMING_ROWS) return false;
  const notice = countNoticeDays(fields);
  if (notice === null || notice < 0 || notice > LONGEST_NOTICE_DAYS) return false;
  const alike = [...column].filter(([other]) => isClottedAlike(other, reading)).map(([, count]) => count);
  const isAmongAlike = [...column.keys()].some((other) => isOneDigitAway(other, reading));
  return confidence >= (isAmongAlike ? LIKELY_AMONG_ALIKE : LIKELY) && alike.every((count) => count <= shown);
}

/** Clotted print also confuses 1 with 7, and 2 with 1. */
function isOneDigitAway(one: string, other: string): boolean {
  return [...one].filter((digit, place) => digit !== other[place]).length === 1;
}

/** True if the trade date was read with certainty as long before its notification date, which is certain too. */
function isOld({ fields }: ScannedRow, notifications: Counts): boolean {
  const { transactionDate, notificationDate } = fields;
  const notice = countNoticeDays(fields);
  if (notice === null || notice <= LONGEST_NOTICE_DAYS || transactionDate.confidence < CERTAIN) return false;
  if (isWeekend(transactionDate.reading ?? "")) return false;
  const shown = notifications.get(notificationDate.reading ?? "") ?? 0;
  return notificationDate.sure || notificationDate.confidence >= CERTAIN || shown > CONFIRMING_ROWS;
}

function getYear({ fields }: ScannedRow): string {
  return fields.transactionDate.reading?.slice(-4) ?? "";
}

/** Days from trade to notification; null if either is not a date. */
function countNoticeDays({ transactionDate, notificationDate }: ScannedRow["fields"]): number | null {
  const [trade, notice] = [transactionDate.reading, notificationDate.reading];
  return isDate(trade) && isDate(notice) ? countDaysBetweenUsDates(trade, notice) : null;
}

function isDate(text: string | null): text is string {
  return text !== null && /^\d\d\/\d\d\/\d{4}$/.test(text);
}

function countReadings(fields: readonly ScannedField[]): Counts {
  return countValues(fields.flatMap(({ sure, reading }) => (sure && reading !== null ? [reading] : [])));
}

function countValues(values: readonly string[]): Counts {
  return new Map([...Map.groupBy(values, (value) => value)].map(([value, { length }]) => [value, length]));
}

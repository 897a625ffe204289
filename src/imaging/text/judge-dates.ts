/** Which dates of a page are believed. */
import { daysBetween, isWeekend } from "./date.ts";
import type { DateLooks } from "./read-date.ts";
import type { Reading } from "./reading.ts";

export interface RowDates<D> {
  readonly transaction: D;
  readonly notification: D;
}

/** The net is as sure as this, and a look of the engine saw the same; or so sure that none need have; or half as sure, and two looks agree firmly. */
const LIKELY = 0.9;
const CERTAIN = 0.98;
const AS_LIKELY_AS_NOT = 0.5;
/** Or as sure as this, and other rows show the same date plainly. */
const WITH_OTHERS = 0.7;
/** A look fainter than this says nothing; two that agree are firm from here. */
const FAINT = 0.5;
const FIRM = 0.85;
/** Two dates that a picture may be spelling, the second with this chance at least: their digits are told apart with difficulty. */
const RIVAL = 0.1;
/** In more than this share of the page's dates with either digit, and in so many: they are not told apart there, unless one is all but impossible. */
const CONFUSED_SHARE = 0.1;
const CONFUSED_CELLS = 2;
const BEYOND_CONFUSION = 0.98;
/** So many believed dates of a column bear out that another row has the same one. */
const BEARING_OUT = 2;
const LONELY_SHARE = 0.2;
/** Where so many of a column's dates are the same, one that differs from it in one digit, in one that clotted print takes for the other, is likelier misread. */
const SAME_SHARE = 0.8;
const SAME_CELLS = 4;
const ROUND_DIGITS = "035689";
/** A notice later than this after the trade is odd enough to be looked at. */
const LONGEST_NOTICE_DAYS = 400;

/** One cell: its likeliest date, how likely the net and how sure the engine's looks are of it. */
interface Seen {
  readonly looks: DateLooks;
  readonly date: string | null;
  readonly chance: number;
  /** The confidences of the looks that saw it, the surest first; and how many saw another date. */
  readonly agreeing: readonly number[];
  readonly dissenting: number;
  /** The date that it may be instead. */
  readonly rival: string | null;
}

/** Pure: one answer for each row, in order. `reading` is `MM/DD/YYYY`, or what was read where that is no date; a blank cell is surely blank. */
export function judgeDates(rows: readonly RowDates<DateLooks>[]): RowDates<Reading>[] {
  const seen = rows.map(({ transaction, notification }) => ({
    transaction: summed(transaction),
    notification: summed(notification),
  }));
  const cells = seen.flatMap(({ transaction, notification }) => [transaction, notification]);
  const confused = confusedDigits(cells);
  const isPlain = (cell: Seen) => isBelieved(cell) && !isConfused(cell, confused);
  const columns = {
    transaction: datesOf(seen.map(({ transaction }) => transaction).filter(isPlain)),
    notification: datesOf(seen.map(({ notification }) => notification).filter(isPlain)),
  };
  // What is misread alike in many rows is hardly believed in any: the odd one out shows beside all that was read.
  const read = {
    transaction: datesOf(seen.map(({ transaction }) => transaction)),
    notification: datesOf(seen.map(({ notification }) => notification)),
  };
  const years = countOf(cells.flatMap(({ date }) => date?.slice(-4) ?? []));
  const believed = (cell: Seen, name: keyof typeof columns, isTrade: boolean) =>
    cell.date !== null &&
    !isAloneInYear(cell.date, years) &&
    !isOddOneOut(cell.date, columns[name]) &&
    !isOddOneOut(cell.date, read[name]) &&
    // A misread day falls on a weekend, when exchanges are shut, twice in seven times.
    !(isTrade && isWeekend(cell.date) && !(isPlain(cell) && cell.agreeing.length > 0 && cell.chance >= CERTAIN)) &&
    (isPlain(cell) || isShownByOthers(cell, columns[name]));
  return seen.map(({ transaction, notification }) =>
    inOrder(
      {
        transaction: readingOf(transaction, believed(transaction, "transaction", true)),
        notification: readingOf(notification, believed(notification, "notification", false)),
      },
      columns,
    ),
  );
}

function summed(looks: DateLooks): Seen {
  const [first, second] = looks.spelled;
  const [most] = [...countOf(looks.dates.map(({ date }) => date))].sort((one, other) => other[1] - one[1]);
  const date =
    first !== undefined && first.chance >= AS_LIKELY_AS_NOT ? first.date : (most?.[0] ?? first?.date ?? null);
  const chance = looks.spelled.find((other) => other.date === date)?.chance ?? 0;
  const sure = looks.dates.filter((look) => look.date === date).map(({ confidence }) => confidence);
  const rival = (date === first?.date ? second : first) ?? null;
  return {
    looks,
    date,
    chance,
    agreeing: sure.sort((one, other) => other - one),
    dissenting: looks.dates.length - sure.length,
    rival: rival !== null && rival.chance >= RIVAL ? rival.date : null,
  };
}

/** By what is seen of the cell itself. */
function isBelieved({ looks, chance, agreeing, dissenting, rival }: Seen): boolean {
  const isFirm = dissenting === 0 && rival === null && (agreeing[1] ?? 0) >= FIRM;
  // The net knows no letters: a month's name is the engine's alone.
  const isNamed = /[a-z]{3}/i.test(looks.text?.text ?? "");
  return (
    chance >= CERTAIN ||
    (chance >= LIKELY && (agreeing[0] ?? 0) >= FAINT) ||
    (isFirm && (chance >= AS_LIKELY_AS_NOT || isNamed))
  );
}

/** Other rows plainly show the same date, and not the one that it may be instead. */
function isShownByOthers({ date, chance, rival }: Seen, column: readonly string[]): boolean {
  const shown = (wanted: string | null) => column.filter((other) => other === wanted).length;
  return chance >= WITH_OTHERS && shown(date) >= BEARING_OUT && shown(rival) === 0;
}

function isConfused({ date, rival, chance }: Seen, confused: ReadonlySet<string>): boolean {
  if (date === null || chance >= BEYOND_CONFUSION) return false;
  const digits = rival === null ? [...date] : differingDigits(date, rival);
  return digits.some((digit) => confused.has(digit));
}

/** The digits that are hardly told apart on the page. */
function confusedDigits(cells: readonly Seen[]): Set<string> {
  const pairs = cells.flatMap(({ date, rival }) => {
    const digits = date === null || rival === null ? [] : differingDigits(date, rival);
    return digits.length === 2 ? [digits.sort().join("")] : [];
  });
  const often = [...countOf(pairs)].filter(([pair, count]) => {
    const shown = cells.filter(({ date }) => date !== null && [...pair].some((digit) => date.includes(digit))).length;
    return count >= CONFUSED_CELLS && count > CONFUSED_SHARE * shown;
  });
  return new Set(often.flatMap(([pair]) => [...pair]));
}

/** Of two `MM/DD/YYYY`, the digits that stand in each other's place. */
function differingDigits(one: string, other: string): string[] {
  return [...one].flatMap((digit, place) => (digit === other[place] ? [] : [digit, other[place] as string]));
}

function datesOf(cells: readonly Seen[]): string[] {
  return cells.flatMap(({ date }) => date ?? []);
}

function readingOf({ looks, date, chance, agreeing }: Seen, sure: boolean): Reading {
  if (looks.text === null) return { reading: null, confidence: 1, sure: true };
  if (date === null) return { reading: looks.text.text || null, confidence: looks.text.confidence, sure: false };
  return { reading: date, confidence: Math.max(chance, agreeing[0] ?? 0), sure };
}

function countOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The column's other dates are nearly all the same, and it differs from them in one clotting digit. */
function isOddOneOut(date: string, column: readonly string[]): boolean {
  const alike = column.filter((other) => isAlike(date, other));
  return alike.length >= SAME_CELLS && alike.length >= SAME_SHARE * column.length;
}

function isAlike(one: string, other: string): boolean {
  const digits = differingDigits(one, other);
  return digits.length === 2 && digits.every((digit) => ROUND_DIGITS.includes(digit));
}

/** Few dates of the page are of its year or one next to it, on a page with several. */
function isAloneInYear(date: string, years: ReadonlyMap<string, number>): boolean {
  const year = Number(date.slice(-4));
  const near = [year - 1, year, year + 1].reduce((sum, next) => sum + (years.get(String(next)) ?? 0), 0);
  const all = [...years.values()].reduce((sum, count) => sum + count, 0);
  return all > 2 && near <= Math.max(1, LONELY_SHARE * all);
}

/** A notice before the trade, or long after it, sure or not: what other rows do not show as well is not believed. */
function inOrder(row: RowDates<Reading>, columns: RowDates<readonly string[]>): RowDates<Reading> {
  const { transaction, notification } = row;
  if (!(isDate(transaction.reading) && isDate(notification.reading))) return row;
  const days = daysBetween(transaction.reading, notification.reading);
  if (days >= 0 && days <= LONGEST_NOTICE_DAYS) return row;
  const checked = (date: Reading, column: readonly string[]) => ({
    ...date,
    sure:
      date.sure &&
      column.filter((other) => other === date.reading).length > BEARING_OUT &&
      !column.some((other) => isAlike(other, date.reading ?? "")),
  });
  return {
    transaction: checked(transaction, columns.transaction),
    notification: checked(notification, columns.notification),
  };
}

function isDate(text: string | null): text is string {
  return text !== null && /^\d\d\/\d\d\/\d{4}$/.test(text);
}

/** Which dates of a page are believed. A print so poor that the looks at it mistake one digit for another is not trusted where they happen to agree. */
import { daysBetween, isWeekend } from "./date.ts";
import { countOf, differingDigits, FAINT, isBeyondDoubt, isFirm, type Seen, summed } from "./date-votes.ts";
import type { DateVotes } from "./read-date.ts";
import type { Reading } from "./reading.ts";
import { shapedDates } from "./shaped-dates.ts";

export interface RowDates<D> {
  readonly transaction: D;
  readonly notification: D;
}

/** Where fewer of a column's dates than this share are firm, its print is not trusted: three looks must agree, on digits that no print clots into others. */
const LEGIBLE_SHARE = 0.5;
/** Looks that differ in a pair of digits in more than this share of the dates with either of them make the pair doubtful on the page. */
const MISTAKEN_SHARE = 0.05;
/** In more than this share, and in several cells: nothing but the print itself tells them apart. */
const HOPELESS_SHARE = 0.25;
const HOPELESS_CELLS = 3;
/** On a legible page, two looks of three that agree like this are believed where the third saw no date. */
const NEARLY_FIRM = 0.8;
/** Or two of the three are as sure as this of any digits, in the column's commonest year. */
const VERY_FIRM = 0.93;
/** With so plain digits, three looks need agree no more surely than this. */
const UNANIMOUS = 0.6;
/** Digits that clotted print takes for one another. */
const ROUND_DIGITS = "035689";
/** With so many dates on a page, none of which the looks mistook, its print is above that. */
const ENOUGH_CELLS = 20;
/** So many firm dates bear out that another row has the same one. */
const BEARING_OUT = 2;
const LONELY_SHARE = 0.2;
/** A notice later than this after the trade is odd enough to be looked at. */
const LONGEST_NOTICE_DAYS = 400;

/** Pure: one answer for each row, in order. `reading` is `MM/DD/YYYY`, or what was read where that is no date; a blank cell is surely blank. */
export function judgeDates(rows: readonly RowDates<DateVotes>[]): RowDates<Reading>[] {
  const cells = shapedDates(
    rows.flatMap(({ transaction, notification }) => [summed(transaction), summed(notification)]),
  );
  const seen = rows.map((_, at) => ({
    transaction: cells[2 * at] as Seen,
    notification: cells[2 * at + 1] as Seen,
  }));
  const doubtful = mistakenDigits(cells, MISTAKEN_SHARE, 1);
  const hopeless = mistakenDigits(cells, HOPELESS_SHARE, HOPELESS_CELLS);
  const clean = doubtful.size === 0 && cells.filter(({ votes }) => votes.text !== null).length >= ENOUGH_CELLS;
  const columns = {
    transaction: columnOf(seen.map((row) => row.transaction)),
    notification: columnOf(seen.map((row) => row.notification)),
  };
  const years = countOf(cells.flatMap(({ date }) => date?.slice(-4) ?? []));
  const pairs = mostlyEqual(seen) ? seen.map(equalled) : seen;
  return pairs.map(({ transaction, notification }) => {
    // Printed twice and read alike twice: nothing bears a date out better.
    const backed = transaction.date === notification.date && (isFirm(transaction) || isFirm(notification));
    const alike = !clean && isAlike(transaction.date, notification.date);
    const believed = (cell: Seen, column: Column, weekend: boolean) => {
      if (cell.date === null || cell.shape === "contradicted") return false;
      if (isOfThePrint(cell) && !(weekend && isWeekend(cell.date))) return !isAloneInYear(cell.date, years);
      if (!isBorneOut(cell, column, backed)) return false;
      // A misread day falls on a weekend, when exchanges are shut, twice in seven times.
      const odd = alike || hasAny(cell.date.slice(0, 5), doubtful) || (weekend && isWeekend(cell.date));
      return (
        backed ||
        (!isAloneInYear(cell.date, years) &&
          (!odd || (isBeyondDoubt(cell) && !hasAny(cell.date.slice(0, 5), hopeless))))
      );
    };
    return inOrder(
      {
        transaction: readingOf(transaction, believed(transaction, columns.transaction, true)),
        notification: readingOf(notification, believed(notification, columns.notification, false)),
      },
      columns,
    );
  });
}

/** Whether the two dates of most rows of which both are firm are the same. */
function mostlyEqual(rows: readonly RowDates<Seen>[]): boolean {
  const firm = rows.filter(({ transaction, notification }) => isFirm(transaction) && isFirm(notification));
  const equal = firm.filter(({ transaction, notification }) => transaction.date === notification.date).length;
  return equal >= BEARING_OUT && equal > firm.length / 2;
}

/** In such a table, a date that looks like the other but for one digit is taken for it, where the other is beyond doubt and one of the looks saw the same. */
function equalled({ transaction, notification }: RowDates<Seen>): RowDates<Seen> {
  if (!isAlike(transaction.date, notification.date)) return { transaction, notification };
  return { transaction: asOther(transaction, notification), notification: asOther(notification, transaction) };
}

function asOther(cell: Seen, other: Seen): Seen {
  const { date } = other;
  if (!isBeyondDoubt(other) || isBeyondDoubt(cell) || date === null) return cell;
  const looks = cell.votes.dates.filter((vote) => vote.date === date);
  return looks.length === 0 ? cell : { ...cell, date, confidence: Math.max(...looks.map((look) => look.confidence)) };
}

function readingOf({ votes, date, confidence }: Seen, believed: boolean): Reading {
  if (votes.text === null) return { reading: null, confidence: 1, sure: true };
  if (date === null) return { reading: votes.text.text || null, confidence: votes.text.confidence, sure: false };
  return { reading: date, confidence, sure: believed };
}

/** What the column of a date shows. */
interface Column {
  /** The firm dates of its rows. */
  readonly firm: readonly string[];
  readonly legible: boolean;
  /** The year that most of its dates seem to be of. */
  readonly year: string;
}

function columnOf(cells: readonly Seen[]): Column {
  const filled = cells.filter(({ votes }) => votes.text !== null);
  const firm = filled.filter(isFirm).flatMap(({ date }) => date ?? []);
  const [[year] = [""]] = [...countOf(filled.flatMap(({ date }) => date?.slice(-4) ?? []))].sort((a, b) => b[1] - a[1]);
  return { firm, legible: firm.length >= LEGIBLE_SHARE * filled.length, year };
}

/** Looks saw it, and each of its digits is like the page's others. */
function isOfThePrint({ shape, confidence }: Seen): boolean {
  return shape === "borneOut" && confidence >= FAINT;
}

/** `backed`: the row's other date is the same, and one of the two is firm. */
function isBorneOut(cell: Seen, { firm, legible, year }: Column, backed: boolean): boolean {
  const { date, agreeing, dissenting, confidence } = cell;
  if (agreeing < 2) return false;
  const clear = agreeing > 2 && dissenting === 0 && !hasAny(variableDigits(cell), ROUND_DIGITS);
  if (isFirm(cell))
    return (
      legible ||
      clear ||
      ((agreeing > 2 || cell.votes.dates.length === 2) && confidence >= VERY_FIRM && date?.endsWith(year) === true)
    );
  const shown = backed || firm.filter((other) => other === date).length >= BEARING_OUT;
  if (dissenting > 0) return shown && legible;
  if (clear && confidence >= UNANIMOUS) return true;
  return confidence >= FAINT && (shown || (legible && (agreeing > 2 || confidence >= NEARLY_FIRM)));
}

/** What of a date may be any digit: month and day without the noughts that put them at two digits, and the year without its century. */
function variableDigits({ date }: Seen): string {
  const [month = "", day = "", year = ""] = (date ?? "").split("/");
  return `${Number(month)}/${Number(day)}/${year.slice(2)}`;
}

/** The digits of all pairs that the looks mistake for one another in more than a share of the dates that show either, and in at least so many. */
function mistakenDigits(cells: readonly Seen[], share: number, least: number): Set<string> {
  const mistaken = countOf(
    cells.flatMap(({ votes }) => [...new Set(differingDigits(votes.dates.filter(isLegible).map(({ date }) => date)))]),
  );
  const pairs = [...mistaken].filter(([pair, count]) => {
    const shown = cells.filter(({ date }) => date !== null && hasAny(date, pair)).length;
    return count >= least && count > share * shown;
  });
  return new Set(pairs.flatMap(([pair]) => [...pair]));
}

function hasAny(date: string, digits: Iterable<string>): boolean {
  return [...digits].some((digit) => date.includes(digit));
}

/** Two dates that differ in one digit only, in one that clotted print takes for the other. */
function isAlike(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  const [pair, more] = differingDigits([one, other]);
  return pair !== undefined && more === undefined && [...pair].every((digit) => ROUND_DIGITS.includes(digit));
}

/** Few dates of the page are of its year or one next to it, on a page with several. */
function isAloneInYear(date: string, years: ReadonlyMap<string, number>): boolean {
  const year = Number(date.slice(-4));
  const near = [year - 1, year, year + 1].reduce((sum, next) => sum + (years.get(String(next)) ?? 0), 0);
  const all = [...years.values()].reduce((sum, count) => sum + count, 0);
  return all > 2 && near <= Math.max(1, LONELY_SHARE * all);
}

/** A notice before the trade, or long after it, sure or not: what other rows do not show as well is not believed. */
function inOrder(row: RowDates<Reading>, columns: RowDates<Column>): RowDates<Reading> {
  const { transaction, notification } = row;
  if (!(isDate(transaction.reading) && isDate(notification.reading))) return row;
  const days = daysBetween(transaction.reading, notification.reading);
  if (days >= 0 && days <= LONGEST_NOTICE_DAYS) return row;
  const checked = (date: Reading, { firm }: Column) => ({
    ...date,
    sure: date.sure && firm.filter((other) => other === date.reading).length > BEARING_OUT,
  });
  return {
    transaction: checked(transaction, columns.transaction),
    notification: checked(notification, columns.notification),
  };
}

function isDate(text: string | null): text is string {
  return text !== null && /^\d\d\/\d\d\/\d{4}$/.test(text);
}

/** What a look hardly saw is no mistake of the print's. */
function isLegible({ confidence }: { readonly confidence: number }): boolean {
  return confidence >= FAINT;
}

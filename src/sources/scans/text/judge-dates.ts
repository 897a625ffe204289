/** Which dates of a page are believed. A print so poor that the looks at it mistake one digit for another is not trusted where they happen to agree. */
import { daysBetween, isWeekend } from "./date.ts";
import type { DateVotes } from "./read-date.ts";
import type { Reading } from "./reading.ts";

export interface RowDates<D> {
  readonly transaction: D;
  readonly notification: D;
}

/** Two looks that agree with this confidence are firm; in between other rows must bear them out. */
const FIRM = 0.85;
const FAINT = 0.5;
/** On a page of which fewer dates than this share are firm, three looks must agree. */
const LEGIBLE_SHARE = 0.5;
const CLEAR_SHARE = 0.8;
/** Looks that differ in a pair of digits in more than this share of the dates with either of them make the pair doubtful on the page. */
const MISTAKEN_SHARE = 0.05;
const ROUND_DIGITS = "035689";
/** A page is clear where nearly all dates are firm, and there are enough of them to tell. */
const ENOUGH_CELLS = 20;
/** So many firm dates bear out that another row has the same one. */
const BEARING_OUT = 2;
/** A notice later than this after the trade is odd enough to be looked at. */
const LONGEST_NOTICE_DAYS = 400;

/** Pure: one answer for each row, in order. `reading` is `MM/DD/YYYY`, or what was read where that is no date; a blank cell is surely blank. */
export function judgeDates(rows: readonly RowDates<DateVotes>[]): RowDates<Reading>[] {
  const seen = rows.map(({ transaction, notification }) => ({
    transaction: summed(transaction),
    notification: summed(notification),
  }));
  const page = pageOf(seen);
  const years = countOf([...page.firm.transaction, ...page.firm.notification], (date) => date.slice(-4));
  return seen.map((row) => {
    // Printed twice and read alike twice: nothing bears a date out better.
    const seenTwice =
      isFirm(row.transaction) && isFirm(row.notification) && row.transaction.date === row.notification.date;
    const alike = !seenTwice && !page.clear && isAlike(row.transaction.date, row.notification.date);
    const transaction = judged(row.transaction, { page, firm: page.firm.transaction, ofTrade: true, seenTwice, alike });
    const notification = judged(row.notification, {
      page,
      firm: page.firm.notification,
      ofTrade: false,
      seenTwice,
      alike,
    });
    return inOrder({ transaction: inYears(transaction, years), notification: inYears(notification, years) }, page.firm);
  });
}

/** What a cell's votes come to. */
interface Seen {
  readonly votes: DateVotes;
  /** The date that most looks saw, with the lesser confidence of the two surest. */
  readonly date: string | null;
  readonly confidence: number;
  readonly agreeing: number;
  readonly dissenting: number;
}

function summed(votes: DateVotes): Seen {
  const counts = countOf(votes.dates.map(({ date }) => date));
  const [date, agreeing] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [null, 0];
  const sure = votes.dates.filter((vote) => vote.date === date).map(({ confidence }) => confidence);
  sure.sort((a, b) => b - a);
  const confidence = sure[1] ?? Math.min(FAINT, sure[0] ?? 0);
  return { votes, date, confidence, agreeing, dissenting: votes.dates.length - agreeing };
}

/** How well the page can be read. */
interface Page {
  readonly clear: boolean;
  readonly legible: boolean;
  /** Pairs of digits that the looks mistake for one another, as `68`. */
  readonly doubtful: ReadonlySet<string>;
  readonly firm: RowDates<readonly string[]>;
}

function pageOf(rows: readonly RowDates<Seen>[]): Page {
  const cells = rows.flatMap(({ transaction, notification }) => [transaction, notification]);
  const filled = cells.filter(({ votes }) => votes.text !== null);
  const share = filled.filter(isFirm).length / Math.max(1, filled.length);
  const dates = (field: keyof RowDates<Seen>) =>
    rows.map((row) => row[field]).flatMap((seen) => (seen.date !== null && isFirm(seen) ? [seen.date] : []));
  const doubtful = doubtfulPairs(filled);
  return {
    clear: share >= CLEAR_SHARE && doubtful.size === 0 && filled.length >= ENOUGH_CELLS,
    legible: share >= LEGIBLE_SHARE,
    doubtful,
    firm: { transaction: dates("transaction"), notification: dates("notification") },
  };
}

function isFirm({ agreeing, dissenting, confidence }: Seen): boolean {
  return agreeing > 1 && dissenting === 0 && confidence >= FIRM;
}

function doubtfulPairs(cells: readonly Seen[]): Set<string> {
  const mistaken = countOf(
    cells.flatMap(({ votes }) => [...new Set(differingDigits(votes.dates.map(({ date }) => date)))]),
  );
  const doubtful = [...mistaken].filter(([pair, count]) => {
    const shown = cells.filter(({ date }) => date !== null && [...pair].some((digit) => date.includes(digit))).length;
    return count > MISTAKEN_SHARE * shown;
  });
  return new Set(doubtful.map(([pair]) => pair));
}

/** Of dates that differ, the digits that stand in each other's place. */
function differingDigits(dates: readonly string[]): string[] {
  return dates.flatMap((one, at) =>
    dates
      .slice(at + 1)
      .flatMap((other) =>
        [...one].flatMap((digit, place) => (digit === other[place] ? [] : [[digit, other[place]].sort().join("")])),
      ),
  );
}

/** What is known beside a cell's own votes. */
interface Beside {
  readonly page: Page;
  /** The firm dates of its column. */
  readonly firm: readonly string[];
  readonly ofTrade: boolean;
  /** The row's other date is the same, and both are firm. */
  readonly seenTwice: boolean;
  /** The row's other date looks like it but for one digit. */
  readonly alike: boolean;
}

function judged(seen: Seen, beside: Beside): Reading {
  const { votes, date, confidence } = seen;
  if (votes.text === null) return { reading: null, confidence: 1, sure: true };
  if (date === null) return { reading: votes.text.text || null, confidence: votes.text.confidence, sure: false };
  return { reading: date, confidence, sure: isBelieved(seen, date, beside) };
}

function isBelieved(seen: Seen, date: string, { page, firm, ofTrade, seenTwice, alike }: Beside): boolean {
  const { agreeing, dissenting, confidence } = seen;
  if (agreeing < 2 || alike || (isOdd(date, page, ofTrade) && !seenTwice)) return false;
  if (isFirm(seen)) return page.legible || agreeing > 2;
  const borneOut = firm.filter((other) => other === date).length >= BEARING_OUT;
  if (dissenting > 0) return borneOut && page.legible;
  return confidence >= FAINT && (borneOut || (page.legible && agreeing > 2));
}

/** A trade on a weekend, when exchanges are shut (a misread day falls on one twice in seven times), and digits that the page's looks mistake. */
function isOdd(date: string, page: Page, ofTrade: boolean): boolean {
  const monthAndDay = date.slice(0, 5);
  const doubted = [...page.doubtful].some((pair) => [...pair].some((digit) => monthAndDay.includes(digit)));
  return doubted || (ofTrade && isWeekend(date));
}

/** Two dates that differ in one digit only, in one that clotted print takes for the other. */
function isAlike(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  const [pair, more] = differingDigits([one, other]);
  return pair !== undefined && more === undefined && [...pair].every((digit) => ROUND_DIGITS.includes(digit));
}

/** A year that is next to no other of the page, on a page with several dates, is not believed. */
function inYears(date: Reading, years: ReadonlyMap<string, number>): Reading {
  if (!date.sure || date.reading === null) return date;
  const year = Number(date.reading.slice(-4));
  const near = [year - 1, year, year + 1].reduce((sum, next) => sum + (years.get(String(next)) ?? 0), 0);
  const all = [...years.values()].reduce((sum, count) => sum + count, 0);
  return all > 2 && near <= 1 ? { ...date, sure: false } : date;
}

/** A notice before the trade, or long after it: what other rows do not show as well is not believed. */
function inOrder(row: RowDates<Reading>, firm: RowDates<readonly string[]>): RowDates<Reading> {
  const { transaction, notification } = row;
  if (!(transaction.sure && notification.sure) || transaction.reading === null || notification.reading === null)
    return row;
  const days = daysBetween(transaction.reading, notification.reading);
  if (days >= 0 && days <= LONGEST_NOTICE_DAYS) return row;
  const checked = (date: Reading, others: readonly string[]) => ({
    ...date,
    sure: others.filter((other) => other === date.reading).length > BEARING_OUT,
  });
  return {
    transaction: checked(transaction, firm.transaction),
    notification: checked(notification, firm.notification),
  };
}

function countOf(values: readonly string[], key: (value: string) => string = (value) => value): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(key(value), (counts.get(key(value)) ?? 0) + 1);
  return counts;
}

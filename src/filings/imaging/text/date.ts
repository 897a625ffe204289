/** Parses dates as printed on the form, and does calendar arithmetic. */

const MONTHS = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];
/** Range of plausible years. The law that requires these reports is from 2012, and some reports list earlier trades. */
const EARLIEST_YEAR = 2008;
const LATEST_YEAR = 2099;

/**
 * Parses a text that is one whole date (`6/11/20`, `06-11-2020`, `6.11.20`, `2020-06-11`, `June 11, 2020`, `11-Jun-20`) to `MM/DD/YYYY`.
 * Returns null for anything else and for days not in the calendar. A two-digit year belongs to this century.
 */
export function parseDate(text: string): string | null {
  const plain = text.replace(/\s+/g, " ").replace(/^[^0-9a-z]+|[^0-9a-z]+$/gi, "");
  const numbers = /^(\d{1,2}) ?([/.-]) ?(\d{1,2}) ?\2 ?(\d{4}|\d{2})$/.exec(plain);
  if (numbers) return formatUsDate(Number(numbers[1]), Number(numbers[3]), expandYear(numbers[4]));
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(plain);
  if (iso) return formatUsDate(Number(iso[2]), Number(iso[3]), Number(iso[1]));
  const named = /^([a-z]{3,9})\.? ?-?(\d{1,2})(?:st|nd|rd|th)?,? ?-?(\d{4})$/i.exec(plain);
  if (named) return formatUsDate(parseMonth(named[1]), Number(named[2]), expandYear(named[3]));
  const dayFirst = /^(\d{1,2})[ -]([a-z]{3,9})\.?[ -](\d{4}|\d{2})$/i.exec(plain);
  return dayFirst ? formatUsDate(parseMonth(dayFirst[2]), Number(dayFirst[1]), expandYear(dayFirst[3])) : null;
}

function expandYear(digits: string | undefined): number {
  return Number(digits) + (digits?.length === 2 ? 2000 : 0);
}

/** Returns the number of a month (1 to 12) from its name or an abbreviation; 0 if the word is not a month. */
function parseMonth(word = ""): number {
  const lowerWord = word.toLowerCase();
  return MONTHS.findIndex((month) => month.startsWith(lowerWord)) + 1;
}

function formatUsDate(month: number, day: number, year: number): string | null {
  if (month < 1 || month > 12 || day < 1 || year < EARLIEST_YEAR || year > LATEST_YEAR) return null;
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  return `${String(month).padStart(2, "0")}/${String(day).padStart(2, "0")}/${year}`;
}

/** Counts the days from one `MM/DD/YYYY` to another; negative if the other is earlier. */
export function countDaysBetweenUsDates(one: string, other: string): number {
  return (toUtcMs(other) - toUtcMs(one)) / 86_400_000;
}

function toUtcMs(date: string): number {
  const [month, day, year] = date.split("/").map(Number) as [number, number, number];
  return Date.UTC(year, month - 1, day);
}

/** Returns whether a `MM/DD/YYYY` is a Saturday or Sunday. */
export function isWeekend(date: string): boolean {
  return [0, 6].includes(new Date(toUtcMs(date)).getUTCDay());
}

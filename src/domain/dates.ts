/** A calendar date `YYYY-MM-DD` without time or zone. The brand keeps unchecked strings from passing for a date. */
export type IsoDate = string & { readonly __day: "IsoDate" };

const DAY_MS = 86_400_000;

/** Parses `"2026-02-09"`; null if there is no such date. */
export function parseIsoDate(text: string): IsoDate | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return found ? createIsoDate(Number(found[1]), Number(found[2]), Number(found[3])) : null;
}

/** Parses a printed `M/D/YYYY`, with or without leading zeros, as both chambers print it; null if there is no such date. */
export function parseUsDate(text: string): IsoDate | null {
  const found = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(text);
  return found ? createIsoDate(Number(found[3]), Number(found[1]), Number(found[2])) : null;
}

export const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"] as const;

/** Parses a date with a spelled month (`Sept`, `JAN` or `january`); null if there is no such date. */
export function parseSpelledDate(month: string, date: string, year: string): IsoDate | null {
  const at = MONTHS.findIndex((each) => month.toLowerCase().startsWith(each));
  return at < 0 ? null : createIsoDate(Number(year), at + 1, Number(date));
}

/** Returns the calendar date of an instant in a time zone. Example: the trading day of a bar in `America/New_York`. */
export function toIsoDate(instant: Date, timeZone = "UTC"): IsoDate {
  if (timeZone === "UTC") return instant.toISOString().slice(0, 10) as IsoDate;
  return new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
    instant,
  ) as IsoDate;
}

/** Counts the days from `from` to `to`; negative if `to` is earlier. */
export function countDaysBetween(from: IsoDate, to: IsoDate): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** Returns the same day of an earlier month. A shorter month gives its last day: March 31 less one month is February 28. */
export function subtractMonths(day: IsoDate, months: number): IsoDate {
  const at = new Date(day);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() - months];
  const lastOfMonth = Date.UTC(year, month + 1, 0);
  const before = Math.min(Date.UTC(year, month, at.getUTCDate()), lastOfMonth);
  return new Date(before).toISOString().slice(0, 10) as IsoDate;
}

export function addDays(from: IsoDate, days: number): IsoDate {
  return new Date(Date.parse(from) + days * DAY_MS).toISOString().slice(0, 10) as IsoDate;
}

function createIsoDate(year: number, month: number, dayOfMonth: number): IsoDate | null {
  const at = new Date(Date.UTC(year, month - 1, dayOfMonth));
  at.setUTCFullYear(year);
  if (at.getUTCFullYear() !== year || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== dayOfMonth) return null;
  return at.toISOString().slice(0, 10) as IsoDate;
}

/** Trading days and hours of U.S. stock exchanges, by NYSE Rule 7.2 and yearly notices; other closures are listed by date. */
import { addDays, type IsoDate } from "./dates.ts";

/** Minutes since midnight in New York. */
export const OPEN_MINUTE = 9 * 60 + 30;
const CLOSE_MINUTE = 16 * 60;
const EARLY_CLOSE_MINUTE = 13 * 60;

/** Special all-day closures: the attacks of 2001, days of mourning for presidents, the storm of 2012. */
const SPECIAL_CLOSURES = new Set([
  "2001-09-11",
  "2001-09-12",
  "2001-09-13",
  "2001-09-14",
  "2004-06-11",
  "2007-01-02",
  "2012-10-29",
  "2012-10-30",
  "2018-12-05",
  "2025-01-09",
]);

/** Minute at which trading ends; null on a day without trading. */
export function findCloseMinute(day: IsoDate): number | null {
  if (!isTradingDay(day)) return null;
  return isEarlyCloseDay(day) ? EARLY_CLOSE_MINUTE : CLOSE_MINUTE;
}

export function isTradingDay(day: IsoDate): boolean {
  const weekday = getWeekday(day);
  if (weekday === 0 || weekday === 6 || SPECIAL_CLOSURES.has(day)) return false;
  return !listHolidays(Number(day.slice(0, 4))).has(day);
}

/** Dates of a year (`2026-12-25`) on which the exchanges are closed; some may be a Saturday or Sunday. */
export function listClosures(year: number): readonly string[] {
  return [...listHolidays(year), ...[...SPECIAL_CLOSURES].filter((day) => day.startsWith(`${year}-`))];
}

/** True for a weekday without trading. */
export function isHoliday(day: IsoDate): boolean {
  return getWeekday(day) % 6 !== 0 && !isTradingDay(day);
}

/** First day of the first year for which all holidays are known; before it, only weekends are known. */
const HOLIDAYS_SINCE = "1998-01-01";

/** True if there can be a price for that day. */
export function mayBeTradingDay(day: IsoDate): boolean {
  return day < HOLIDAYS_SINCE ? getWeekday(day) % 6 !== 0 : isTradingDay(day);
}

export function findTradingDayBefore(day: IsoDate): IsoDate {
  let before = addDays(day, -1);
  while (!isTradingDay(before)) before = addDays(before, -1);
  return before;
}

/** The first trading day on or after `day`. */
export function findTradingDayFrom(day: IsoDate): IsoDate {
  let from = day;
  while (!isTradingDay(from)) from = addDays(from, 1);
  return from;
}

/** True if trading ends early: on the day after Thanksgiving, on Christmas Eve and on July 3. The day must be a trading day. */
function isEarlyCloseDay(day: IsoDate): boolean {
  const thanksgiving = findNthWeekday(Number(day.slice(0, 4)), 11, 4, 4);
  return day === addDays(thanksgiving, 1) || day.endsWith("-12-24") || day.endsWith("-07-03");
}

const holidays = new Map<number, ReadonlySet<string>>();

function listHolidays(year: number): ReadonlySet<string> {
  const known = holidays.get(year);
  if (known) return known;
  const days = [
    // A New Year's Day on a Saturday is not observed on Friday: that day, December 31, ends the accounting year.
    ...(getWeekday(createDay(year, 1, 1)) === 6 ? [] : [toObservedDay(createDay(year, 1, 1))]),
    ...(year >= 1998 ? [findNthWeekday(year, 1, 1, 3)] : []),
    findNthWeekday(year, 2, 1, 3),
    addDays(computeEasterSunday(year), -2),
    findLastMonday(year, 5),
    ...(year >= 2022 ? [toObservedDay(createDay(year, 6, 19))] : []),
    toObservedDay(createDay(year, 7, 4)),
    findNthWeekday(year, 9, 1, 1),
    findNthWeekday(year, 11, 4, 4),
    toObservedDay(createDay(year, 12, 25)),
  ];
  const found = new Set<string>(days);
  holidays.set(year, found);
  return found;
}

/** Moves Saturday to Friday and Sunday to Monday. */
function toObservedDay(day: IsoDate): IsoDate {
  const weekday = getWeekday(day);
  if (weekday === 6) return addDays(day, -1);
  return weekday === 0 ? addDays(day, 1) : day;
}

/** `weekday`: 0 is Sunday. */
function findNthWeekday(year: number, month: number, weekday: number, nth: number): IsoDate {
  const first = createDay(year, month, 1);
  return addDays(first, ((weekday - getWeekday(first) + 7) % 7) + 7 * (nth - 1));
}

function findLastMonday(year: number, month: number): IsoDate {
  const last = addDays(createDay(year, month + 1, 1), -1);
  return addDays(last, -((getWeekday(last) + 6) % 7));
}

/** Gregorian computus (Meeus, Jones, Butcher). */
function computeEasterSunday(year: number): IsoDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return createDay(year, Math.floor(sum / 31), (sum % 31) + 1);
}

function getWeekday(day: IsoDate): number {
  return new Date(day).getUTCDay();
}

function createDay(year: number, month: number, day: number): IsoDate {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10) as IsoDate;
}

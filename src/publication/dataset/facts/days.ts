/** Converts between day numbers (days since 1970-01-01) and years, and day numbers to quarters. */

const DAY_MS = 86_400_000;
const MONTHS_OF_QUARTER = 3;
/** First day number of the lookup table, which covers two centuries. */
const FIRST_DAY = -25_567;

export function getDayYear(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}

/** Returns the day number of January 1. */
export function getFirstDay(year: number): number {
  return Date.UTC(year, 0) / DAY_MS;
}

/** Quarter by day, 0 until it is computed: many trades share a day, and converting a day number to a date is slow. */
const cachedQuarters = new Uint16Array(73_048);

/** Quarters since the year 0: 2024 begins with 8096. */
export function getDayQuarter(day: number): number {
  const found = cachedQuarters[day - FIRST_DAY];
  if (found !== undefined && found > 0) return found;
  const quarter = getDayYear(day) * 4 + Math.floor(new Date(day * DAY_MS).getUTCMonth() / MONTHS_OF_QUARTER);
  if (found === 0) cachedQuarters[day - FIRST_DAY] = quarter;
  return quarter;
}

/** Years and quarters of day numbers (days since 1970-01-01). */

const DAY_MS = 86_400_000;
const MONTHS_OF_QUARTER = 3;
/** Day numbers from here on, for two centuries, are looked up. */
const FIRST_DAY = -25_567;

export function yearOf(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}

/** The same few thousand days occur in all facts, and a date costs more than the rest of a count; 0 is not known yet. */
const known = new Uint16Array(73_048);

/** Quarters since the year 0: 2024's first is 8096. */
export function quarterOf(day: number): number {
  const found = known[day - FIRST_DAY];
  if (found !== undefined && found > 0) return found;
  const quarter = yearOf(day) * 4 + Math.floor(new Date(day * DAY_MS).getUTCMonth() / MONTHS_OF_QUARTER);
  if (found === 0) known[day - FIRST_DAY] = quarter;
  return quarter;
}

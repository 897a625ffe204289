/** Lists trading days, counted in days since 1970-01-01, and the trading days on which a series has no price. */
import { toDayText } from "./bar-columns.ts";
import type { IsoDate } from "./dates.ts";
import { listClosures } from "./exchange-calendar.ts";

const DAY_MS = 86_400_000;
/** Weekday of 1970-01-01, where 0 is Sunday. */
const THURSDAY = 4;

/** Caches only the last result, since all callers ask for the days of one series, the benchmark. */
let known = { first: 0, last: -1, sessions: new Int32Array() };

/** Trading days from one day to another, both included, ascending. */
export function listSessions(first: number, last: number): Int32Array {
  if (known.first === first && known.last === last) return known.sessions;
  const years = [first, last].map((day) => new Date(day * DAY_MS).getUTCFullYear()) as [number, number];
  const closed = new Set<number>();
  for (let year = years[0]; year <= years[1]; year += 1)
    for (const day of listClosures(year)) closed.add(Date.parse(day) / DAY_MS);
  const days = Int32Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  const sessions = days.filter((day) => (day + THURSDAY) % 7 !== 0 && (day + THURSDAY) % 7 !== 6 && !closed.has(day));
  known = { first, last, sessions };
  return sessions;
}

/** Trading days that a series lacks between its first and its last day. @param days ascending. */
export function listMissingSessions(days: Int32Array): readonly IsoDate[] {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const priced = new Set(days);
  return Array.from(listSessions(first, last)).flatMap((day) => (priced.has(day) ? [] : [toDayText(day)]));
}

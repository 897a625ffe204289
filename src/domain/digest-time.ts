/** Computes when a daily e-mail digest is due: at the same local hour of a time zone, also across daylight saving changes. */
import { addDays, type IsoDate, toIsoDate } from "./dates.ts";

export interface DigestTime {
  /** 0 to 23. */
  readonly hour: number;
  /** IANA time zone name: `America/New_York`. */
  readonly timeZone: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** True if the runtime's time zone database has the name. False for an offset (`+02:00`), which has no daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Returns the time of the next digest, later than `after`. @throws {RangeError} for an unknown time zone. */
export function computeNextDigestTime(after: Date, time: DigestTime): Date {
  const today = toIsoDate(after, time.timeZone);
  // Start a day early: if clocks are set forward across midnight, one day's due hour falls on the next day.
  for (let days = -1; ; days += 1) {
    const at = computeDigestTime(addDays(today, days), time);
    if (at > after) return at;
  }
}

/**
 * Returns the instant of a local hour on a day. If the hour occurs twice, the first occurrence counts. If clocks skip the hour,
 * the result is later by the amount that they are set forward (02:00 becomes 03:00). RFC 5545 and `Temporal` do the same.
 */
export function computeDigestTime(day: IsoDate, { hour, timeZone }: DigestTime): Date {
  const clock = createTimeFormat(timeZone);
  const asUtc = Date.parse(day) + hour * HOUR_MS;
  const before = asUtc - getUtcOffsetMs(clock, asUtc - DAY_MS);
  const after = asUtc - getUtcOffsetMs(clock, asUtc + DAY_MS);
  const isAfter = before + getUtcOffsetMs(clock, before) !== asUtc && after + getUtcOffsetMs(clock, after) === asUtc;
  return new Date(isAfter ? after : before);
}

function createTimeFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
}

/** Returns the milliseconds by which local time is ahead of UTC at an instant. */
function getUtcOffsetMs(clock: Intl.DateTimeFormat, instant: number): number {
  const parts = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const { year, month, day, hour, minute, second } = parts as Record<string, number>;
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second) - instant;
}

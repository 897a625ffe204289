/** When the digest of a day is due: at an hour of a time zone, whatever its clocks do that day. */
import { addDays, dayOf, type IsoDate } from "./dates.ts";

/** An hour of the day in a time zone. */
export interface DigestTime {
  /** 0 to 23. */
  readonly hour: number;
  /** A name of the IANA time zone database: `America/New_York`. */
  readonly timeZone: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Whether the runtime's time zone database has that name. A bare offset (`+02:00`) is none: it knows no daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The first time after that instant. @throws {RangeError} for a time zone that is not known. */
export function nextDigestAt(after: Date, time: DigestTime): Date {
  const today = dayOf(after, time.timeZone);
  // Clocks that are set forward over midnight move the hour of one day into the next.
  for (let days = -1; ; days += 1) {
    const at = digestAt(addDays(today, days), time);
    if (at > after) return at;
  }
}

/**
 * The instant of the hour on that day. An hour that comes twice is the first of the two; one that does not exist is as long after the change as it
 * would have been (02:00 is 03:00), as RFC 5545 and `Temporal` have it.
 */
export function digestAt(day: IsoDate, { hour, timeZone }: DigestTime): Date {
  const clock = clockOf(timeZone);
  const asUtc = Date.parse(day) + hour * HOUR_MS;
  const before = asUtc - aheadMs(clock, asUtc - DAY_MS);
  const after = asUtc - aheadMs(clock, asUtc + DAY_MS);
  const isAfter = before + aheadMs(clock, before) !== asUtc && after + aheadMs(clock, after) === asUtc;
  return new Date(isAfter ? after : before);
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
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

/** Milliseconds by which a clock is ahead of UTC at that instant. */
function aheadMs(clock: Intl.DateTimeFormat, instant: number): number {
  const parts = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const { year, month, day, hour, minute, second } = parts as Record<string, number>;
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second) - instant;
}

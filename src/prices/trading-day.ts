/** Trading days of the U.S. exchanges in New York time, and the freshness of prices. */
import { LRUCache } from "lru-cache";
import { getOrAdd } from "../base/get-or-add.ts";
import { toDayText } from "../domain/bar-columns.ts";
import { addDays, type IsoDate } from "../domain/dates.ts";
import { findCloseMinute, findTradingDayBefore, isTradingDay, OPEN_MINUTE } from "../domain/exchange-calendar.ts";

/** Minutes after the close until prices include the closing auctions. */
const CLOSING_MINUTES = 30;
const REGULAR_CLOSE_MINUTE = 16 * 60;
const QUOTE_FRESH_OPEN_MS = 15_000;
const QUOTE_FRESH_CLOSING_MS = 10 * 60_000;
const BARS_FRESH_OPEN_MS = 15 * 60_000;

/** New York wall-clock time: the day, and minutes since midnight. */
interface WallTime {
  readonly day: IsoDate;
  readonly minute: number;
}

const newYork = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/New_York",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

function getNewYorkTime(at: Date): WallTime {
  const [day = "", time = ""] = newYork.format(at).split(", ");
  const [hour = "0", minute = "0"] = time.split(":");
  return { day: day as IsoDate, minute: Number(hour) * 60 + Number(minute) };
}

const HOUR_MS = 3_600_000;

/** Day in New York. Uses `Intl` only if the day depends on daylight saving time: `Intl` is slow for thousands of days. */
export function getNewYorkDay(at: Date): IsoDate {
  const [inSummer, inWinter] = [4, 5].map((hours) => Math.floor((at.getTime() - hours * HOUR_MS) / (24 * HOUR_MS)));
  return inSummer === inWinter && inSummer !== undefined ? toDayText(inSummer) : getNewYorkTime(at).day;
}

/** Time of a day's regular close: 16:00 in New York, 13:00 on a short day. */
export function getCloseTime(day: IsoDate): Date {
  return toNewYorkInstant(day, findCloseMinute(day) ?? REGULAR_CLOSE_MINUTE);
}

/** Instant at which New York clocks show this minute of the day. */
export function toNewYorkInstant(day: IsoDate, minute: number): Date {
  const standardTime = new Date(Date.parse(day) + (minute + 5 * 60) * 60_000);
  return getNewYorkTime(standardTime).minute === minute ? standardTime : new Date(standardTime.getTime() - 3_600_000);
}

/** Returns an instant in the night after `day`: the day has ended in New York, and the next trading day has not begun. */
export function getEndOfDay(day: IsoDate): Date {
  return new Date(Date.parse(day) + 30 * 3_600_000);
}

/** Stage of the trading day. `closing`: the exchanges have just closed and prices may still change. */
function getMarketPhase({ day, minute }: WallTime): "open" | "closing" | "closed" {
  const close = findCloseMinute(day);
  if (close === null || minute < OPEN_MINUTE || minute >= close + CLOSING_MINUTES) return "closed";
  return minute < close ? "open" : "closing";
}

export function isExchangeOpen(at: Date): boolean {
  return getMarketPhase(getNewYorkTime(at)) === "open";
}

/** Returns whether the latest prices that are final at the time `now` were already final at the time `at`. */
function hasBecomeFinal(at: WallTime, now: WallTime): boolean {
  const day = findFinalDay(now);
  return at.day > day || (at.day === day && at.minute >= getFinalMinute(day));
}

function findFinalDay({ day, minute }: WallTime): IsoDate {
  return isTradingDay(day) && minute >= getFinalMinute(day) ? day : findTradingDayBefore(day);
}

/** Prices become final on the half hour, so `findLatestFinalDay` returns the same day during a whole half hour. */
const STEP_MS = 30 * 60_000;
/** Caches `findLatestFinalDay` results by half hour, as checks of thousands of symbols ask about the same few half hours. */
const finalDays = new LRUCache<number, IsoDate>({ max: 1000 });

/** Latest trading day whose prices were final at `at`: a day is final 30 minutes after the close. */
export function findLatestFinalDay(at: Date): IsoDate {
  const step = Math.floor(at.getTime() / STEP_MS);
  return getOrAdd(finalDays, step, () => findFinalDay(getNewYorkTime(at)));
}

function getFinalMinute(day: IsoDate): number {
  return (findCloseMinute(day) ?? REGULAR_CLOSE_MINUTE) + CLOSING_MINUTES;
}

/**
 * Every quote is fresh for 15 seconds. During trading hours, no quote is fresh for longer. A quote fetched after the close, but
 * before prices are final, stays fresh for 10 minutes or until prices are final, whichever comes first. A quote fetched once
 * prices are final stays fresh until the next open.
 */
export function isQuoteFresh(fetchedAt: Date, now: Date): boolean {
  const age = now.getTime() - fetchedAt.getTime();
  // The timestamp comes from a clock that ran ahead.
  if (age < -QUOTE_FRESH_OPEN_MS) return false;
  if (age < QUOTE_FRESH_OPEN_MS) return true;
  const wall = getNewYorkTime(now);
  const fetched = getNewYorkTime(fetchedAt);
  const stage = getMarketPhase(wall);
  if (stage === "open") return false;
  if (stage === "closing") {
    return age < QUOTE_FRESH_CLOSING_MS && fetched.minute >= (findCloseMinute(wall.day) ?? REGULAR_CLOSE_MINUTE);
  }
  return hasBecomeFinal(fetched, wall);
}

/** Daily bars fetched before the day is final are fresh for 15 minutes. Bars fetched later are fresh until the next open. */
export function areBarsFresh(refreshedAt: Date, now: Date): boolean {
  if (Math.abs(now.getTime() - refreshedAt.getTime()) < BARS_FRESH_OPEN_MS) return true;
  // The timestamp comes from a clock that ran ahead.
  if (refreshedAt > now) return false;
  const wall = getNewYorkTime(now);
  return getMarketPhase(wall) === "closed" && hasBecomeFinal(getNewYorkTime(refreshedAt), wall);
}

/** Returns whether a bar may still change because its day had not ended when it was fetched. */
export function isPartialDay(day: IsoDate, fetchedAt: Date): boolean {
  return day >= getNewYorkDay(fetchedAt);
}

/** Number of trading days after `from`, up to and including `to`. */
export function countTradingDays(from: IsoDate, to: IsoDate): number {
  let days = 0;
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (isTradingDay(day)) days += 1;
  return days;
}

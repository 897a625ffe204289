/** Parses Nasdaq's values, which are all text: `$41.2907`, `-0.86%`, `44,902,322.096396`, `N/A`, `Closed at Sep 3, 2026 4:00 PM ET`. */
import { type IsoDate, parseSpelledDate, parseUsDate } from "../../../domain/dates.ts";

/** Parses a number with or without dollar sign, thousands separators and percent sign; 0 for `UNCH` (unchanged); null for anything else. */
export function parsePrintedNumber(value: unknown): number | null {
  if (typeof value !== "string") return null;
  const text = value.trim().replace(/^([+-]?)\$/, "$1");
  if (text.toUpperCase() === "UNCH") return 0;
  if (!/^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?%?$/.test(text)) return null;
  return Number(text.replace(/[,%]/g, ""));
}

/** Parses `$76.87/$25.31` or `25.31 - 76.87`, and returns the lower number first; null if it is not two numbers. */
export function parsePrintedRange(value: unknown): readonly [number, number] | null {
  if (typeof value !== "string") return null;
  const [one, other, ...more] = value.split(/\/|\s-\s/).map(parsePrintedNumber);
  if (one == null || other == null || more.length > 0) return null;
  return [Math.min(one, other), Math.max(one, other)];
}

/** A time as printed by Nasdaq, in New York time. */
export interface PrintedTime {
  readonly day: IsoDate;
  /** Minutes since midnight; null if only the day is given. */
  readonly minute: number | null;
  /** True if Nasdaq labels the time as the close. */
  readonly isClose: boolean;
}

/** Matches `CLOSED AT 4:00 PM ET ON Feb 23, 2023`, where the time comes before the day. */
const TIME_FIRST = /^(closed at|data as of|as of|last trade at)[:,]? +(\d{1,2}:\d{2}.*?),? on +(.+)$/i;
/** Label words before the day. */
const LABEL = /^(closed at|data as of|as of|last trade at)[:,]? +/i;
/** `Sep 3, 2026`, `September 3 2026`, `9/3/2026`, `2026-09-03`. */
const DAY = /^(?:([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})|(\d{1,2})\/(\d{1,2})\/(\d{4})|(\d{4})-(\d{2})-(\d{2}))/i;
/** `4:00 PM ET`, `16:00:00`; a suffix such as `- PRE-MARKET` has been removed before. */
const CLOCK = /^(?:,? (?:at )?|T)(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?: ?([ap])\.?m\.?)?(?: e[sd]?t)?$/i;

export function parsePrintedTime(value: unknown): PrintedTime | null {
  const printed = typeof value === "string" ? value.trim().replace(/ +- .*$/, "") : "";
  const text = printed.replace(TIME_FIRST, "$1 $3 $2");
  const [label = ""] = LABEL.exec(text) ?? [];
  const unlabeled = text.slice(label.length);
  const [dayPart = ""] = DAY.exec(unlabeled) ?? [];
  const day = parsePrintedDay(dayPart);
  if (day === null) return null;
  const isClose = /^closed/i.test(label);
  const clock = unlabeled.slice(dayPart.length);
  if (clock === "") return { day, minute: null, isClose };
  const minute = parseMinute(clock);
  return minute === null ? null : { day, minute, isClose };
}

/** Parses a day in any of the formats that Nasdaq has used. */
export function parsePrintedDay(value: unknown): IsoDate | null {
  const [matched, monthName = "", day, year, month, dayOfMonth, usYear, isoYear, isoMonth, isoDay] =
    DAY.exec(typeof value === "string" ? value.trim() : "") ?? [];
  if (matched === undefined || matched !== (value as string).trim()) return null;
  if (isoYear !== undefined) return parseUsDate(`${isoMonth}/${isoDay}/${isoYear}`);
  if (usYear !== undefined) return parseUsDate(`${month}/${dayOfMonth}/${usYear}`);
  return parseSpelledDate(monthName, day ?? "", year ?? "");
}

/** Minutes since midnight; null for an impossible time. */
function parseMinute(clock: string): number | null {
  const [, hour, minutes, amOrPm] = CLOCK.exec(clock) ?? [];
  if (hour === undefined || Number(minutes) > 59) return null;
  if (amOrPm === undefined) return Number(hour) > 23 || hour.length < 2 ? null : Number(hour) * 60 + Number(minutes);
  if (Number(hour) < 1 || Number(hour) > 12) return null;
  return (Number(hour) % 12) * 60 + Number(minutes) + (amOrPm.toLowerCase() === "p" ? 720 : 0);
}

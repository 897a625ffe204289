/** Parses the values in Nasdaq's answers, all of them text: `$41.2907`, `-0.86%`, `N/A`, `Closed at Sep 3, 2026 4:00 PM ET`. */
import { type IsoDate, parseSpelledDate, parseUsDate } from "../../../domain/dates.ts";

/** Parses a number such as `1.5`, `$1,234.50` or `-0.86%` (-0.86). Returns 0 for `UNCH` (unchanged), null for anything else. */
export function parseNumber(value: unknown): number | null {
  if (typeof value !== "string") return null;
  const text = value.trim().replace(/^([+-]?)\$/, "$1");
  if (text.toUpperCase() === "UNCH") return 0;
  if (!/^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?%?$/.test(text)) return null;
  return Number(text.replace(/[,%]/g, ""));
}

/** Parses `$76.87/$25.31` or `25.31 - 76.87` and returns the lower number first. Returns null for anything else. */
export function parseRange(value: unknown): readonly [number, number] | null {
  if (typeof value !== "string") return null;
  const [one, other, ...more] = value.split(/\/|\s-\s/).map(parseNumber);
  if (one == null || other == null || more.length > 0) return null;
  return [Math.min(one, other), Math.max(one, other)];
}

/** A day, usually with a time of day, in New York time. */
export interface Timestamp {
  readonly day: IsoDate;
  /** Minutes since midnight; null if the text has no time of day. */
  readonly minute: number | null;
  /** True if the text is labeled `Closed at`. */
  readonly isClose: boolean;
}

/** Matches `CLOSED AT 4:00 PM ET ON Feb 23, 2023`, where the time comes before the day. */
const TIME_FIRST = /^(closed at|data as of|as of|last trade at)[:,]? +(\d{1,2}:\d{2}.*?),? on +(.+)$/i;
/** Matches the label before the day, such as `Closed at` or `As of:`. */
const LABEL = /^(closed at|data as of|as of|last trade at)[:,]? +/i;
/** Matches `Sep 3, 2026`, `September 3 2026`, `9/3/2026` and `2026-09-03`. */
const DAY = /^(?:([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})|(\d{1,2})\/(\d{1,2})\/(\d{4})|(\d{4})-(\d{2})-(\d{2}))/i;
/** The time of day after the date: ` 4:00 PM ET`, `, 4:00 p.m. EST`, `T16:00:00`. Remove a suffix (` - PRE-MARKET`) first. */
const CLOCK = /^(?:,? (?:at )?|T)(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?: ?([ap])\.?m\.?)?(?: e[sd]?t)?$/i;

export function parseTimestamp(value: unknown): Timestamp | null {
  const withoutSuffix = typeof value === "string" ? value.trim().replace(/ +- .*$/, "") : "";
  const dayFirst = withoutSuffix.replace(TIME_FIRST, "$1 $3 $2");
  const [label = ""] = LABEL.exec(dayFirst) ?? [];
  const withoutLabel = dayFirst.slice(label.length);
  const [dayPart = ""] = DAY.exec(withoutLabel) ?? [];
  const day = parseDay(dayPart);
  if (day === null) return null;
  const isClose = /^closed/i.test(label);
  const clock = withoutLabel.slice(dayPart.length);
  if (clock === "") return { day, minute: null, isClose };
  const minute = parseMinuteOfDay(clock);
  return minute === null ? null : { day, minute, isClose };
}

/** Parses a day in any format that Nasdaq has used; null for anything else. */
export function parseDay(value: unknown): IsoDate | null {
  const [matched, monthName = "", day, year, usMonth, usDay, usYear, isoYear, isoMonth, isoDay] =
    DAY.exec(typeof value === "string" ? value.trim() : "") ?? [];
  if (matched === undefined || matched !== (value as string).trim()) return null;
  if (isoYear !== undefined) return parseUsDate(`${isoMonth}/${isoDay}/${isoYear}`);
  if (usYear !== undefined) return parseUsDate(`${usMonth}/${usDay}/${usYear}`);
  return parseSpelledDate(monthName, day ?? "", year ?? "");
}

/** Returns minutes since midnight; null for an impossible time. Without AM or PM, the hour must have two digits. */
function parseMinuteOfDay(clock: string): number | null {
  const [, hour, minutes, amOrPm] = CLOCK.exec(clock) ?? [];
  if (hour === undefined || Number(minutes) > 59) return null;
  if (amOrPm === undefined) return Number(hour) > 23 || hour.length < 2 ? null : Number(hour) * 60 + Number(minutes);
  if (Number(hour) < 1 || Number(hour) > 12) return null;
  return (Number(hour) % 12) * 60 + Number(minutes) + (amOrPm.toLowerCase() === "p" ? 720 : 0);
}

import { SourceError } from "../../base/errors.ts";
import type { Bar } from "../../domain/bar.ts";
import { MAX_DECIMALS } from "../../domain/bar-columns.ts";
import type { IsoDate } from "../../domain/dates.ts";
import { isHoliday, mayBeTradingDay } from "../../domain/exchange-calendar.ts";
import type { DailyBars } from "../market.ts";

/** One day as a provider sent it, not yet validated. */
export interface ProvidedBar {
  readonly date: IsoDate | null;
  readonly open: unknown;
  readonly high: unknown;
  readonly low: unknown;
  readonly close: unknown;
  readonly volume: unknown;
}

/** More than any share has ever cost (Berkshire Hathaway's class A is below a million dollars). */
const MAX_PRICE_USD = 10_000_000;
/** Prices are stored to a millionth of a dollar; a number that rounds to zero is not a price. */
const MIN_PRICE_USD = 0.5 / 10 ** MAX_DECIMALS;
/** If a larger fraction of the days must be left out, the whole answer or file is rejected. */
export const MAX_INVALID_FRACTION = 0.2;
/** Fraction by which a price may be outside the day's low and high. Providers round the four prices of a day separately. */
const ROUNDING = 0.005;

/**
 * Returns the plausible days up to `today`, newest first, each date once. `dropped` is the number of rows left out.
 * - For the newest day, the last row is used, since providers repeat a day in progress as an extra row.
 * - Any other day with two different rows is left out. A day without trading is left out, too.
 * - If more than `MAX_INVALID_FRACTION` of the days with plausible rows are left out, no day is returned. If a holiday is the
 * only day left out, the other days are still returned. This exception is for holidays only. In a response with few rows, a
 * single weekend day can exceed the limit. No day is then returned, because a weekend day suggests that all dates are shifted.
 */
export function readValidBars(
  rows: readonly ProvidedBar[],
  today: IsoDate,
  mayTrade: (day: IsoDate) => boolean = mayBeTradingDay,
): { readonly bars: readonly Bar[]; readonly dropped: number } {
  const byDate = new Map<IsoDate, Bar[]>();
  for (const row of rows) {
    const bar = parseBar(row, today);
    if (typeof bar !== "string") byDate.set(bar.date, [...(byDate.get(bar.date) ?? []), bar]);
  }
  const days = [...byDate].sort(([a], [b]) => (a < b ? 1 : -1));
  const bars = days.flatMap(([date, [first, ...more]], at) => {
    const last = more.at(-1) ?? first;
    const isOne = at === 0 || more.every((other) => isSameBar(other, first));
    return last !== undefined && isOne && mayTrade(date) ? [last] : [];
  });
  const leftOut = days.length - bars.length;
  const isOneHoliday = leftOut === 1 && days.some(([date]) => !mayTrade(date) && isHoliday(date));
  if (!isOneHoliday && leftOut > days.length * MAX_INVALID_FRACTION) return { bars: [], dropped: rows.length };
  const usableRows = bars.reduce((sum, { date }) => sum + (byDate.get(date)?.length ?? 0), 0);
  return { bars, dropped: rows.length - usableRows };
}

/** Returns the answer, or null if it has no days. @throws {SourceError} `bad_answer` if it has days but no usable day. */
export function toNullIfEmpty(provider: string, symbol: string, answer: DailyBars): DailyBars | null {
  if (answer.bars.length > 0) return answer;
  if (answer.dropped === 0) return null;
  throw new SourceError(
    "bad_answer",
    `None of the ${answer.dropped} days that ${provider} sent for ${symbol} is usable.`,
  );
}

function isSameBar(one: Bar, other: Bar | undefined): boolean {
  return (["open", "high", "low", "close", "volume"] as const).every((name) => one[name] === other?.[name]);
}

/** Returns the bar, or what is wrong with it as a clause for an error message. */
export function parseBar({ date, ...row }: ProvidedBar, today: IsoDate): Bar | string {
  if (date === null) return "it has no day";
  if (date > today) return `${date} is in the future: today is ${today}`;
  const prices = {
    open: parsePriceUsd(row.open),
    high: parsePriceUsd(row.high),
    low: parsePriceUsd(row.low),
    close: parsePriceUsd(row.close),
  };
  for (const name of ["open", "high", "low", "close"] as const) {
    if (prices[name] === null) return `its ${name} ${formatSentValue(row[name])} is not a price: ${PRICE_RULE}`;
  }
  const { open, high, low, close } = prices as Record<keyof typeof prices, number>;
  const volume = parseCount(row.volume);
  if (volume === null) return `its volume ${formatSentValue(row.volume)} is not a number of shares: ${VOLUME_RULE}`;
  if (low > high) return `its low ${low} is above its high ${high}`;
  for (const [name, price] of [
    ["open", open],
    ["close", close],
  ] as const) {
    if (price < low * (1 - ROUNDING)) return `its ${name} ${price} is below its low ${low}`;
    if (price > high * (1 + ROUNDING)) return `its ${name} ${price} is above its high ${high}`;
  }
  return { date, open, high, low, close, volume };
}

const PRICE_RULE = `a plain number of dollars from ${MIN_PRICE_USD.toFixed(MAX_DECIMALS + 1)} to ${MAX_PRICE_USD}, such as 12.5`;
const VOLUME_RULE = "a plain number that is not negative, such as 1000";
const QUOTED_CHARACTERS = 40;

function formatSentValue(value: unknown): string {
  return value === undefined || value === "" ? "(nothing)" : `"${String(value).slice(0, QUOTED_CHARACTERS)}"`;
}

/** Parses a provider's number, including digits in quotes; null for everything else, including NaN and infinities. */
export function parseNumberOrNumericText(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value.trim())) return Number(value);
  return null;
}

/** Parses a share price and removes the noise of 32-bit floats (`47.477500915527344` becomes 47.4775); null if implausible. */
export function parsePriceUsd(value: unknown): number | null {
  const price = parseNumberOrNumericText(value);
  return price === null || price < MIN_PRICE_USD || price > MAX_PRICE_USD ? null : removeFloatNoise(price);
}

/** Rounds a count or an amount to an integer; null if it is negative or not a number. */
export function parseCount(value: unknown): number | null {
  const number = parseNumberOrNumericText(value);
  if (number === null || number < 0 || number > Number.MAX_SAFE_INTEGER) return null;
  return Math.round(number);
}

// Returns the shortest decimal with the same 32-bit value if the number is a widened 32-bit float; otherwise the number itself.
// Starts at six digits, because rounding to six also yields all shorter decimals.
function removeFloatNoise(value: number): number {
  if (Math.fround(value) !== value) return value;
  for (let digits = 6; digits <= 9; digits += 1) {
    const candidate = roundToDigits(value, digits);
    if (Math.fround(candidate) === value) return candidate;
  }
  return value;
}

/** Up to this n, a 32-bit float times 10^n is an exact double: rounding it matches `toPrecision`, in a tenth of the time. */
const MAX_EXACT_DECIMALS = 12;

/** @param value a 32-bit float. */
function roundToDigits(value: number, digits: number): number {
  const decimals = digits - 1 - Math.floor(Math.log10(value));
  if (decimals < 0 || decimals > MAX_EXACT_DECIMALS) return Number(value.toPrecision(digits));
  const unit = 10 ** decimals;
  return Math.round(value * unit) / unit;
}

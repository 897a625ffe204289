import { SourceError } from "../../base/errors.ts";
import type { Bar } from "../../domain/bar.ts";
import { MAX_DECIMALS } from "../../domain/bar-columns.ts";
import type { IsoDate } from "../../domain/dates.ts";
import { isHoliday, mayHaveTraded } from "../../domain/exchange-calendar.ts";
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
/** Prices are stored to a millionth of a dollar; anything that rounds to zero is not a price. */
const MIN_PRICE_USD = 0.5 / 10 ** MAX_DECIMALS;
/** If a larger fraction of an answer's days contradict themselves, the answer is not accepted as daily bars. */
export const DOUBTFUL = 0.2;
/** Rounding tolerance, since providers round the four prices of a day separately; a larger contradiction makes the day invalid. */
const ROUNDING = 0.005;

/**
 * Returns the plausible days, newest first, each date once, none after `today`; and the number of rows left out. For the newest day the last row
 * counts, since a day still in progress is sent again as an extra row; any other day with two different rows is left out, and so is one without
 * trading. If there are many such days, no day is accepted. A single holiday never counts as many; a single weekend day may, in a short answer, since
 * all its days may be shifted.
 */
export function readValidBars(
  rows: readonly ProvidedBar[],
  today: IsoDate,
  mayTrade: (day: IsoDate) => boolean = mayHaveTraded,
): { readonly bars: readonly Bar[]; readonly dropped: number } {
  const byDate = new Map<IsoDate, Bar[]>();
  for (const row of rows) {
    const bar = readBar(row, today);
    if (typeof bar !== "string") byDate.set(bar.date, [...(byDate.get(bar.date) ?? []), bar]);
  }
  const days = [...byDate].sort(([a], [b]) => (a < b ? 1 : -1));
  const bars = days.flatMap(([date, [first, ...more]], at) => {
    const last = more.at(-1) ?? first;
    const isOne = at === 0 || more.every((other) => isSame(other, first));
    return last !== undefined && isOne && mayTrade(date) ? [last] : [];
  });
  const leftOut = days.length - bars.length;
  const isOneHoliday = leftOut === 1 && days.some(([date]) => !mayTrade(date) && isHoliday(date));
  if (!isOneHoliday && leftOut > days.length * DOUBTFUL) return { bars: [], dropped: rows.length };
  const usable = bars.reduce((sum, { date }) => sum + (byDate.get(date)?.length ?? 0), 0);
  return { bars, dropped: rows.length - usable };
}

/** Returns the answer, or null if it has no day at all. @throws {SourceError} `bad_answer` if it has days but no usable one. */
export function nullIfEmpty(provider: string, symbol: string, answer: DailyBars): DailyBars | null {
  if (answer.bars.length > 0) return answer;
  if (answer.dropped === 0) return null;
  throw new SourceError(
    "bad_answer",
    `None of the ${answer.dropped} days that ${provider} sent for ${symbol} is usable.`,
  );
}

function isSame(one: Bar, other: Bar | undefined): boolean {
  return (["open", "high", "low", "close", "volume"] as const).every((name) => one[name] === other?.[name]);
}

/** Returns the day, or the rule that it breaks, as the end of a sentence. */
export function readBar({ date, ...row }: ProvidedBar, today: IsoDate): Bar | string {
  if (date === null) return "it has no day";
  if (date > today) return `${date} is still to come: today is ${today}`;
  const prices = {
    open: parsePriceUsd(row.open),
    high: parsePriceUsd(row.high),
    low: parsePriceUsd(row.low),
    close: parsePriceUsd(row.close),
  };
  for (const name of ["open", "high", "low", "close"] as const) {
    if (prices[name] === null) return `its ${name} ${formatSentValue(row[name])} is no price: ${PRICE_RULE}`;
  }
  const { open, high, low, close } = prices as Record<keyof typeof prices, number>;
  const volume = parseCount(row.volume);
  if (volume === null) return `its volume ${formatSentValue(row.volume)} is no number of shares: ${VOLUME_RULE}`;
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
export function parseSentNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value.trim())) return Number(value);
  return null;
}

/** Parses a plausible share price and removes the noise of 32-bit floats (`47.477500915527344` was 47.4775); otherwise null. */
export function parsePriceUsd(value: unknown): number | null {
  const price = parseSentNumber(value);
  return price === null || price < MIN_PRICE_USD || price > MAX_PRICE_USD ? null : removeFloatNoise(price);
}

/** Parses a count or an amount as a non-negative integer; otherwise null. */
export function parseCount(value: unknown): number | null {
  const number = parseSentNumber(value);
  if (number === null || number < 0 || number > Number.MAX_SAFE_INTEGER) return null;
  return Math.round(number);
}

/**
 * The shortest decimal with the same 32-bit value, if the number is a widened 32-bit float; otherwise the number itself. Trying six digits also finds
 * shorter decimals, since a 32-bit float is exact to seven.
 */
function removeFloatNoise(value: number): number {
  if (Math.fround(value) !== value) return value;
  for (let digits = 6; digits <= 9; digits += 1) {
    const candidate = roundToDigits(value, digits);
    if (Math.fround(candidate) === value) return candidate;
  }
  return value;
}

/** Up to this power of ten, its product with a 32-bit float is exact, so arithmetic rounds like `toPrecision`, in a tenth of the time. */
const MOST_DECIMALS = 12;

/** @param value a 32-bit float. */
function roundToDigits(value: number, digits: number): number {
  const decimals = digits - 1 - Math.floor(Math.log10(value));
  if (decimals < 0 || decimals > MOST_DECIMALS) return Number(value.toPrecision(digits));
  const unit = 10 ** decimals;
  return Math.round(value * unit) / unit;
}

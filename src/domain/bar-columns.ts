import type { Bar } from "./bar.ts";
import type { IsoDate } from "./dates.ts";

/**
 * Bars as columns, newest first: much cheaper to read, add up and print than one object per bar. Only the first `count` numbers
 * of each column are used. Prices are integers in units of `10^-decimals` dollars, so 138.27 is 13827 with two decimals; columns
 * contain no fractions and no negative numbers.
 */
export interface BarColumns {
  readonly count: number;
  readonly decimals: number;
  /** Days since 1970-01-01. */
  readonly days: Int32Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/** Days and closing prices only, oldest first. */
export interface CloseColumns {
  /** Days since 1970-01-01, ascending. */
  readonly days: Int32Array;
  /** Prices in dollars. */
  readonly close: Float64Array;
}

export const PRICE_COLUMNS = ["open", "high", "low", "close"] as const;
/** Prices are stored with a precision of a millionth of a dollar. */
export const MAX_DECIMALS = 6;
/** Prices up to this bound are exact integers in millionths of a dollar. */
const MAX_PRICE_USD = 4e9;

const DAY_MS = 86_400_000;

/** Allocates zeroed columns in a single buffer. A buffer for each column costs the garbage collector five times as much. */
export function createEmptyColumns(count: number, decimals: number): BarColumns {
  const memory = new ArrayBuffer(count * (5 * Float64Array.BYTES_PER_ELEMENT + Int32Array.BYTES_PER_ELEMENT));
  const createColumn = (place: number) =>
    new Float64Array(memory, place * count * Float64Array.BYTES_PER_ELEMENT, count);
  return {
    count,
    decimals,
    open: createColumn(0),
    high: createColumn(1),
    low: createColumn(2),
    close: createColumn(3),
    volume: createColumn(4),
    days: new Int32Array(memory, 5 * count * Float64Array.BYTES_PER_ELEMENT, count),
  };
}

export function createEmptyCloses(count: number): CloseColumns {
  return { days: new Int32Array(count), close: new Float64Array(count) };
}

/** Returns an allocator that reuses one buffer: garbage-collecting thousands of buffers takes longer than reading the series. */
export function createClosesAllocator(): typeof createEmptyCloses {
  let memory = createEmptyCloses(0);
  return (count) => {
    if (count > memory.days.length) memory = createEmptyCloses(count);
    return { days: memory.days.subarray(0, count), close: memory.close.subarray(0, count) };
  };
}

/**
 * Rounds prices to six decimals and stores them with as few decimals as all the bars need. Rounds volumes to integers.
 * @throws {RangeError} if bars are not newest first, or a number is negative, not finite, or too large to be exact.
 */
export function toBarColumns(bars: readonly Bar[]): BarColumns {
  checkBars(bars);
  const columns = createEmptyColumns(bars.length, MAX_DECIMALS);
  for (const [index, bar] of bars.entries()) {
    columns.days[index] = toDayNumber(bar.date);
    for (const name of PRICE_COLUMNS) columns[name][index] = Math.round(bar[name] * 10 ** MAX_DECIMALS);
    columns.volume[index] = Math.round(bar.volume);
  }
  return dropUnusedDecimals(columns);
}

export function toBars(columns: BarColumns): readonly Bar[] {
  const scale = 10 ** columns.decimals;
  return Array.from({ length: columns.count }, (_, index) => ({
    date: toDayText(columns.days[index] ?? 0),
    open: (columns.open[index] ?? 0) / scale,
    high: (columns.high[index] ?? 0) / scale,
    low: (columns.low[index] ?? 0) / scale,
    close: (columns.close[index] ?? 0) / scale,
    volume: columns.volume[index] ?? 0,
  }));
}

export function toDayNumber(day: IsoDate): number {
  return Date.parse(day) / DAY_MS;
}

/** All symbols have the same few thousand dates, so each text is created only once. */
const dayTexts = new Map<number, IsoDate>();

export function toDayText(number: number): IsoDate {
  let text = dayTexts.get(number);
  if (text === undefined) {
    text = new Date(number * DAY_MS).toISOString().slice(0, 10) as IsoDate;
    dayTexts.set(number, text);
  }
  return text;
}

function dropUnusedDecimals(columns: BarColumns): BarColumns {
  let decimals = 0;
  let unit = 10 ** MAX_DECIMALS;
  for (const name of PRICE_COLUMNS) {
    for (const price of columns[name]) {
      while (Math.floor(price / unit) * unit !== price) {
        unit /= 10;
        decimals += 1;
      }
    }
  }
  for (const name of PRICE_COLUMNS) {
    const column = columns[name];
    for (let index = 0; index < column.length; index += 1) column[index] = (column[index] ?? 0) / unit;
  }
  return { ...columns, decimals };
}

function checkBars(bars: readonly Bar[]): void {
  let newer: Bar | undefined;
  for (const bar of bars) {
    if (newer !== undefined && bar.date >= newer.date) {
      throw new RangeError(`bars must be newest first, each day once: ${newer.date} is followed by ${bar.date}`);
    }
    for (const name of PRICE_COLUMNS) {
      if (!(bar[name] >= 0 && bar[name] <= MAX_PRICE_USD)) {
        throw new RangeError(`${name} of ${bar.date} must be from 0 to 4 billion, not ${bar[name]}`);
      }
    }
    if (!(bar.volume >= 0 && bar.volume <= Number.MAX_SAFE_INTEGER)) {
      throw new RangeError(`volume of ${bar.date} must be from 0 to 2^53, not ${bar.volume}`);
    }
    newer = bar;
  }
}

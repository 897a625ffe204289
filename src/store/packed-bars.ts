/**
 * Daily bars as one compact value, newest first. A short period thus needs only the beginning (docs/adr/0012-bars-packed.md).
 * Format 2, about 13 bytes per bar, little-endian, prices in units of the last decimal:
 * - header of 10 bytes: format (1), number of bars (uint32), decimals (1), newest day (int32, days since 1970-01-01);
 * - bars, each a 16-bit word and five numbers: close minus the newer bar's open (minus 0 for the first bar), open minus close,
 *   high minus max(open, close), min(open, close) minus low, volume;
 * - 2 zero bytes.
 * The word's lowest ten bits are length codes of the five numbers: two bits each, first number lowest. The upper six bits are
 * the days between this bar and the newer bar. If they are 63, a uint32 with the days precedes the five numbers. A difference
 * takes 1, 2 or 3 bytes, and encodes 0, -1, 1, -2, ... as 0, 1, 2, 3, .... A volume takes 2, 3 or 4 bytes. Code 3 is a float64.
 */
import type { Bar } from "../domain/bar.ts";
import {
  type BarColumns,
  type CloseColumns,
  createEmptyCloses,
  createEmptyColumns,
  MAX_DECIMALS,
  toBarColumns,
  toBars,
} from "../domain/bar-columns.ts";
import { FIXED_FORMAT, unpackFixedFormat } from "./packed-bars-fixed.ts";

const FORMAT = 2;
const HEADER_BYTES = 10;
const DECIMALS_AT = 5;
const END_BYTES = 2;
/** Largest size of a bar in bytes: the 16-bit word, the uint32 with the days, and five float64 numbers. */
const MAX_BAR_BYTES = 2 + 4 + 5 * 8;
const MIN_BAR_BYTES = 2 + 4 * 1 + 2;
const GAP_AT_BIT = 10;
const LONG_GAP = 63;
const FLOAT = 3;
const DIFFERENCE_BYTES = [1, 2, 3, 8] as const;
const VOLUME_BYTES = [2, 3, 4, 8] as const;

interface UnpackedBars {
  readonly columns: BarColumns;
  /** The packed bytes of these bars; equal bytes mean equal bars. */
  readonly bytes: Uint8Array;
}

/** @throws {RangeError} if bars are not newest first, or a number cannot be stored exactly. */
export function packBars(bars: readonly Bar[]): Uint8Array {
  const { count, decimals, days, open, high, low, close, volume } = toBarColumns(bars);
  const view = new DataView(new ArrayBuffer(HEADER_BYTES + count * MAX_BAR_BYTES + END_BYTES));
  let newerDay = days[0] ?? 0;
  let newerOpen = 0;
  view.setUint8(0, FORMAT);
  view.setUint32(1, count, true);
  view.setUint8(DECIMALS_AT, decimals);
  view.setInt32(DECIMALS_AT + 1, newerDay, true);
  let at = HEADER_BYTES;
  for (let index = 0; index < count; index += 1) {
    const [opening = 0, closing = 0, day = 0] = [open[index], close[index], days[index]];
    const top = (high[index] ?? 0) - Math.max(opening, closing);
    const bottom = Math.min(opening, closing) - (low[index] ?? 0);
    at = putBar(view, at, newerDay - day, [closing - newerOpen, opening - closing, top, bottom], volume[index] ?? 0);
    newerDay = day;
    newerOpen = opening;
  }
  return new Uint8Array(view.buffer.slice(0, at + END_BYTES));
}

function putBar(view: DataView, start: number, gap: number, differences: readonly number[], volume: number): number {
  let at = start + 2;
  let word = Math.min(gap, LONG_GAP) << GAP_AT_BIT;
  if (gap >= LONG_GAP) {
    view.setUint32(at, gap, true);
    at += 4;
  }
  const putNumber = (place: number, value: number, whole: number, lengths: readonly number[]) => {
    const found = lengths.findIndex((length) => length < 8 && whole < 256 ** length);
    const code = found === -1 ? FLOAT : found;
    if (code === FLOAT) view.setFloat64(at, value, true);
    else
      for (let rest = whole, to = at; rest > 0; rest = Math.floor(rest / 256), to += 1) view.setUint8(to, rest % 256);
    word |= code << (2 * place);
    at += lengths[code] ?? 0;
  };
  for (const [place, value] of differences.entries()) {
    putNumber(place, value, value < 0 ? -2 * value - 1 : 2 * value, DIFFERENCE_BYTES);
  }
  putNumber(differences.length, volume, volume, VOLUME_BYTES);
  view.setUint16(start, word, true);
  return at;
}

/** Unpacks the bars, which are packed and returned newest first. @throws like `unpackColumns`. */
export function unpackBars(packed: Uint8Array): readonly Bar[] {
  return toBars(unpackColumns(packed).columns);
}

/** The newest day, as days since 1970-01-01; null without bars. @throws like `unpackColumns`. */
export function readNewestDay(packed: Uint8Array): number | null {
  if (packed[0] === FIXED_FORMAT) return unpackFixedFormat(packed).days[0] ?? null;
  const header = readHeader(packed);
  return header.count === 0 ? null : header.newestDay;
}

/** Number of bytes of a bar's five numbers, indexed by the length codes: the lowest ten bits of the bar's 16-bit word. */
const BODY_BYTES = Uint8Array.from({ length: 1 << GAP_AT_BIT }, (_, lengths) => {
  const differences = [0, 2, 4, 6].reduce((sum, bit) => sum + (DIFFERENCE_BYTES[(lengths >>> bit) & 3] ?? 0), 0);
  return differences + (VOLUME_BYTES[lengths >>> 8] ?? 0);
});

/** The oldest day, as days since 1970-01-01; null without bars. Skips the contents of the bars. @throws like `readNewestDay`. */
export function readOldestDay(packed: Uint8Array): number | null {
  if (packed[0] === FIXED_FORMAT) return unpackFixedFormat(packed).days.at(-1) ?? null;
  const { count, newestDay } = readHeader(packed);
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  let day = newestDay;
  for (let at = HEADER_BYTES, read = 0; read < count; read += 1) {
    const word = view.getUint16(at, true);
    const gap = word >>> GAP_AT_BIT;
    day -= gap === LONG_GAP ? view.getUint32(at + 2, true) : gap;
    at += 2 + (gap === LONG_GAP ? 4 : 0) + (BODY_BYTES[word & ((1 << GAP_AT_BIT) - 1)] ?? 0);
  }
  return count === 0 ? null : day;
}

/**
 * Unpacks the bars after `afterDay` (days since 1970-01-01); by default, all bars.
 * @throws {RangeError} if the value is truncated or its format is unknown to this release.
 */
export function unpackColumns(packed: Uint8Array, afterDay = Number.NEGATIVE_INFINITY): UnpackedBars {
  if (packed[0] === FIXED_FORMAT) return { columns: keepNewerBars(unpackFixedFormat(packed), afterDay), bytes: packed };
  const { count, decimals, newestDay } = readHeader(packed);
  if (HEADER_BYTES + count * MIN_BAR_BYTES + END_BYTES > packed.byteLength) throw createLengthError(packed, count);
  const columns = createEmptyColumns(Math.max(0, Math.min(count, newestDay - afterDay)), decimals);
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const { read, end } = readBarsInto(columns, view, newestDay, afterDay);
  if (read === count && end + END_BYTES !== packed.byteLength) throw createLengthError(packed, count);
  return { columns: { ...columns, count: read }, bytes: packed.subarray(DECIMALS_AT, end) };
}

/** Unpacks only days and closes, in a quarter of the memory that `unpackColumns` needs. @throws like `unpackColumns`. */
export function unpackCloses(packed: Uint8Array, columns = createEmptyCloses): CloseColumns {
  if (packed[0] === FIXED_FORMAT) return toCloses(unpackFixedFormat(packed));
  const { count, decimals, newestDay } = readHeader(packed);
  if (HEADER_BYTES + count * MIN_BAR_BYTES + END_BYTES > packed.byteLength) throw createLengthError(packed, count);
  const { days, close } = columns(count);
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const unit = 10 ** decimals;
  let [at, day, newerOpen] = [HEADER_BYTES, newestDay, 0];
  for (let place = count - 1; place >= 0; place -= 1) {
    const word = view.getUint16(at, true);
    let gap = word >>> GAP_AT_BIT;
    at += 2;
    if (gap === LONG_GAP) {
      gap = view.getUint32(at, true);
      at += 4;
    }
    day -= gap;
    const closing = newerOpen + readDifference(view, at, word & 3);
    newerOpen = closing + readDifference(view, at + DIFFERENCE_BYTES[(word & 3) as 0], (word >>> 2) & 3);
    days[place] = day;
    close[place] = closing / unit;
    at += BODY_BYTES[word & ((1 << GAP_AT_BIT) - 1)] as number;
  }
  if (at + END_BYTES !== packed.byteLength) throw createLengthError(packed, count);
  return { days, close };
}

function toCloses({ count, decimals, days, close }: BarColumns): CloseColumns {
  const unit = 10 ** decimals;
  return {
    days: Int32Array.from(days.subarray(0, count)).reverse(),
    close: Float64Array.from(close.subarray(0, count), (each) => each / unit).reverse(),
  };
}

/** Four bytes are read for every number, and excess bytes are masked: this avoids branches that would be mispredicted. */
const DIFFERENCE_MASKS = Int32Array.of(0xff, 0xffff, 0xffffff, 0);
const VOLUME_MASKS = Int32Array.of(0xffff, 0xffffff, -1, 0);

/** @throws {RangeError} if the bytes end before the last bar. */
function readBarsInto(
  { count, days, open, high, low, close, volume }: BarColumns,
  view: DataView,
  newestDay: number,
  afterDay: number,
) {
  let at = HEADER_BYTES;
  let day = newestDay;
  let newerOpen = 0;
  let read = 0;
  for (; read < count; read += 1) {
    const start = at;
    const word = view.getUint16(at, true);
    let gap = word >>> GAP_AT_BIT;
    at += 2;
    if (gap === LONG_GAP) {
      gap = view.getUint32(at, true);
      at += 4;
    }
    day -= gap;
    if (day <= afterDay) return { read, end: start };
    const closing = newerOpen + readDifference(view, at, word & 3);
    at += DIFFERENCE_BYTES[(word & 3) as 0];
    const opening = closing + readDifference(view, at, (word >>> 2) & 3);
    at += DIFFERENCE_BYTES[((word >>> 2) & 3) as 0];
    days[read] = day;
    close[read] = closing;
    open[read] = opening;
    high[read] = (opening > closing ? opening : closing) + readDifference(view, at, (word >>> 4) & 3);
    at += DIFFERENCE_BYTES[((word >>> 4) & 3) as 0];
    low[read] = (opening < closing ? opening : closing) - readDifference(view, at, (word >>> 6) & 3);
    at += DIFFERENCE_BYTES[((word >>> 6) & 3) as 0];
    const code = (word >>> 8) & 3;
    volume[read] =
      code === FLOAT ? view.getFloat64(at, true) : (view.getUint32(at, true) & (VOLUME_MASKS[code] ?? 0)) >>> 0;
    at += VOLUME_BYTES[code as 0];
    newerOpen = opening;
  }
  return { read, end: at };
}

function readDifference(view: DataView, at: number, code: number): number {
  if (code === FLOAT) return view.getFloat64(at, true);
  const whole = view.getUint32(at, true) & (DIFFERENCE_MASKS[code] ?? 0);
  return (whole >>> 1) ^ -(whole & 1);
}

function readHeader(packed: Uint8Array) {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  if (packed.byteLength < HEADER_BYTES || packed[0] !== FORMAT) {
    throw new RangeError(
      `packed bars must begin with format ${FIXED_FORMAT} or ${FORMAT}, not ${packed[0] ?? "nothing"}`,
    );
  }
  const decimals = view.getUint8(DECIMALS_AT);
  if (decimals > MAX_DECIMALS) throw new RangeError(`packed bars have up to ${MAX_DECIMALS} decimals, not ${decimals}`);
  return { count: view.getUint32(1, true), decimals, newestDay: view.getInt32(DECIMALS_AT + 1, true) };
}

function keepNewerBars(columns: BarColumns, afterDay: number): BarColumns {
  let count = 0;
  while (count < columns.count && (columns.days[count] ?? 0) > afterDay) count += 1;
  return { ...columns, count };
}

function createLengthError(packed: Uint8Array, count: number): RangeError {
  return new RangeError(`${count} packed bars do not fit into ${packed.byteLength} bytes`);
}

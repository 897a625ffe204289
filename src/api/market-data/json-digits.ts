/** Numbers and fixed texts as JSON, written straight into bytes: for bodies that are little else. */

/** A text of up to 16 ASCII characters as two numbers of 8 bytes: two stores put it where it belongs. */
export interface Piece {
  readonly first: number;
  readonly second: number;
  readonly length: number;
}

/** Bytes that may be written beyond what was put. */
export const SLACK_BYTES = 16;

const PIECE_BYTES = 16;
const DIGIT_0 = 48;
const POINT = 46;
const BLOCK = 10_000;
const LONG = BLOCK * BLOCK;
const POWERS = Int32Array.from({ length: 9 }, (_, exponent) => 10 ** exponent);
const INVERSE = Float64Array.from({ length: 9 }, (_, exponent) => 1 / 10 ** exponent);
const SMALL = 2 ** 31;
/** A decimal of 15 digits is what JavaScript prints for its double; one of more may not be. */
const EXACT = 1e15;

/** "0000" to "9999" as they lie in memory. */
const PADDED = new Uint32Array(BLOCK);
/** "0" to "9999", filled up behind. */
const PLAIN = new Uint32Array(BLOCK);
/** Digits of the plain number. */
const DIGITS = new Uint8Array(BLOCK);
/** Digits of the padded one behind a point, with it and without the zeros at the end: 0 for 0. */
const WITH_POINT = new Uint8Array(BLOCK);
for (let number = 0; number < BLOCK; number += 1) {
  const padded = String(number).padStart(4, "0");
  PADDED[number] = inMemory(padded);
  PLAIN[number] = inMemory(String(number).padEnd(4, "0"));
  DIGITS[number] = String(number).length;
  WITH_POINT[number] = number === 0 ? 0 : 1 + padded.replace(/0+$/, "").length;
}

function inMemory(fourDigits: string): number {
  return [...fourDigits].reduceRight((word, digit) => word * 256 + DIGIT_0 + Number(digit), 0);
}

/** @throws {RangeError} when the text is longer than 16 characters. */
export function pieceOf(text: string): Piece {
  if (text.length > PIECE_BYTES) throw new RangeError(`a piece has up to ${PIECE_BYTES} characters: ${text}`);
  const view = new DataView(new ArrayBuffer(PIECE_BYTES));
  for (let index = 0; index < text.length; index += 1) view.setUint8(index, text.charCodeAt(index));
  return { first: view.getFloat64(0, true), second: view.getFloat64(8, true), length: text.length };
}

/** @returns where the next byte goes, as all that put something do. */
export function putPiece(view: DataView, at: number, { first, second, length }: Piece): number {
  view.setFloat64(at, first, true);
  view.setFloat64(at + 8, second, true);
  return at + length;
}

/** ASCII only. */
export function putText(view: DataView, at: number, text: string): number {
  for (let index = 0; index < text.length; index += 1) view.setUint8(at + index, text.charCodeAt(index));
  return at + text.length;
}

/** `value / 10^decimals` as JSON.stringify prints it. `value`: whole and not negative; `decimals`: from 0 to 6. */
export function putDecimal(view: DataView, at: number, value: number, decimals: number): number {
  if (value >= SMALL) return putLargeDecimal(view, at, value, decimals);
  const scale = POWERS[decimals] ?? 1;
  // Multiplying by the inverse is quicker than dividing, and may give a whole number that is one too large or too small.
  let whole = (value * (INVERSE[decimals] ?? 1)) | 0;
  let fraction = (value - whole * scale) | 0;
  if (fraction < 0) {
    whole -= 1;
    fraction += scale;
  } else if (fraction >= scale) {
    whole += 1;
    fraction -= scale;
  }
  if (whole >= BLOCK || decimals > 4) return putFraction(view, putWhole(view, at, whole), fraction, decimals);
  // Nearly all prices come here: no call and no branch more than they need.
  view.setUint32(at, PLAIN[whole] ?? 0, true);
  const next = at + (DIGITS[whole] ?? 0);
  const four = fraction * (POWERS[4 - decimals] ?? 1);
  view.setUint8(next, POINT);
  view.setUint32(next + 1, PADDED[four] ?? 0, true);
  return next + (WITH_POINT[four] ?? 0);
}

function putLargeDecimal(view: DataView, at: number, value: number, decimals: number): number {
  const scale = POWERS[decimals] ?? 1;
  if (value >= EXACT) return putText(view, at, String(value / scale));
  const whole = Math.floor(value / scale);
  return putFraction(view, putWhole(view, at, whole), value - whole * scale, decimals);
}

/** A whole number that is not negative. */
export function putWhole(view: DataView, at: number, value: number): number {
  if (value >= SMALL) return putLarge(view, at, value);
  const number = value | 0;
  if (number < BLOCK) return putPlain(view, at, number);
  const above = (number / BLOCK) | 0;
  const next = above < BLOCK ? putPlain(view, at, above) : putLong(view, at, above);
  view.setUint32(next, PADDED[number - above * BLOCK] ?? 0, true);
  return next + 4;
}

/** Writes a number of five to eight digits. */
function putLong(view: DataView, at: number, value: number): number {
  const above = (value / BLOCK) | 0;
  const next = putPlain(view, at, above);
  view.setUint32(next, PADDED[value - above * BLOCK] ?? 0, true);
  return next + 4;
}

function putLarge(view: DataView, at: number, value: number): number {
  if (value >= EXACT) return putText(view, at, String(value));
  const above = Math.floor(value / LONG);
  const below = value - above * LONG;
  const next = putWhole(view, at, above);
  view.setUint32(next, PADDED[(below / BLOCK) | 0] ?? 0, true);
  view.setUint32(next + 4, PADDED[below % BLOCK] ?? 0, true);
  return next + 8;
}

function putPlain(view: DataView, at: number, value: number): number {
  view.setUint32(at, PLAIN[value] ?? 0, true);
  return at + (DIGITS[value] ?? 0);
}

/** `.` and the digits of a fraction without the zeros at the end; nothing for 0. */
function putFraction(view: DataView, at: number, fraction: number, decimals: number): number {
  const eight = fraction * (POWERS[8 - decimals] ?? 1);
  const above = Math.floor(eight / BLOCK);
  const below = eight - above * BLOCK;
  view.setUint8(at, POINT);
  view.setUint32(at + 1, PADDED[above] ?? 0, true);
  if (below === 0) return at + (WITH_POINT[above] ?? 0);
  view.setUint32(at + 5, PADDED[below] ?? 0, true);
  return at + 4 + (WITH_POINT[below] ?? 0);
}

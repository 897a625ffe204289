/** Sets of positions as bitmaps: bit `n & 31` of word `n >> 5` stands for position `n`. Bits past the last position are zeros. */

export type Bitmap = Uint32Array;

export function emptyBitmap(length: number): Bitmap {
  return new Uint32Array((length + 31) >> 5);
}

export function hasBit(bitmap: Bitmap, position: number): boolean {
  return ((bitmap[position >> 5] as number) & (1 << (position & 31))) !== 0;
}

/** Sets the bits of those positions that stand from index `from` up to, not including, index `to`. */
export function setBits(bitmap: Bitmap, positions: Uint32Array, from = 0, to = positions.length): void {
  for (let at = from; at < to; at += 1) {
    const position = positions[at] as number;
    bitmap[position >> 5] = (bitmap[position >> 5] as number) | (1 << (position & 31));
  }
}

export function flipBits(bitmap: Bitmap, positions: Uint32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const position = positions[at] as number;
    bitmap[position >> 5] = (bitmap[position >> 5] as number) ^ (1 << (position & 31));
  }
}

/** @param from where the words of the other begin in `words`. */
export function orInto(bitmap: Bitmap, words: Uint32Array, from: number): void {
  for (let at = 0; at < bitmap.length; at += 1) bitmap[at] = (bitmap[at] as number) | (words[from + at] as number);
}

/** Writes what one of both has to `into`, which may be one of them. */
export function xorOf(some: Bitmap, others: Bitmap, into: Bitmap): void {
  for (let at = 0; at < into.length; at += 1) into[at] = (some[at] as number) ^ (others[at] as number);
}

/** Writes what both have to `into`, which may be one of them. */
export function andInto(some: Bitmap, others: Bitmap, into: Bitmap): void {
  for (let at = 0; at < into.length; at += 1) into[at] = (some[at] as number) & (others[at] as number);
}

/** Sets the bits from `from` up to, not including, `to`. */
export function setRange(bitmap: Bitmap, from: number, to: number): void {
  if (from >= to) return;
  const [first, last] = [from >> 5, (to - 1) >> 5];
  const head = -1 << (from & 31);
  const tail = -1 >>> (31 - ((to - 1) & 31));
  if (first === last) {
    bitmap[first] = (bitmap[first] as number) | (head & tail);
    return;
  }
  bitmap[first] = (bitmap[first] as number) | head;
  bitmap.fill(0xffffffff, first + 1, last);
  bitmap[last] = (bitmap[last] as number) | tail;
}

export function countBits(bitmap: Bitmap): number {
  let count = 0;
  for (let at = 0; at < bitmap.length; at += 1) count += bitsOf(bitmap[at] as number);
  return count;
}

/** Number of bits that both have. @param from where the words of the other begin in `words`. */
export function countBoth(bitmap: Bitmap, words: Uint32Array, from: number): number {
  let count = 0;
  for (let at = 0; at < bitmap.length; at += 1) count += bitsOf((bitmap[at] as number) & (words[from + at] as number));
  return count;
}

/** The positions of the set bits from the one of index `from` up to, not including, that of index `to`, which is at most their number; ascending. */
export function positionsOf(bitmap: Bitmap, from: number, to: number): Uint32Array {
  const positions = new Uint32Array(Math.max(0, to - from));
  let at = 0;
  let passed = 0;
  for (; at < bitmap.length; at += 1) {
    const next = bitsOf(bitmap[at] as number);
    if (passed + next > from) break;
    passed += next;
  }
  for (let count = 0; count < positions.length; at += 1) {
    for (let rest = bitmap[at] as number; rest !== 0 && count < positions.length; rest &= rest - 1) {
      if (passed >= from) {
        positions[count] = (at << 5) + 31 - Math.clz32(rest & -rest);
        count += 1;
      }
      passed += 1;
    }
  }
  return positions;
}

/** Calls `visit` with the position of each set bit, ascending. */
export function eachBit(bitmap: Bitmap, visit: (position: number) => void): void {
  for (let at = 0; at < bitmap.length; at += 1) {
    for (let rest = bitmap[at] as number; rest !== 0; rest &= rest - 1)
      visit((at << 5) + 31 - Math.clz32(rest & -rest));
  }
}

/** Number of set bits of a word: sums of pairs, of fours, of bytes. */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

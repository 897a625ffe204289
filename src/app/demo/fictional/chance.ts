/** Reproducible randomness: the same key gives the same draws, whatever else is drawn. */
import { createHash } from "node:crypto";

export interface RandomSource {
  drawNext(): number;
  /** An integer, both ends included. */
  drawInteger(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
  drawBoolean(probability: number): boolean;
}

export function createRandomSource(key: string): RandomSource {
  let state = createHash("sha256").update(key).digest().readUInt32LE(0);
  // Mulberry32, in the public domain.
  const drawNext = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    drawNext,
    drawInteger: (low, high) => low + Math.floor(drawNext() * (high - low + 1)),
    pick(from) {
      const found = from[Math.floor(drawNext() * from.length)];
      if (found === undefined) throw new Error("Nothing to pick from.");
      return found;
    },
    drawBoolean: (probability) => drawNext() < probability,
  };
}

/** A UUID derived from the key, lower case. */
export function createUuidFor(key: string): string {
  const hex = createHash("sha256").update(key).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}

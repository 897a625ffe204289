/** What comes of reading a cell more than once. */
import type { OcrLine } from "./engine.ts";

/** A cell's text, and whether it may stand without a person's look. */
export interface Reading {
  /** The best reading; null where the cell is blank or nothing in it is legible. */
  readonly reading: string | null;
  /** 0 to 1: of the least sure word. */
  readonly confidence: number;
  readonly sure: boolean;
}

/** One of the readings. */
export interface Vote {
  readonly text: string;
  readonly confidence: number;
}

export const BLANK: Reading = { reading: null, confidence: 1, sure: true };

/** The lines' words joined by blanks, with the confidence of the least sure. */
export function voteOf(lines: readonly OcrLine[]): Vote {
  const words = lines.flat();
  return {
    text: words.map(({ text }) => text).join(" "),
    confidence: words.length === 0 ? 0 : Math.min(...words.map(({ confidence }) => confidence)),
  };
}

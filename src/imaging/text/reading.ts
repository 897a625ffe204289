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

/** What one look gave. */
export interface Vote {
  readonly text: string;
  /** How sure each of its words is, from the first. */
  readonly words: readonly number[];
  /** 0 to 1: of the least sure word. */
  readonly confidence: number;
  /** Of all words, the longer ones weighing more. */
  readonly mean: number;
}

export const BLANK: Reading = { reading: null, confidence: 1, sure: true };
/** There is something, and nothing of it can be told. */
export const ILLEGIBLE: Reading = { reading: null, confidence: 0, sure: false };

/** The lines' words joined by blanks. */
export function voteOf(lines: readonly OcrLine[]): Vote {
  const words = lines.flat();
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return {
    text: words.map(({ text }) => text).join(" "),
    words: words.map(({ confidence }) => confidence),
    confidence: words.length === 0 ? 0 : Math.min(...words.map(({ confidence }) => confidence)),
    mean: words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / Math.max(1, letters),
  };
}

/** The result of reading a cell with several passes. */
import type { DateChance } from "../../../domain/scanned-page.ts";
import type { OcrLine } from "./engine.ts";

/** A cell's text, and whether it may be published without review by a person. */
export interface Reading {
  /** The best reading; null if the cell is blank or nothing in it is legible. */
  readonly reading: string | null;
  /** 0 to 1: confidence of the least certain word. */
  readonly confidence: number;
  readonly sure: boolean;
  /** Set for dates: see `ScannedField`. */
  readonly spelled?: readonly DateChance[];
}

/** Text read by one pass. */
export interface Vote {
  readonly text: string;
  /** Confidence of each word, in order. */
  readonly words: readonly number[];
  /** 0 to 1: confidence of the least certain word. */
  readonly confidence: number;
  /** Mean confidence of the words, weighted by their length. */
  readonly mean: number;
}

export const BLANK: Reading = { reading: null, confidence: 1, sure: true };
/** The cell is not blank, but nothing in it is legible. */
export const ILLEGIBLE: Reading = { reading: null, confidence: 0, sure: false };

/** Joins the words of the lines with spaces. */
export function createVoteFromLines(lines: readonly OcrLine[]): Vote {
  const words = lines.flat();
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return {
    text: words.map(({ text }) => text).join(" "),
    words: words.map(({ confidence }) => confidence),
    confidence: words.length === 0 ? 0 : Math.min(...words.map(({ confidence }) => confidence)),
    mean: words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / Math.max(1, letters),
  };
}

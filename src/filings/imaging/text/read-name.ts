/** Reads the asset name from its cell: its lines as printed, joined. */
import type { PageBox } from "../../../domain/trade.ts";
import type { Bitmap } from "../raster/bitmap.ts";
import { readCellWithoutLetters } from "./blank-cell.ts";
import { findCellText, type PlacedText } from "./cell.ts";
import { findCutOff } from "./cut-off.ts";
import type { OcrLine, OcrWord } from "./engine.ts";
import { scorePrinted } from "./handwriting.ts";
import { readBlurred, readHardEdged, readSmallBlurred, readSoftEdged, readThin, readThinnest } from "./ocr-passes.ts";
import type { Reading } from "./reading.ts";
import { cutUncleaned } from "./uncleaned-cell.ts";
import { computeMean, type NamePass, type VotedName, voteOnName } from "./voted-name.ts";
import type { SeenWord } from "./word-places.ts";
import { isHopeless, isLost } from "./word-votes.ts";

/** A word less tall than this share of the usual height is a speck. */
const LOW = 0.4;
/** A shorter, less confident word at either end of a name is dropped. */
const SHORT = 3;
const HARDLY = 0.3;
/** Minimum confidence in every word at which two passes are enough. */
const ENOUGH_OF_TWO = 0.85;
/** Indexes of the passes on the cleaned cell, which tell print from handwriting. */
const CLEANED = [0, 2, 4];
/** If two (or more) passes all stay below this mean confidence, the text is illegible: of 1,365 such names none was sure. */
const ILLEGIBLE_TO_TWO = 0.3;
const ILLEGIBLE_TO_MORE = 0.4;
/** Minimum number of passes before a word is given up. */
const LEAST_PASSES = 4;
const MOST_PASSES = 7;
/**
 * Minimum number of passes, and of words that no further pass can confirm, at which a name is given up. A further pass may split one such
 * word differently; requiring two loses none of 950 sure names on 99 pages.
 */
const PASSES_TO_LOSE = 3;
const LOST_WORDS = 2;
/** A name, and whether it was printed or handwritten. */
export interface NameReading extends Reading {
  /** See `scorePrinted`; null if the cell shows no letter. */
  readonly printed: number | null;
  /** Passes that it was read from; empty if the cell shows no letter. */
  readonly passes: readonly NamePass[];
  /** Passes of the model for copies; empty before `addCopiedPasses`. */
  readonly copied: readonly NamePass[];
  readonly end: NameEnd;
  /** The area of the page that was read. */
  readonly box: PageBox;
}

/** Tells whether the cell's right edge cuts off the name. `left out`: it does, and the reading and passes end before the word that it cuts. */
export type NameEnd = "whole" | "cut off" | "left out";

/** Reads a name. `sure` considers the name alone; `crossCheckNames` considers the page. @throws {ParseError} `ocr_failed`. */
export async function readName(page: Bitmap, box: PageBox): Promise<NameReading> {
  const text = findCellText(page, box);
  if (text === null)
    return { ...readCellWithoutLetters(page, box), printed: null, passes: [], copied: [], end: "whole", box };
  const cut = findCutOff(text, box);
  if (cut === null) return readText(page, box, text, "whole");
  const whole = await readText(page, box, text, "cut off");
  if (cut.wordsEnd === null) return whole;
  const words = { ...box, width: text.box.left + cut.wordsEnd - box.left };
  const rest = findCellText(page, words);
  if (rest === null) return whole;
  const name = await readText(page, words, rest, "left out");
  // A gap may be between two letters of one word instead of a space: then the whole text has no more words than the part.
  return cut.isBetweenWords || countWords(name.reading) < countWords(whole.reading) ? name : whole;
}

async function readText(page: Bitmap, box: PageBox, text: PlacedText, end: NameEnd): Promise<NameReading> {
  const passes: NamePass[] = [];
  let name: VotedName | null = null;
  for await (const ocrPass of runPasses(page, box, text)) {
    passes.push(ocrPass);
    name = voteOnName(passes);
    if (isEnough(name, passes)) break;
  }
  return {
    reading: name === null || name.text === "" ? null : name.text,
    confidence: name?.confidence ?? 0,
    sure: end !== "cut off" && name?.sure === true,
    printed: scorePrinted(text, Math.max(...CLEANED.map((at) => computeMean(passes[at] ?? [])))),
    passes,
    copied: [],
    end,
    box,
  };
}

function countWords(reading: string | null): number {
  return reading === null ? 0 : reading.split(" ").length;
}

/**
 * Runs the passes. Every other one of the first four reads the uncleaned cell, so that strokes lost in cleaning cannot mislead all of them.
 * Of 48 names in clotted print in which no other pass turned every letter group into a word, the blurred passes did so for 17, the thinnest
 * for 10, any further one for at most 9.
 */
async function* runPasses(page: Bitmap, box: PageBox, text: PlacedText): AsyncGenerator<NamePass> {
  const asPrinted = { bitmap: cutUncleaned(page, box, text), letterHeight: text.letterHeight };
  yield toNamePass(await readSoftEdged(text, "block"));
  yield dropRemains(toNamePass(await readThin(asPrinted, "block")));
  yield toNamePass(await readBlurred(text, "block"));
  yield dropRemains(toNamePass(await readBlurred(asPrinted, "block")));
  yield toNamePass(await readHardEdged(text, "block"));
  yield toNamePass(await readSmallBlurred(text, "block"));
  yield toNamePass(await readThinnest(text, "block"));
}

/** Adds the passes of the model for copies that read clotted print best. @throws {ParseError} `ocr_failed`. */
export async function addCopiedPasses(page: Bitmap, name: NameReading): Promise<NameReading> {
  const { box } = name;
  const text = findCellText(page, box);
  if (text === null) return name;
  const asPrinted = { bitmap: cutUncleaned(page, box, text), letterHeight: text.letterHeight };
  const how = { model: "copies" } as const;
  const copied = [
    toNamePass(await readSoftEdged(text, "block", how)),
    toNamePass(await readBlurred(text, "block", how)),
    dropRemains(toNamePass(await readBlurred(asPrinted, "block", how))),
    toNamePass(await readHardEdged(text, "block", how)),
    toNamePass(await readSmallBlurred(text, "block", how)),
  ];
  return { ...name, copied };
}

function isEnough({ sure, votes }: VotedName, read: readonly NamePass[]): boolean {
  const passes = read.length;
  const illegible = passes > 2 ? ILLEGIBLE_TO_MORE : ILLEGIBLE_TO_TWO;
  if (passes > 1 && read.every((ocrPass) => computeMean(ocrPass) < illegible)) return true;
  if (passes >= LEAST_PASSES && votes.some(isHopeless)) return true;
  const further = MOST_PASSES - passes;
  if (passes >= PASSES_TO_LOSE && votes.filter((vote) => isLost(vote, further)).length >= LOST_WORDS) return true;
  if (!sure || passes !== 2) return sure;
  return votes.every(
    ({ key, agreeing }) => agreeing.length === 2 && !/[0-9%]/.test(key) && Math.min(...agreeing) >= ENOUGH_OF_TWO,
  );
}

/** Characters that specks between words are read as. */
const SPECK = /^[.,:;'’‘`"“”°*·•]*$/;

/**
 * Words of all lines, without specks, and without remains of rules at either end. Any other sign between words stays, and an upright stroke at the end:
 * it may be a dash, an initial or the numeral of `FUND I`, and nobody would see that it was dropped.
 */
export function toNamePass(lines: readonly OcrLine[]): NamePass {
  const heights = lines.flat().map(({ box }) => box.height);
  const usual = heights.toSorted((a, b) => a - b)[heights.length >> 1] ?? 0;
  const isHigh = ({ box }: OcrWord) => box.height >= LOW * usual;
  const isWord = (word: OcrWord) => /[\p{L}\p{N}&+%$]/u.test(word.text) && isHigh(word);
  const isLast = (word: OcrWord) => isWord(word) || (word.text === "|" && isHigh(word));
  return lines.flatMap((line) => {
    const words = line.slice(Math.max(0, line.findIndex(isWord)), line.findLastIndex(isLast) + 1);
    return words.filter((word) => isLast(word) || !SPECK.test(word.text));
  });
}

/** Drops misread remains of an uncleaned edge: short words at either end with low confidence. */
function dropRemains(ocrPass: NamePass): NamePass {
  const isWord = ({ text, confidence }: SeenWord) => text.length >= SHORT || confidence >= HARDLY;
  return ocrPass.slice(Math.max(0, ocrPass.findIndex(isWord)), ocrPass.findLastIndex(isWord) + 1);
}

/** Reads the asset name from its cell; joins the printed lines. */
import { computeMedian } from "../../../base/median.ts";
import type { PageBox } from "../../../domain/trade.ts";
import type { Bitmap } from "../raster/bitmap.ts";
import { classifyLetterlessCell } from "./blank-cell.ts";
import { findCellText, type PlacedText } from "./cell.ts";
import { findCutOffText } from "./cut-off.ts";
import type { OcrLine, OcrWord } from "./engine.ts";
import { computePrintScore } from "./handwriting.ts";
import {
  runBlurredPass,
  runHardEdgedPass,
  runSmallBlurredPass,
  runSoftEdgedPass,
  runThinnestPass,
  runThinPass,
} from "./ocr-passes.ts";
import type { Reading } from "./reading.ts";
import { cropUncleanedText } from "./uncleaned-cell.ts";
import { computeMeanConfidence, type NamePass, type VotedName, voteOnName } from "./voted-name.ts";
import type { SeenWord } from "./word-places.ts";
import { cannotBecomeAcceptable, isTooUncertain } from "./word-votes.ts";

/** Minimum height of a word, as a share of the usual height; anything lower is a speck. */
const MIN_HEIGHT_SHARE = 0.4;
/** Minimum length and confidence of a word at either end of a name. A word below both limits is dropped. */
const MIN_END_LENGTH = 3;
const MIN_END_CONFIDENCE = 0.3;
/** Minimum confidence in every word at which two passes are enough. */
const ENOUGH_OF_TWO = 0.85;
/** Indexes of passes that read the cleaned cell. Their confidence is used to tell print from handwriting. */
const CLEANED = [0, 2, 4];
/** A text is illegible if the mean confidences of the first two OCR passes are both below this value. */
const ILLEGIBLE_TO_TWO = 0.3;
/** The limit for all passes if there are more than two. Of 1,365 names that were illegible by these limits, none was certain. */
const ILLEGIBLE_TO_MORE = 0.4;
/** Minimum number of passes before a too uncertain word (`isTooUncertain`) ends the reading, and maximum number of passes. */
const MIN_PASSES = 4;
const MAX_PASSES = 7;
// Reading stops after at least `MIN_LOST_PASSES` passes if at least `LOST_WORDS` words cannot become acceptable in further
// passes. One such word is not enough, since a further pass may divide the letters into other words. The rule was tested on 950
// names that are read with certainty on 99 pages. With a minimum of two words, the rule stopped none of these readings.
const MIN_LOST_PASSES = 3;
const LOST_WORDS = 2;

export interface NameReading extends Reading {
  /** See `computePrintScore`; null if the cell shows no letter. */
  readonly printScore: number | null;
  /** The OCR passes that read the name; empty if the cell shows no letter. */
  readonly passes: readonly NamePass[];
  /** OCR passes of the model for photocopies and faxes. Empty until `rereadNameWithPhotocopyModel` has reread the name. */
  readonly copyModelPasses: readonly NamePass[];
  readonly end: NameEnd;
  readonly box: PageBox;
}

/** `cut off`: the cell's right edge cuts off the text that was read. `left out`: only whole words before the cut were read. */
export type NameEnd = "whole" | "cut off" | "left out";

/** Reads a name. `sure` is based on its cell alone; `crossCheckNames` uses the whole page. @throws {ParseError} `ocr_failed`. */
export async function readName(page: Bitmap, box: PageBox): Promise<NameReading> {
  const text = findCellText(page, box);
  if (text === null)
    return {
      ...classifyLetterlessCell(page, box),
      printScore: null,
      passes: [],
      copyModelPasses: [],
      end: "whole",
      box,
    };
  const cut = findCutOffText(text, box);
  if (cut === null) return readText(page, box, text, "whole");
  const whole = await readText(page, box, text, "cut off");
  if (cut.wordsEnd === null) return whole;
  const words = { ...box, width: text.box.left + cut.wordsEnd - box.left };
  const beforeCut = findCellText(page, words);
  if (beforeCut === null) return whole;
  const name = await readText(page, words, beforeCut, "left out");
  // Without a plus sign, the gap is taken to be inside a word if the text after the gap adds no word. Then return `whole`.
  return cut.isBetweenWords || countWords(name.reading) < countWords(whole.reading) ? name : whole;
}

async function readText(page: Bitmap, box: PageBox, text: PlacedText, end: NameEnd): Promise<NameReading> {
  const passes: NamePass[] = [];
  let name: VotedName | null = null;
  for await (const ocrPass of runPasses(page, box, text)) {
    passes.push(ocrPass);
    name = voteOnName(passes);
    if (canStopReading(name, passes)) break;
  }
  return {
    reading: name === null || name.text === "" ? null : name.text,
    confidence: name?.confidence ?? 0,
    sure: end !== "cut off" && name?.sure === true,
    printScore: computePrintScore(text, Math.max(...CLEANED.map((at) => computeMeanConfidence(passes[at] ?? [])))),
    passes,
    copyModelPasses: [],
    end,
    box,
  };
}

function countWords(reading: string | null): number {
  return reading === null ? 0 : reading.split(" ").length;
}

// Runs the OCR passes. The second and the fourth read the uncleaned cell, so strokes lost in cleaning cannot mislead all passes.
// The choice was tested on 48 blotted names in which the soft-edged, thin and hard-edged passes found no word for at least one
// letter group. The blurred passes found words for all groups in 17 names, and `runThinnestPass` in 10. Any pass not used here
// did so in at most 9.
async function* runPasses(page: Bitmap, box: PageBox, text: PlacedText): AsyncGenerator<NamePass> {
  const asPrinted = { bitmap: cropUncleanedText(page, box, text), letterHeight: text.letterHeight };
  yield toNamePass(await runSoftEdgedPass(text, "block"));
  yield trimRuledLineTraces(toNamePass(await runThinPass(asPrinted, "block")));
  yield toNamePass(await runBlurredPass(text, "block"));
  yield trimRuledLineTraces(toNamePass(await runBlurredPass(asPrinted, "block")));
  yield toNamePass(await runHardEdgedPass(text, "block"));
  yield toNamePass(await runSmallBlurredPass(text, "block"));
  yield toNamePass(await runThinnestPass(text, "block"));
}

/**
 * Rereads a name with the OCR model for photocopies and faxes. Runs the OCR passes that suit blotted print best.
 * @throws {ParseError} `ocr_failed`.
 */
export async function rereadNameWithPhotocopyModel(page: Bitmap, name: NameReading): Promise<NameReading> {
  const { box } = name;
  const text = findCellText(page, box);
  if (text === null) return name;
  const asPrinted = { bitmap: cropUncleanedText(page, box, text), letterHeight: text.letterHeight };
  const options = { model: "copies" } as const;
  const copyModelPasses = [
    toNamePass(await runSoftEdgedPass(text, "block", options)),
    toNamePass(await runBlurredPass(text, "block", options)),
    trimRuledLineTraces(toNamePass(await runBlurredPass(asPrinted, "block", options))),
    toNamePass(await runHardEdgedPass(text, "block", options)),
    toNamePass(await runSmallBlurredPass(text, "block", options)),
  ];
  return { ...name, copyModelPasses };
}

function canStopReading({ sure, votes }: VotedName, read: readonly NamePass[]): boolean {
  const passes = read.length;
  const illegible = passes > 2 ? ILLEGIBLE_TO_MORE : ILLEGIBLE_TO_TWO;
  if (passes > 1 && read.every((ocrPass) => computeMeanConfidence(ocrPass) < illegible)) return true;
  if (passes >= MIN_PASSES && votes.some(isTooUncertain)) return true;
  const further = MAX_PASSES - passes;
  if (passes >= MIN_LOST_PASSES && votes.filter((vote) => cannotBecomeAcceptable(vote, further)).length >= LOST_WORDS)
    return true;
  if (!sure || passes !== 2) return sure;
  return votes.every(
    ({ key, agreeing }) => agreeing.length === 2 && !/[0-9%]/.test(key) && Math.min(...agreeing) >= ENOUGH_OF_TWO,
  );
}

/** Texts that OCR returns for specks between words. */
const SPECK = /^[.,:;'’‘`"“”°*·•]*$/;

/**
 * Joins the words of all lines. Drops specks, and pieces of ruled lines at either end of a line. Keeps all other characters
 * between words, and a vertical stroke at the end of a line. A kept character may be a dash, an initial or the numeral of
 * `FUND I`. If such a character were dropped, a reviewer would not notice the loss.
 */
export function toNamePass(lines: readonly OcrLine[]): NamePass {
  const usual = computeMedian(lines.flat().map(({ box }) => box.height));
  const isTallEnough = ({ box }: OcrWord) => box.height >= MIN_HEIGHT_SHARE * usual;
  const isWord = (word: OcrWord) => /[\p{L}\p{N}&+%$]/u.test(word.text) && isTallEnough(word);
  const mayEndName = (word: OcrWord) => isWord(word) || (word.text === "|" && isTallEnough(word));
  return lines.flatMap((line) => {
    const words = line.slice(Math.max(0, line.findIndex(isWord)), line.findLastIndex(mayEndName) + 1);
    return words.filter((word) => mayEndName(word) || !SPECK.test(word.text));
  });
}

/** Drops short words with low confidence at either end: pieces of ruled lines misread as letters, if the cell was not cleaned. */
function trimRuledLineTraces(ocrPass: NamePass): NamePass {
  const isReliableWord = ({ text, confidence }: SeenWord) =>
    text.length >= MIN_END_LENGTH || confidence >= MIN_END_CONFIDENCE;
  return ocrPass.slice(Math.max(0, ocrPass.findIndex(isReliableWord)), ocrPass.findLastIndex(isReliableWord) + 1);
}

/** The cell of the asset's name: its lines as printed, joined. */
import type { PageBox } from "../../domain/trade.ts";
import type { Bitmap } from "../raster/bitmap.ts";
import { withoutLetters } from "./blank.ts";
import { cellText, type PlacedText } from "./cell.ts";
import type { OcrLine, OcrWord } from "./engine.ts";
import { isKnown } from "./known-words.ts";
import { blurredLook, hardLook, largeLook, softLook, thinLook } from "./looks.ts";
import type { Reading } from "./reading.ts";
import { uncleaned } from "./uncleaned.ts";
import { meanOf, type NameLook, type VotedName, votedName } from "./voted-name.ts";
import type { SeenWord } from "./word-places.ts";
import { isHopeless } from "./word-votes.ts";
import { printedScore } from "./writing.ts";

/** A word's box lower than this share of its fellows' is a speck that was read. */
const LOW = 0.4;
/** A word of fewer letters that a look is less sure of says nothing at either end of a name. */
const SHORT = 3;
const HARDLY = 0.3;
/** Two looks are enough where both are so sure of every word. */
const ENOUGH_OF_TWO = 0.85;
/** Of the looks, those by which print is told from handwriting. */
const CLEANED = [0, 2, 4];
/** Before so many looks no word is given up. */
const LEAST_LOOKS = 4;

/** A name, and whether it was printed or written by hand. */
export interface NameReading extends Reading {
  /** `printedScore`; null where the cell shows no letter. */
  readonly printed: number | null;
  /** What it was read from; none where the cell shows no letter. */
  readonly looks: readonly NameLook[];
}

/** Sure as the name itself tells; `judgeNames` knows the page. @throws {ParseError} `ocr_failed`. */
export async function readName(page: Bitmap, box: PageBox): Promise<NameReading> {
  const text = cellText(page, box);
  if (text === null) return { ...withoutLetters(page, box), printed: null, looks: [] };
  const looks: NameLook[] = [];
  let name: VotedName | null = null;
  for await (const look of looksAt(page, box, text)) {
    looks.push(look);
    name = votedName(looks, isKnown, false);
    if (isEnough(name, looks.length)) break;
  }
  return {
    reading: name === null || name.text === "" ? null : name.text,
    confidence: name?.confidence ?? 0,
    sure: name?.sure ?? false,
    printed: printedScore(text, Math.max(...CLEANED.map((at) => meanOf(looks[at] ?? [])))),
    looks,
  };
}

/** Every other one of the first is of the uncleaned cell, so that what was cleaned away cannot mislead all. */
async function* looksAt(page: Bitmap, box: PageBox, text: PlacedText): AsyncGenerator<NameLook> {
  const asPrinted = { bitmap: uncleaned(page, box, text), letterHeight: text.letterHeight };
  yield wordsOf(await softLook(text, "block"));
  yield withoutRemains(wordsOf(await thinLook(asPrinted, "block")));
  yield wordsOf(await hardLook(text, "block"));
  yield withoutRemains(wordsOf(await softLook(asPrinted, "block")));
  yield wordsOf(await thinLook(text, "block"));
  yield wordsOf(await largeLook(text, "block"));
  yield wordsOf(await blurredLook(text, "block"));
}

function isEnough({ sure, votes }: VotedName, looks: number): boolean {
  if (looks >= LEAST_LOOKS && votes.some(isHopeless)) return true;
  if (!sure || looks > 2) return sure;
  return votes.every(
    ({ key, borneOut }) => borneOut.length === 2 && !/[0-9%]/.test(key) && Math.min(...borneOut) >= ENOUGH_OF_TWO,
  );
}

/** The words of all lines, without what is none: a rule's remains and specks, read as strokes and points. A dash between words stays. */
function wordsOf(lines: readonly OcrLine[]): NameLook {
  const heights = lines.flat().map(({ box }) => box.height);
  const usual = heights.toSorted((a, b) => a - b)[heights.length >> 1] ?? 0;
  const isWord = ({ text, box }: OcrWord) => /[\p{L}\p{N}&+%$]/u.test(text) && box.height >= LOW * usual;
  return lines.flatMap((line) => {
    const first = line.findIndex(isWord);
    const last = line.findLastIndex(isWord);
    return line.filter((word, at) => isWord(word) || (/^[-–—]$/.test(word.text) && at > first && at < last));
  });
}

/** Without what an edge that was not cleaned is read as: short words at either end that the look itself hardly believes. */
function withoutRemains(look: NameLook): NameLook {
  const isWord = ({ text, confidence }: SeenWord) => text.length >= SHORT || confidence >= HARDLY;
  return look.slice(Math.max(0, look.findIndex(isWord)), look.findLastIndex(isWord) + 1);
}

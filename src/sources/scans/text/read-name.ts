/** The cell of the asset's name: its lines as printed, joined. */
import type { PageBox } from "../../../domain/trade.ts";
import type { Bitmap } from "../raster/bitmap.ts";
import { withoutLetters } from "./blank.ts";
import { type CellText, cellText } from "./cell.ts";
import type { OcrLine, OcrWord } from "./engine.ts";
import { plain } from "./likeness.ts";
import { hardLook, softLook, thinLook } from "./looks.ts";
import { type Reading, type Vote, voteOf } from "./reading.ts";
import { printedScore } from "./writing.ts";

/** A look of which the letters are on the whole less sure than this bears nothing out. */
const LEGIBLE = 0.7;
/** The least sure word of two looks that agree; with a lesser one all three must agree. */
const LEAST_WORD = 0.8;
/** Digits that two looks mistake alike: all that are legible must agree on them, whatever they make of the letters. */
const CLOTTING_DIGITS = /[35689]/;

/** A name, and whether it was printed or written by hand. */
export interface NameReading extends Reading {
  /** `printedScore`; null where the cell shows no letter. */
  readonly printed: number | null;
}

/** @throws {ParseError} `ocr_failed`. */
export async function readName(page: Bitmap, box: PageBox): Promise<NameReading> {
  const text = cellText(page, box);
  return text === null ? { ...withoutLetters(page, box), printed: null } : await readNameText(text);
}

async function readNameText(text: CellText): Promise<NameReading> {
  const votes: Vote[] = [];
  for (const look of [softLook, hardLook, thinLook]) {
    votes.push(voteOf((await look(text, "block")).map(withoutStrokes)));
    const agreed = agreement(votes);
    if (agreed !== null) return { ...agreed, printed: printedScore(text, agreed.mean) };
  }
  const best = votes.reduce((one, other) => (other.mean > one.mean ? other : one));
  const printed = printedScore(text, best.mean);
  return { reading: best.text === "" ? null : best.text, confidence: best.confidence, sure: false, printed };
}

/** A line without what is no word: a rule's remains, read as strokes and points. A dash between words stays. */
function withoutStrokes(line: OcrLine): OcrLine {
  const isWord = ({ text }: OcrWord) => /[\p{L}\p{N}&+%$]/u.test(text);
  const first = line.findIndex(isWord);
  const last = line.findLastIndex(isWord);
  return line.filter((word, at) => isWord(word) || (/^[-–—]$/.test(word.text) && at > first && at < last));
}

/** The surest of the legible looks that another one bears out letter by letter. Each of its words is as sure as the look that is surest of it. */
function agreement(votes: readonly Vote[]): (Reading & { mean: number }) | null {
  const legible = votes.filter(({ mean, text }) => mean >= LEGIBLE && plain(text).length > 1);
  const borneOut = legible.map((vote) => ({
    vote,
    like: legible.filter(({ text }) => plain(text) === plain(vote.text)),
  }));
  const [best] = borneOut
    .filter(({ like }) => like.length > 1)
    .toSorted((a, b) => b.vote.confidence - a.vote.confidence);
  if (best === undefined) return null;
  const { text: reading, words, mean } = best.vote;
  const inAsMany = best.like.filter((vote) => vote.words.length === words.length);
  const confidence = Math.min(...words.map((_, at) => Math.max(...inAsMany.map((vote) => vote.words[at] as number))));
  if (
    best.like.length < 3 &&
    (confidence < LEAST_WORD ||
      (CLOTTING_DIGITS.test(reading) && !(votes.length > 2 && haveItsDigits(legible, reading))))
  )
    return null;
  return { reading, confidence, sure: true, mean };
}

function haveItsDigits(votes: readonly Vote[], reading: string): boolean {
  const digitsOf = (text: string) => text.replace(/\D/g, "");
  return votes.every(({ text }) => digitsOf(text) === digitsOf(reading));
}

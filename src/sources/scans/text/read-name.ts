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
/** The least sure word of the surer of two looks that agree; with a lesser one all three must agree. */
const LEAST_WORD = 0.6;
const LEAST_WORD_OF_THREE = 0.4;

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

/** The surest of the legible looks that another one bears out letter by letter. */
function agreement(votes: readonly Vote[]): (Reading & { mean: number }) | null {
  const legible = votes.filter(({ mean, text }) => mean >= LEGIBLE && plain(text).length > 1);
  const borneOut = legible.map((vote) => ({
    vote,
    like: legible.filter(({ text }) => plain(text) === plain(vote.text)).length,
  }));
  const [best] = borneOut.filter(({ like }) => like > 1).toSorted((a, b) => b.vote.confidence - a.vote.confidence);
  if (best === undefined) return null;
  const { text: reading, confidence, mean } = best.vote;
  if (confidence < (best.like > 2 ? LEAST_WORD_OF_THREE : LEAST_WORD)) return null;
  return { reading, confidence, sure: true, mean };
}

/** The cell of the asset's name: its lines as printed, joined. */
import type { PageBox } from "../../../domain/trade.ts";
import type { Bitmap } from "../raster/bitmap.ts";
import { type CellText, cellText } from "./cell.ts";
import type { OcrLine } from "./engine.ts";
import { plain } from "./likeness.ts";
import { hardLook, softLook, thinLook } from "./looks.ts";
import { BLANK, type Reading } from "./reading.ts";

/** A look of which the letters are on the whole less sure than this bears nothing out. */
const LEGIBLE = 0.7;
/** The least sure word of the surer of two looks that agree. */
const LEAST_WORD = 0.4;

/** @throws {ParseError} `ocr_failed`. */
export async function readName(page: Bitmap, box: PageBox): Promise<Reading> {
  const text = cellText(page, box);
  return text === null ? BLANK : await readNameText(text);
}

/** @throws {ParseError} `ocr_failed`. */
export async function readNameText(text: CellText): Promise<Reading> {
  const votes: NameVote[] = [];
  for (const look of [softLook, hardLook, thinLook]) {
    votes.push(nameVote(await look(text, "block")));
    const agreed = agreement(votes);
    if (agreed !== null) return agreed;
  }
  const best = votes.reduce((one, other) => (other.mean > one.mean ? other : one));
  return { reading: best.text === "" ? null : best.text, confidence: best.least, sure: false };
}

interface NameVote {
  readonly text: string;
  /** Mean confidence, each word by its letters. */
  readonly mean: number;
  readonly least: number;
}

function nameVote(lines: readonly OcrLine[]): NameVote {
  const words = lines.flat().filter(({ text }) => !/^[^\p{L}\p{N}&+%$]+$/u.test(text));
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return {
    text: words.map(({ text }) => text).join(" "),
    mean: words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / Math.max(1, letters),
    least: words.length === 0 ? 0 : Math.min(...words.map(({ confidence }) => confidence)),
  };
}

/** The surest of the legible looks that another one bears out letter by letter. */
function agreement(votes: readonly NameVote[]): Reading | null {
  const legible = votes.filter(({ mean, text }) => mean >= LEGIBLE && plain(text).length > 1);
  const borneOut = legible.filter((vote) =>
    legible.some((other) => other !== vote && plain(other.text) === plain(vote.text)),
  );
  const [best] = borneOut.toSorted((a, b) => b.least - a.least);
  return best === undefined || best.least < LEAST_WORD
    ? null
    : { reading: best.text, confidence: best.least, sure: true };
}

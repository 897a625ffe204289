/** Cells that hold one of a few things: the owner's code, the type and the bracket of tables that print them as text. */
import type { PageBox } from "../../../domain/trade.ts";
import type { Bitmap } from "../raster/bitmap.ts";
import { type CellText, cellText } from "./cell.ts";
import type { Segmentation } from "./engine.ts";
import { hardLook, softLook, thinLook } from "./looks.ts";
import { BLANK, type Reading, type Vote, voteOf } from "./reading.ts";

/** Looks that agree on a choice are at least as confident as this. */
const SURE = 0.5;

/** `SP`, `DC`, `JT`; blank where the cell holds no ink. Anything else is handed on as it was read, and is not sure. @throws {ParseError} `ocr_failed`. */
export function readOwner(page: Bitmap, box: PageBox): Promise<Reading> {
  return readChoice(page, box, ownerOf, "line");
}

/** `P`, `S`, `S (partial)`, `E`. @throws {ParseError} `ocr_failed`. */
export function readTypeText(page: Bitmap, box: PageBox): Promise<Reading> {
  return readChoice(page, box, typeOf, "block");
}

/** `$1,001 - $15,000`. @throws {ParseError} `ocr_failed`. */
export function readAmountText(page: Bitmap, box: PageBox): Promise<Reading> {
  return readChoice(page, box, amountOf, "block");
}

async function readChoice(
  page: Bitmap,
  box: PageBox,
  choiceOf: (text: string) => string | null,
  segmentation: Segmentation,
): Promise<Reading> {
  const text = cellText(page, box);
  return text === null ? BLANK : await readChoiceText(text, choiceOf, segmentation);
}

async function readChoiceText(
  text: CellText,
  choiceOf: (text: string) => string | null,
  segmentation: Segmentation,
): Promise<Reading> {
  const votes: Vote[] = [];
  for (const look of [softLook, hardLook, thinLook]) {
    votes.push(voteOf(await look(text, segmentation)));
    const agreed = agreement(votes, choiceOf);
    if (agreed !== null) return agreed;
  }
  const best = votes.reduce((one, other) => (other.confidence > one.confidence ? other : one));
  return { reading: choiceOf(best.text) ?? (best.text || null), confidence: best.confidence, sure: false };
}

function agreement(votes: readonly Vote[], choiceOf: (text: string) => string | null): Reading | null {
  const choices = votes.map(({ text, confidence }) => ({ choice: choiceOf(text), confidence }));
  const found = choices.filter(({ choice }) => choice !== null);
  if (new Set(found.map(({ choice }) => choice)).size !== 1) return null;
  const confident = found.map(({ confidence }) => confidence).filter((confidence) => confidence >= SURE);
  const [first] = found;
  if (confident.length < 2 || first === undefined) return null;
  return { reading: first.choice, confidence: Math.min(...confident), sure: true };
}

/** Marks that a rule's remains leave around a short text. */
function bare(text: string): string {
  return text.replace(/^[^\p{L}\p{N}$(]+|[^\p{L}\p{N})]+$/gu, "");
}

function ownerOf(text: string): string | null {
  const code = bare(text).toUpperCase();
  return ["SP", "DC", "JT"].includes(code) ? code : null;
}

function typeOf(text: string): string | null {
  const word = bare(text).toLowerCase().replace(/\s+/g, " ");
  if (["p", "purchase", "purchased", "buy"].includes(word)) return "P";
  if (["s", "sale", "sold", "sell", "sale (full)", "s (full)"].includes(word)) return "S";
  if (["s (partial)", "sale (partial)", "partial sale", "partial"].includes(word)) return "S (partial)";
  return ["e", "exchange"].includes(word) ? "E" : null;
}

/** Where each bracket of the form begins, and where the one before it ends. */
const BOUNDS = [1, 15, 50, 100, 250, 500, 1000, 5000, 25_000, 50_000].map((thousands) => thousands * 1000);

function amountOf(text: string): string | null {
  const compact = text.replace(/\s+/g, "").replace(/[–—~]/g, "-");
  const over = /^\$?([\d,.]+)\+$|^over\$?([\d,.]+)$/i.exec(compact);
  if (over) return sumOf(over[1] ?? over[2]) === BOUNDS.at(-1) ? "Over $50,000,000" : null;
  const range = /^\$?([\d,.]+)-\$?([\d,.]+)$/.exec(compact);
  const lower = sumOf(range?.[1]);
  const upper = sumOf(range?.[2]);
  const step = BOUNDS.indexOf(upper);
  // The form of 2012 and 2013 begins its lowest bracket at $1,000.
  const starts = step > 0 && (lower === (BOUNDS[step - 1] as number) + 1 || (step === 1 && lower === 1000));
  return starts ? `$${lower.toLocaleString("en-US")} - $${upper.toLocaleString("en-US")}` : null;
}

function sumOf(digits = ""): number {
  return /^\d{1,3}([,.]\d{3})+$/.test(digits) || /^\d+$/.test(digits)
    ? Number(digits.replace(/[,.]/g, ""))
    : Number.NaN;
}

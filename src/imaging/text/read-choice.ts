/** Cells that hold one of a few things: the owner's code, the type and the bracket of tables that print them as text. */
import type { PageBox } from "../../domain/trade.ts";
import type { Bitmap } from "../raster/bitmap.ts";
import { withoutLetters } from "./blank.ts";
import { cellText } from "./cell.ts";
import { amountOf, letteredAmountOf, ownerLike, ownerOf, typeOf } from "./choices.ts";
import type { Segmentation } from "./engine.ts";
import { hardLook, softLook, thinLook } from "./looks.ts";
import { type Reading, type Vote, voteOf } from "./reading.ts";

/** One of the looks that agree on a choice is at least as confident as this. */
const SURE = 0.5;
const ALL_LOOKS = 3;

/** How a text is told to be a choice. */
interface Choices {
  /** The choice that a text is, letter by letter; null where it is none. */
  readonly exact: (text: string) => string | null;
  /** The one choice that a text may be mistaken for; it bears out an exact look, and is nothing by itself. */
  readonly like: (text: string) => string | null;
  /** Texts so short that all looks must agree on them. */
  readonly isShort?: (text: string) => boolean;
}

/** `SP`, `DC`, `JT`; blank where the cell holds no ink. Anything else is handed on as it was read, and is not sure. @throws {ParseError} `ocr_failed`. */
export function readOwner(page: Bitmap, box: PageBox): Promise<Reading> {
  return readChoice(page, box, "line", { exact: ownerOf, like: ownerLike });
}

/** `P`, `S`, `S (partial)`, `E`. @throws {ParseError} `ocr_failed`. */
export function readTypeText(page: Bitmap, box: PageBox): Promise<Reading> {
  return readChoice(page, box, "block", { exact: typeOf, like: typeOf });
}

/** `$1,001 - $15,000`, or the letter of a column of the form; any other sum is handed on as it was read, and is not sure. @throws {ParseError} `ocr_failed`. */
export function readAmountText(page: Bitmap, box: PageBox): Promise<Reading> {
  const exact = (text: string) => amountOf(text) ?? letteredAmountOf(text);
  return readChoice(page, box, "block", { exact, like: exact, isShort: (text) => letteredAmountOf(text) !== null });
}

async function readChoice(page: Bitmap, box: PageBox, segmentation: Segmentation, choices: Choices): Promise<Reading> {
  const text = cellText(page, box);
  if (text === null) return withoutLetters(page, box);
  const votes: Vote[] = [];
  for (const look of [softLook, hardLook, thinLook]) {
    votes.push(voteOf(await look(text, segmentation)));
    const agreed = agreement(votes, choices);
    if (agreed !== null) return agreed;
  }
  const best = votes.reduce((one, other) => (other.confidence > one.confidence ? other : one));
  return { reading: choices.exact(best.text) ?? (best.text || null), confidence: best.confidence, sure: false };
}

/** The choice that two looks give and none contradicts; at least one of them exactly, and confident of it. */
function agreement(votes: readonly Vote[], { exact, like, isShort }: Choices): Reading | null {
  const given = votes.flatMap(({ text }) => exact(text) ?? like(text) ?? []);
  const [choice, ...others] = new Set(given);
  const needed = isShort && votes.some(({ text }) => isShort(text)) ? ALL_LOOKS : 2;
  if (choice === undefined || others.length > 0 || given.length < needed) return null;
  const confidence = Math.max(...votes.map((vote) => (exact(vote.text) === choice ? vote.confidence : 0)));
  return confidence < SURE ? null : { reading: choice, confidence, sure: true };
}

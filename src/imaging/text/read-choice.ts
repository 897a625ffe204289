/** Reads cells that hold one of a few values: the owner's code, and the type and bracket of tables that print them as text. */
import type { PageBox } from "../../domain/trade.ts";
import type { Bitmap } from "../raster/bitmap.ts";
import { withoutLetters } from "./blank-cell.ts";
import { cellText } from "./cell.ts";
import type { Segmentation } from "./engine.ts";
import { amountOf, letteredAmountOf, ownerLike, ownerOf, typeOf } from "./form-values.ts";
import { hardPass, softPass, thinPass } from "./ocr-passes.ts";
import { type Reading, type Vote, voteOf } from "./reading.ts";

/** Least confidence of one of the passes that agree on a value. */
const SURE = 0.5;
/** Confidence of a code at which the first pass is enough: on 1,303 rows no further pass changed it. */
const SURE_ALONE = 0.9;
const ALL_PASSES = 3;

/** Functions that match a text to a value. */
interface Choices {
  /** The value that a text is letter by letter; null where it is none. */
  readonly exact: (text: string) => string | null;
  /** The one value that a text may be a misreading of. It supports an exact pass and counts for nothing by itself. */
  readonly like: (text: string) => string | null;
  /** Marks texts so short that all passes must agree on them. */
  readonly isShort?: (text: string) => boolean;
  /** The values are so unlike one another that one pass with `SURE_ALONE` is enough. */
  readonly areCodes?: boolean;
}

/** Reads `SP`, `DC` or `JT`; blank where the cell holds no ink. Any other text is returned as it was read and is not sure. @throws {ParseError} `ocr_failed`. */
export function readOwner(page: Bitmap, box: PageBox): Promise<Reading> {
  return readChoice(page, box, "line", { exact: ownerOf, like: ownerLike, areCodes: true });
}

/** Reads `P`, `S`, `S (partial)` or `E`. @throws {ParseError} `ocr_failed`. */
export function readTypeText(page: Bitmap, box: PageBox): Promise<Reading> {
  return readChoice(page, box, "block", { exact: typeOf, like: typeOf });
}

/** Reads `$1,001 - $15,000`, or the letter of a column of the form. Any other sum is returned as it was read and is not sure. @throws {ParseError} `ocr_failed`. */
export function readAmountText(page: Bitmap, box: PageBox): Promise<Reading> {
  const exact = (text: string) => amountOf(text) ?? letteredAmountOf(text);
  return readChoice(page, box, "block", { exact, like: exact, isShort: (text) => letteredAmountOf(text) !== null });
}

async function readChoice(page: Bitmap, box: PageBox, segmentation: Segmentation, choices: Choices): Promise<Reading> {
  const text = cellText(page, box);
  if (text === null) return withoutLetters(page, box);
  const votes: Vote[] = [];
  for (const ocrPass of [softPass, hardPass, thinPass]) {
    votes.push(voteOf(await ocrPass(text, segmentation)));
    const agreed = agreement(votes, choices);
    if (agreed !== null) return agreed;
  }
  const best = votes.reduce((one, other) => (other.confidence > one.confidence ? other : one));
  return { reading: choices.exact(best.text) ?? (best.text || null), confidence: best.confidence, sure: false };
}

/** The value that two passes give and none contradicts, if at least one of them has it exactly and with confidence. */
function agreement(votes: readonly Vote[], { exact, like, isShort, areCodes }: Choices): Reading | null {
  const given = votes.flatMap(({ text }) => exact(text) ?? like(text) ?? []);
  const [choice, ...others] = new Set(given);
  const isPlain = areCodes && votes.some(({ text, confidence }) => exact(text) !== null && confidence >= SURE_ALONE);
  const leastPasses = isPlain ? 1 : 2;
  const needed = isShort && votes.some(({ text }) => isShort(text)) ? ALL_PASSES : leastPasses;
  if (choice === undefined || others.length > 0 || given.length < needed) return null;
  const confidence = Math.max(...votes.map((vote) => (exact(vote.text) === choice ? vote.confidence : 0)));
  return confidence < SURE ? null : { reading: choice, confidence, sure: true };
}

/** Reads the owner code from its cell. */
import type { PageBox } from "../../../domain/trade.ts";
import type { Bitmap } from "../raster/bitmap.ts";
import { withoutLetters } from "./blank-cell.ts";
import { cellText } from "./cell.ts";
import { ownerLike, ownerOf } from "./form-values.ts";
import { hardPass, softPass, thinPass } from "./ocr-passes.ts";
import { type Reading, type Vote, voteOf } from "./reading.ts";

/** Minimum confidence of at least one of the passes that agree on a code. */
const SURE = 0.5;
/** Confidence of a code at which the first pass is enough: on 1,303 rows no further pass changed it. */
const SURE_ALONE = 0.9;

/** Reads `SP`, `DC` or `JT`; blank if the cell has no ink. Other text is returned as read and not sure. @throws {ParseError} `ocr_failed`. */
export async function readOwner(page: Bitmap, box: PageBox): Promise<Reading> {
  const text = cellText(page, box);
  if (text === null) return withoutLetters(page, box);
  const votes: Vote[] = [];
  for (const ocrPass of [softPass, hardPass, thinPass]) {
    votes.push(voteOf(await ocrPass(text, "line")));
    const agreed = agreement(votes);
    if (agreed !== null) return agreed;
  }
  const best = votes.reduce((one, other) => (other.confidence > one.confidence ? other : one));
  return { reading: ownerOf(best.text) ?? (best.text || null), confidence: best.confidence, sure: false };
}

/** The uncontradicted code of two passes, or of one that is sure, if at least one pass read it exactly and with confidence. */
function agreement(votes: readonly Vote[]): Reading | null {
  const given = votes.flatMap(({ text }) => ownerOf(text) ?? ownerLike(text) ?? []);
  const [code, ...others] = new Set(given);
  if (code === undefined || others.length > 0) return null;
  const confidence = Math.max(...votes.map((vote) => (ownerOf(vote.text) === code ? vote.confidence : 0)));
  const isEnough = given.length > 1 || confidence >= SURE_ALONE;
  return isEnough && confidence >= SURE ? { reading: code, confidence, sure: true } : null;
}

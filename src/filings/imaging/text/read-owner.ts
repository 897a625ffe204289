/** Reads the owner code from its cell. */
import type { PageBox } from "../../../domain/trade.ts";
import type { Bitmap } from "../raster/bitmap.ts";
import { classifyLetterlessCell } from "./blank-cell.ts";
import { findCellText } from "./cell.ts";
import { guessOwnerCode, parseOwnerCode } from "./form-values.ts";
import { runHardEdgedPass, runSoftEdgedPass, runThinPass } from "./ocr-passes.ts";
import { createVoteFromLines, type Reading, type Vote } from "./reading.ts";

/** Minimum confidence of at least one of the passes that agree on a code. */
const SURE = 0.5;
/** Confidence of a code at which the first pass is enough: on 1,303 rows no further pass changed it. */
const SURE_ALONE = 0.9;

/**
 * Reads `SP`, `DC` or `JT`. Other text is returned as it was read, marked as not certain. A cell without letters is `BLANK` or
 * `ILLEGIBLE`. @throws {ParseError} `ocr_failed`.
 */
export async function readOwner(page: Bitmap, box: PageBox): Promise<Reading> {
  const text = findCellText(page, box);
  if (text === null) return classifyLetterlessCell(page, box);
  const votes: Vote[] = [];
  for (const ocrPass of [runSoftEdgedPass, runHardEdgedPass, runThinPass]) {
    votes.push(createVoteFromLines(await ocrPass(text, "line")));
    const agreed = findAgreedCode(votes);
    if (agreed !== null) return agreed;
  }
  const best = votes.reduce((one, other) => (other.confidence > one.confidence ? other : one));
  return { reading: parseOwnerCode(best.text) ?? (best.text || null), confidence: best.confidence, sure: false };
}

// Returns the only code that the passes read, if it is certain; otherwise null. One pass is enough if it read the code exactly
// with confidence `SURE_ALONE`. If two passes read the code, one exact reading with confidence `SURE` is enough.
function findAgreedCode(votes: readonly Vote[]): Reading | null {
  const codes = votes.flatMap(({ text }) => parseOwnerCode(text) ?? guessOwnerCode(text) ?? []);
  const [code, ...others] = new Set(codes);
  if (code === undefined || others.length > 0) return null;
  const confidence = Math.max(...votes.map((vote) => (parseOwnerCode(vote.text) === code ? vote.confidence : 0)));
  const isEnough = codes.length > 1 || confidence >= SURE_ALONE;
  return isEnough && confidence >= SURE ? { reading: code, confidence, sure: true } : null;
}

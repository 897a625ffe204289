/** Reads the Senate form's asset cell. The result is certain if two OCR passes give the same owner and letters of the name. */
import type { CellText } from "../../../imaging/text/cell.ts";
import { computePrintScore, MIN_PRINT_SCORE } from "../../../imaging/text/handwriting.ts";
import { toLowerAlphanumeric } from "../../../imaging/text/likeness.ts";
import { runHardEdgedPass, runSoftEdgedPass, runThinPass } from "../../../imaging/text/ocr-passes.ts";
import { BLANK, createVoteFromLines, type Reading, type Vote } from "../../../imaging/text/reading.ts";
import { type AssetText, splitAssetText } from "./asset-text.ts";

/** Minimum confidence of the least certain word, in the better of two agreeing passes. */
const MIN_CONFIDENCE = 0.4;

export interface AssetReading extends AssetText, Pick<Reading, "confidence" | "sure"> {
  /** A handwritten asset is never certain. */
  readonly handwritten: boolean;
}

export const NO_ASSET: AssetReading = {
  ...splitAssetText(""),
  confidence: BLANK.confidence,
  sure: true,
  handwritten: false,
};

/** @throws {ParseError} `ocr_failed`. */
export async function readAssetCell(text: CellText): Promise<AssetReading> {
  const votes: (Vote & { readonly asset: AssetText })[] = [];
  let handwritten = false;
  for (const ocrPass of [runSoftEdgedPass, runHardEdgedPass, runThinPass]) {
    const vote = createVoteFromLines(await ocrPass(text, "block"));
    if (votes.length === 0) handwritten = computePrintScore(text, vote.mean) < MIN_PRINT_SCORE;
    votes.push({ ...vote, asset: splitAssetText(vote.text) });
    const agreed = votes.filter(({ asset }) =>
      votes.some((other) => other.asset !== asset && isSameAsset(other.asset, asset)),
    );
    // Agreeing names have the same letters and digits. The longest is best: OCR loses more spaces and punctuation than it adds.
    const best = agreed.toSorted((a, b) => b.asset.name.length - a.asset.name.length)[0];
    const confidence = Math.max(0, ...agreed.map((each) => each.confidence));
    if (best !== undefined && confidence >= MIN_CONFIDENCE)
      return { ...best.asset, confidence, sure: !handwritten, handwritten };
  }
  const best = votes.reduce((one, other) => (other.confidence > one.confidence ? other : one));
  return { ...best.asset, confidence: best.confidence, sure: false, handwritten };
}

function isSameAsset(one: AssetText, other: AssetText): boolean {
  return (
    one.owner !== null &&
    one.owner === other.owner &&
    one.name !== "" &&
    toLowerAlphanumeric(one.name) === toLowerAlphanumeric(other.name)
  );
}

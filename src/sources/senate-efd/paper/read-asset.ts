/** The asset cell of the Senate's form: believed where two looks give the same owner and the same name, letter by letter. */
import type { CellText } from "../../../imaging/text/cell.ts";
import { plain } from "../../../imaging/text/likeness.ts";
import { hardLook, softLook, thinLook } from "../../../imaging/text/looks.ts";
import { BLANK, type Reading, type Vote, voteOf } from "../../../imaging/text/reading.ts";
import { PRINTED, printedScore } from "../../../imaging/text/writing.ts";
import { type AssetText, splitAssetText } from "./asset-text.ts";

/** The least sure word of the surer of two looks that agree. */
const LEAST_CONFIDENCE = 0.4;

export interface AssetReading extends AssetText, Pick<Reading, "confidence" | "sure"> {
  /** Never sure. */
  readonly handwritten: boolean;
}

export const NO_ASSET: AssetReading = {
  ...splitAssetText(""),
  confidence: BLANK.confidence,
  sure: true,
  handwritten: false,
};

/** @throws {ParseError} `ocr_failed`. */
export async function readAsset(text: CellText): Promise<AssetReading> {
  const votes: (Vote & { readonly asset: AssetText })[] = [];
  let handwritten = false;
  for (const look of [softLook, hardLook, thinLook]) {
    const vote = voteOf(await look(text, "block"));
    if (votes.length === 0) handwritten = printedScore(text, vote.mean) < PRINTED;
    votes.push({ ...vote, asset: splitAssetText(vote.text) });
    const agreed = votes.filter(({ asset }) =>
      votes.some((other) => other.asset !== asset && alike(other.asset, asset)),
    );
    // Where they differ, it is by white space, which is lost more often than it is invented.
    const best = agreed.toSorted((a, b) => b.asset.name.length - a.asset.name.length)[0];
    const confidence = Math.max(0, ...agreed.map((each) => each.confidence));
    if (best !== undefined && confidence >= LEAST_CONFIDENCE)
      return { ...best.asset, confidence, sure: !handwritten, handwritten };
  }
  const best = votes.reduce((one, other) => (other.confidence > one.confidence ? other : one));
  return { ...best.asset, confidence: best.confidence, sure: false, handwritten };
}

function alike(one: AssetText, other: AssetText): boolean {
  return one.owner !== null && one.owner === other.owner && one.name !== "" && plain(one.name) === plain(other.name);
}

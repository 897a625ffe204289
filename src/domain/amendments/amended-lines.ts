/** Which earlier line a House row of status Amended or Deleted is about: its id is not printed in the original, so the line itself must tell. */
import { agreementOf, isCorrection, type Row } from "./agreement.ts";
import { bestOf, type Pair, pairRows } from "./pairing.ts";
import { repeats, scoreOf } from "./restated.ts";

/** A line that is named to a person at most so often. */
const MOST_CANDIDATES = 10;

/**
 * Rows of one filing with the earlier lines that they are about.
 * @param earlier the filer's served trades of earlier filings, by filing and line.
 */
export function pairAmended(earlier: readonly Row[], amended: readonly Row[]): readonly Pair[] {
  return pairRows(earlier, amended, amends);
}

/** A deleted row repeats what it takes back. */
export function pairDeleted(earlier: readonly Row[], deleted: readonly Row[]): readonly Pair[] {
  return pairRows(earlier, deleted, repeats);
}

/** The same in all five fields (another one was amended), or in all but one whose difference is a correction. */
function amends(former: Row, latter: Row): number {
  const agreement = agreementOf(former, latter);
  const [field, ...others] = agreement.differing;
  if (others.length > 0 || (field !== undefined && !isCorrection(former, latter, field))) return 0;
  return scoreOf(agreement);
}

/** What a person may choose from for a row that is about no line for certain: the lines with its asset and two more of its fields. */
export function candidatesFor(row: Row, earlier: readonly Row[]): readonly string[] {
  const fits = earlier.flatMap((former) => {
    const agreement = agreementOf(former, row);
    const isLike = agreement.fields >= 3 && !agreement.differing.includes("asset");
    return isLike ? [{ row: former, score: scoreOf(agreement) }] : [];
  });
  return bestOf(fits)
    .map(({ trade }) => trade.id)
    .slice(0, MOST_CANDIDATES);
}

/** Two readings of one page, field by field. */
import { type PageReading, SCANNED_FIELDS, type ScannedRow } from "../../domain/scanned-page.ts";

/** Confidences that differ by no more are those of one reader on two kinds of processor. */
const CONFIDENCE_TOLERANCE = 0.02;

/**
 * Differences in what decides on what is published: the kind of the page, whether it amends, its rows, and of each row the holder and each field. Rows
 * that are not sure count too, since other rows of their report may confirm them by their confidence. Empty when there are none.
 */
export function differingRows(here: PageReading, there: PageReading): readonly string[] {
  if (!("seen" in here) || !("seen" in there)) {
    const [own, other] = [textOf(here), textOf(there)];
    return own === other ? [] : [`${own} here, ${other} there`];
  }
  const differences: string[] = [];
  const compare = (what: string, own: unknown, other: unknown) => {
    const [said, saidThere] = [JSON.stringify(own), JSON.stringify(other)];
    if (said !== saidThere) differences.push(`${what}: ${said} here, ${saidThere} there`);
  };
  compare("kind of page", here.seen.kind, there.seen.kind);
  compare("amendment", here.seen.amendment, there.seen.amendment);
  compare("rows", here.seen.rows.length, there.seen.rows.length);
  for (const [at, row] of here.seen.rows.entries()) {
    const other = there.seen.rows[at];
    if (other !== undefined) compareRows(`row ${at + 1}`, row, other, compare);
  }
  return differences;
}

function compareRows(
  row: string,
  here: ScannedRow,
  there: ScannedRow,
  compare: (what: string, own: unknown, other: unknown) => void,
): void {
  compare(`${row}, holder`, here.holder, there.holder);
  for (const name of SCANNED_FIELDS) {
    const [own, other] = [here.fields[name], there.fields[name]];
    compare(`${row}, ${name}`, own.reading, other.reading);
    compare(`${row}, ${name} is sure`, own.sure && !own.ofSeveralLines, other.sure && !other.ofSeveralLines);
    if (Math.abs(own.confidence - other.confidence) > CONFIDENCE_TOLERANCE) {
      compare(`${row}, confidence of ${name}`, own.confidence, other.confidence);
    }
  }
}

function textOf(reading: PageReading): string {
  return "seen" in reading ? `a page of the kind ${reading.seen.kind}` : reading.failure;
}

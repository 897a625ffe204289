/** Classifies a page whose table has no rows. */
import type { ScannedPage } from "../../../../domain/scanned-page.ts";
import type { Layout } from "../../../imaging/tables/layout.ts";
import { readName } from "../../../imaging/text/read-name.ts";
import type { TableLine, TableLines } from "./lines.ts";
import { mentionsOtherPages, reportsNothing, seemsToMentionOtherPages, seemsToReportNothing } from "./page-kind.ts";
import type { UprightPage } from "./upright-page.ts";

/** @param lines the table's lines without header and example; none is a transaction. @param isForm true for the House's form. */
export async function classifyPageWithoutRows(
  { page }: UprightPage,
  { asset, isRegular }: Layout,
  { header, isComplete, hasNoRows }: TableLines,
  lines: readonly TableLine[],
  isForm: boolean,
): Promise<ScannedPage["kind"]> {
  // In an unusual layout, dates and marks may be in other columns than assumed.
  const isOdd = !isRegular && (!isForm || header === null || lines.some(({ hasMark }) => hasMark));
  // A form without dates and marks cannot contain rows, whatever its text says.
  const hasNoRow = isForm && header !== null && hasNoRows;
  const mayHaveRows = (!isComplete && !hasNoRow) || isOdd;
  if (mayHaveRows && lines.some(looksLikeRow)) return "unknown";
  const written = lines.filter(isWrittenOn);
  const texts: string[] = [];
  for (const { strip, hasAsset } of written) {
    const box = { left: asset.from, top: strip.from, width: asset.to - asset.from, height: strip.to - strip.from };
    texts.push((hasAsset ? (await readName(page, box)).reading : null) ?? "");
  }
  const text = texts.join(" ");
  if (mayHaveRows) return seemsToMentionOtherPages(text) ? "cover" : "unknown";
  if (mentionsOtherPages(text)) return "cover";
  if (!isComplete) return "cover";
  // In a form with unusual columns, an unrecognized text may be a row.
  if (!isRegular) return texts.every(reportsNothing) ? "nothing_to_report" : hasNoRow ? "cover" : "unknown";
  return written.length === 0 || seemsToReportNothing(text) ? "nothing_to_report" : "cover";
}

/** True if a line has a date, or a mark for the type and one for the amount. */
function looksLikeRow({ hasDate, hasType, hasAmount }: TableLine): boolean {
  return hasDate || (hasType && hasAmount);
}

/** True if a line has a name, a date or two marks; a single mark may be dust. */
function isWrittenOn(line: TableLine): boolean {
  return line.hasAsset || looksLikeRow(line);
}

/** Classifies a page whose table has no rows. */

import type { ScannedPage } from "../../../../domain/scanned-page.ts";
import type { Layout } from "../../../imaging/tables/layout.ts";
import { readName } from "../../../imaging/text/read-name.ts";
import type { TableLine, TableLines } from "./lines.ts";
import { pointsElsewhere, refersElsewhere, reportsNothing, seemsToReportNothing } from "./page-kind.ts";
import type { UprightPage } from "./upright-page.ts";

/**
 * Classifies the page. @param lines those below the header, without the printed example; none is a transaction. @param isForm the table is the
 * House's own form.
 */
export async function classifyWithoutRows(
  { page }: UprightPage,
  { asset, isRegular }: Layout,
  { header, isWhole, isBare }: TableLines,
  lines: readonly TableLine[],
  isForm: boolean,
): Promise<ScannedPage["kind"]> {
  // Dates and marks may be in other columns than assumed; only a table without any asset certainly has no rows.
  const isOdd = !isRegular && (!isForm || header === null || lines.some(({ hasMark }) => hasMark));
  // Such a form cannot contain rows, whatever its text says.
  const hasNoRow = isForm && header !== null && isBare;
  const mayHaveRows = (!isWhole && !hasNoRow) || isOdd;
  if (mayHaveRows && lines.some(isLikeRow)) return "unknown";
  const written = lines.filter(isWrittenOn);
  const texts: string[] = [];
  for (const { strip, hasAsset } of written) {
    const box = { left: asset.from, top: strip.from, width: asset.to - asset.from, height: strip.to - strip.from };
    texts.push((hasAsset ? (await readName(page, box)).reading : null) ?? "");
  }
  const text = texts.join(" ");
  if (mayHaveRows) return pointsElsewhere(text) ? "cover" : "unknown";
  if (refersElsewhere(text)) return "cover";
  if (!isWhole) return "cover";
  // An unrecognized text may be a row in a form with unusual columns.
  if (!isRegular) return texts.every(reportsNothing) ? "nothing_to_report" : hasNoRow ? "cover" : "unknown";
  return written.length === 0 || seemsToReportNothing(text) ? "nothing_to_report" : "cover";
}

/** Returns whether a line has a date or both marks of a row, in any column. */
function isLikeRow({ hasDate, hasType, hasAmount }: TableLine): boolean {
  return hasDate || (hasType && hasAmount);
}

/** Returns whether a line has writing. A single mark may be dust; a name, a date or both marks of a row are not. */
function isWrittenOn(line: TableLine): boolean {
  return line.hasAsset || isLikeRow(line);
}

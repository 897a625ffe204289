/** What a table in which no row was filled in says. */
import type { ScannedPage } from "../../scan.ts";
import type { Layout } from "../grid/layout.ts";
import { readName } from "../text/read-name.ts";
import type { TableLine, TableLines } from "./lines.ts";
import { saysNothing } from "./page-kind.ts";
import type { UprightPage } from "./upright-page.ts";

/** @param lines those below the header, without the printed example: none of them is a transaction. @param isForm whether it is the House's own form. */
export async function kindWithoutRows(
  { page }: UprightPage,
  { asset, isRegular }: Layout,
  { header, isWhole }: TableLines,
  lines: readonly TableLine[],
  isForm: boolean,
): Promise<ScannedPage["kind"]> {
  if (!isWhole) return "unknown";
  if (isRegular) return "nothing_to_report";
  // Dates and marks may lie in other columns than was thought: only where no asset stands there surely is none.
  if (!isForm || header === null || lines.some(({ hasMark }) => hasMark)) return "unknown";
  for (const { strip, hasAsset } of lines) {
    if (!hasAsset) continue;
    const box = { left: asset.from, top: strip.from, width: asset.to - asset.from, height: strip.to - strip.from };
    const { reading } = await readName(page, box);
    if (!saysNothing(reading ?? "")) return "unknown";
  }
  return "nothing_to_report";
}

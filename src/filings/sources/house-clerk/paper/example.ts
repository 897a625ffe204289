/** Recognizes the form's printed example below its header: `Mega Corp. Common Stock`. */
import { cropBitmap } from "../../../imaging/raster/bitmap.ts";
import type { Layout } from "../../../imaging/tables/layout.ts";
import { recogniseLines } from "../../../imaging/text/engine.ts";
import { computeLikeness } from "../../../imaging/text/likeness.ts";
import type { TableLine, TableLines } from "./lines.ts";
import { isTransaction } from "./rows.ts";
import type { UprightPage } from "./upright-page.ts";

const EXAMPLE = "Example: Mega Corp. Common Stock";
/** Minimum similarity to the example. A line less tall than the others needs less similarity: it is nearly always the example. */
const ALIKE = 0.85;
const ALIKE_WHERE_LOW = 0.78;

/** Removes the example, which can only be the first line. @param isForm the table is the House's form, not a filer's own. */
export async function removeExample(
  upright: UprightPage,
  layout: Layout,
  { header, lines }: TableLines,
  isForm: boolean,
): Promise<readonly TableLine[]> {
  const [first, ...others] = lines;
  if (!first || !header || !isTransaction(first, isForm)) return lines;
  return (await isExample(upright, layout, first, isForm)) ? others : lines;
}

/** True if a text is the example. @param isShort the line is less tall than the form's other lines. */
export function isExampleText(text: string, isShort: boolean): boolean {
  const letters = text.toLowerCase().replace(/[^a-z]/g, "");
  // `mega` may be a part of `Omega`, a company's name.
  if (/megacorp|ex?ampl|xampl/.test(letters) || (isShort && /(^|[^o])mega/.test(letters))) return true;
  return computeLikeness(letters, EXAMPLE) >= (isShort ? ALIKE_WHERE_LOW : ALIKE);
}

async function isExample({ page }: UprightPage, { asset }: Layout, line: TableLine, isForm: boolean): Promise<boolean> {
  const { from: top, to } = line.strip;
  const cell = cropBitmap(page, { left: asset.from + 2, top, width: asset.to - asset.from - 4, height: to - top });
  const words = (await recogniseLines(cell, "line")).flat().map(({ text }) => text.toLowerCase());
  const text = words.join("").replace(/[^a-z]/g, "");
  if (isExampleText(text, line.isLow)) return true;
  // An illegible row is the example only if the row is less tall than the others and marks "sale" and amount column B.
  const findMostMarked = (marks: readonly number[]): number => marks.indexOf(Math.max(...marks));
  const isPlaced = line.isLow && findMostMarked(line.types) === 1 && findMostMarked(line.amounts) === 1;
  return isPlaced && (isForm || /corp|comm|stoc/.test(text));
}

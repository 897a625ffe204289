/** Reads the headings of the columns in which a row's transaction type is marked. */
import type { QuarterTurn } from "../../../../domain/scanned-page.ts";
import { type Bitmap, cropBitmap, INK_BELOW, rotateBitmap } from "../../../imaging/raster/bitmap.ts";
import type { Strip } from "../../../imaging/tables/table.ts";
import type { CellText } from "../../../imaging/text/cell.ts";
import { findComponents } from "../../../imaging/text/components.ts";
import { type OcrLine, recogniseLines } from "../../../imaging/text/engine.ts";
import { computeLikeness, toLowerAlphanumeric } from "../../../imaging/text/likeness.ts";
import { runHardEdgedPass, runSoftEdgedPass, runThinPass } from "../../../imaging/text/ocr-passes.ts";
import { findUsualHeight } from "../../../imaging/text/stray-ink.ts";
import type { UprightPage } from "./upright-page.ts";

/** Meaning of a type column. `partial` next to a sale means that the sale was partial; `gains` asks about capital gains. */
export type TypeColumn = "P" | "S" | "S (partial)" | "E" | "partial" | "gains";

/** Wordings of the headings in all editions of the form. */
const HEADINGS: readonly (readonly [string, TypeColumn])[] = [
  ["Purchase", "P"],
  ["Sale", "S"],
  ["Partial Sale", "S (partial)"],
  ["Partial Transaction", "partial"],
  ["Exchange", "E"],
  ["Capital Gain over $200", "gains"],
  ["Capital Gains Exceed $200", "gains"],
  ["Check Box if Capital Gain Exceeded $200", "gains"],
];
/** Minimum similarity for a heading to be recognized. */
const ALIKE = 0.5;
/** Similarity at which no further OCR pass is made. */
const ENOUGH = 0.85;
/** Longest stroke of a letter, in pixels at 200 dpi. */
const LONGEST_STROKE = 30;
/** A pixel row of a heading belongs to a ruled line or a black band if at least this fraction of the row is ink. */
const RULED = 0.8;
const USUAL_LETTER = 12;

interface Likeness {
  readonly kind: TypeColumn;
  readonly alike: number;
}

/** Reads a column's heading and returns the column's meaning; null if illegible. @throws {ParseError} `ocr_failed`. */
export async function readTypeColumnHeading(
  { page, scale }: UprightPage,
  column: Strip,
  header: Strip,
): Promise<TypeColumn | null> {
  const width = column.to - column.from;
  const height = header.to - header.from;
  const cell = cropBitmap(page, { left: column.from + 2, top: header.from + 2, width: width - 4, height: height - 4 });
  const bare = removeRuledLines(
    cropBitmap(page, { left: column.from - 1, top: header.from - 1, width: width + 2, height: height + 2 }),
    scale,
  );
  // Headings are horizontal or, in narrow columns, vertical.
  const turns: readonly QuarterTurn[] = height > 3 * width ? [90, 0] : [0, 90];
  let best: Likeness | null = null;
  for (const ocrPass of createOcrPasses(cell, bare, turns, scale)) {
    const words = (await ocrPass()).flat().map(({ text }) => text);
    const seen = findClosestHeading(words.join(" "));
    if (seen && seen.alike > (best?.alike ?? 0)) best = seen;
    if (best && best.alike >= ENOUGH) break;
  }
  return best?.kind ?? null;
}

/** OCR passes over a heading: unchanged in both rotations, then without ruled lines and enlarged in the more likely rotation. */
function createOcrPasses(
  cell: Bitmap,
  bare: Bitmap,
  turns: readonly QuarterTurn[],
  scale: number,
): (() => Promise<readonly OcrLine[]>)[] {
  const text = cropText(rotateBitmap(bare, turns[0] ?? 0), scale);
  return [
    ...turns.map((turn) => () => recogniseLines(rotateBitmap(cell, turn), "block")),
    ...(text ? [runHardEdgedPass, runSoftEdgedPass, runThinPass].map((ocrPass) => () => ocrPass(text, "block")) : []),
  ];
}

/** Finds the kind of column whose heading is most like `text`; null if none is similar or two kinds are about equally similar. */
export function findClosestHeading(text: string): Likeness | null {
  if (toLowerAlphanumeric(text).length < 3) return null;
  const alike = HEADINGS.map(([heading, kind]) => ({ kind, alike: computeLikeness(text, heading) })).toSorted(
    (a, b) => b.alike - a.alike,
  );
  const [best] = alike;
  const rival = alike.find(({ kind }) => kind !== best?.kind);
  return best && best.alike >= ALIKE && best.alike - (rival?.alike ?? 0) >= 0.1 ? best : null;
}

/** Removes the page's ruled lines and black bands together with any text on them. */
function removeRuledLines({ width, height, pixels }: Bitmap, scale: number): Bitmap {
  const isInk = (x: number, y: number): boolean => y < height && (pixels[y * width + x] as number) < INK_BELOW;
  const out = pixels.slice();
  for (let y = 0; y < height; y += 1) {
    let inked = 0;
    for (let x = 0; x < width; x += 1) if (isInk(x, y)) inked += 1;
    if (inked >= RULED * width) out.fill(255, Math.max(0, y - 1) * width, Math.min(height, y + 2) * width);
  }
  for (let x = 0; x < width; x += 1) {
    let run = 0;
    for (let y = 0; y <= height; y += 1) {
      if (isInk(x, y)) {
        run += 1;
        continue;
      }
      if (run >= LONGEST_STROKE * scale) for (let i = y - run; i < y; i += 1) out[i * width + x] = 255;
      run = 0;
    }
  }
  return { width, height, pixels: out };
}

/** Crops a text to its ink; null if there is none. */
function cropText(bitmap: Bitmap, scale: number): CellText | null {
  const letters = findComponents(bitmap).filter(({ places }) => places.length > 2);
  if (letters.length === 0) return null;
  const boxes = letters.map(({ box }) => box);
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const width = Math.max(...boxes.map((box) => box.left + box.width)) - left;
  const height = Math.max(...boxes.map((box) => box.top + box.height)) - top;
  const letterHeight = findUsualHeight(letters) ?? USUAL_LETTER * scale;
  return { bitmap: cropBitmap(bitmap, { left, top, width, height }), letterHeight, letters: [] };
}

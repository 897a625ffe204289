/** Measures the marks in the cells of a row and chooses the marked cell. */
import { type Bitmap, cropBitmap } from "../raster/bitmap.ts";
import { findComponents } from "../text/components.ts";
import type { Inside } from "./box.ts";

/** Minimum width and height of a mark, in pixels at 200 dpi; specks and ragged edges of ruled lines are smaller. */
const SMALLEST = 4;
/** Minimum ink of a mark, in pixels at 200 dpi: the smallest typed x has 25. */
const MIN_PIXELS = 14;
/** A second mark with more than this share of the first mark's ink makes the row ambiguous. */
const RIVAL = 0.35;

/** Width of the margin on each side, as a share of the cell's size. In the margins, ink that touches the edge is not measured. */
const EDGE = 0.22;
/** Cell height in pixels at 200 dpi below which a typed mark fills the cell and touches the ruled lines. */
const LOW_CELL = 27;

/**
 * Measures the ink of the marks in a cell or its box, in pixels at 200 dpi. Ink that touches an edge may be a ragged side of the
 * box or the end of a neighbor's stroke. Such ink counts only outside the margins along the edges (`EDGE`). In a cell without a
 * box, a typed mark may stand on the lower ruled line. So the upper and lower margins of such a cell apply only to ink that
 * touches the upper edge. In a low cell without a box (`LOW_CELL`), the upper and lower margins apply to no ink.
 */
export function measureMark(page: Bitmap, inside: Inside, scale: number): number {
  return measureInk(page, inside, scale).mark;
}

/**
 * Counts the pixels, at 200 dpi, of mark-sized ink that touches the edge of the cell or its box. Such ink may be part of a
 * neighbor's mark, or a mark on a ruled line that two cells share.
 */
export function measureEdgeInk(page: Bitmap, inside: Inside, scale: number): number {
  return measureInk(page, inside, scale).hanging;
}

function measureInk(page: Bitmap, inside: Inside, scale: number): { readonly mark: number; readonly hanging: number } {
  const { left, top, boxed } = inside;
  const width = inside.right - left;
  const height = inside.bottom - top;
  if (width < SMALLEST || height < SMALLEST) return { mark: 0, hanging: 0 };
  const smallest = Math.max(3, Math.round(SMALLEST * scale));
  let pixels = 0;
  let hanging = 0;
  for (const { box, places } of findComponents(cropBitmap(page, { left, top, width, height }))) {
    if (box.width < smallest || box.height < smallest) continue;
    const hangs = box.top === 0 || (boxed && box.top + box.height === height);
    const above = hangs && (boxed || height > LOW_CELL * scale) ? EDGE : 0;
    const touches = hangs || box.left === 0 || box.left + box.width === width || box.top + box.height === height;
    const isInsideMargins = (place: number): boolean => {
      const x = (place % width) / width;
      const y = Math.floor(place / width) / height;
      return x >= EDGE && x <= 1 - EDGE && y >= above && y <= 1 - above;
    };
    pixels += touches ? places.filter(isInsideMargins).length : places.length;
    if (touches) hanging += places.length;
  }
  return { mark: pixels / (scale * scale), hanging: hanging / (scale * scale) };
}

export interface Choice {
  /** Index of the marked cell; null if none is marked. */
  readonly index: number | null;
  /** 0 to 1: how far the mark's ink exceeds the ink of the row's other cells. */
  readonly confidence: number;
  /** True if there is exactly one mark and nothing else that could be one. */
  readonly sure: boolean;
}

export const NO_CHOICE: Choice = { index: null, confidence: 0, sure: false };

/** Chooses the marked cell of a row. @param marks ink measured by `measureMark`. */
export function chooseMarkedCell(marks: readonly number[]): Choice {
  let best = 0;
  for (let i = 1; i < marks.length; i += 1) if ((marks[i] as number) > (marks[best] as number)) best = i;
  const most = marks[best] ?? 0;
  if (most < MIN_PIXELS) return NO_CHOICE;
  const next = Math.max(0, ...marks.filter((_, i) => i !== best));
  const confidence = Math.round(100 * (1 - next / most)) / 100;
  return { index: best, confidence, sure: next <= RIVAL * most };
}

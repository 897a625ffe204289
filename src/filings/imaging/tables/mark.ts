/** Measures the marks in the cells of a line and chooses the marked cell. */
import { type Bitmap, cropped } from "../raster/bitmap.ts";
import { componentsOf } from "../text/components.ts";
import type { Inside } from "./box.ts";

/** Least width and height of a mark, in pixels at 200 dpi; specks and the ragged edge of a rule are smaller. */
const SMALLEST = 4;
/** Least ink of a mark, in pixels at 200 dpi: the smallest typed x has 25. */
const FEWEST_PIXELS = 14;
/** Share of the first mark's ink above which a second mark makes the line ambiguous. */
const RIVAL = 0.35;

/** Margin on each side, as a share of the cell's size: of ink that touches the edge only what reaches further inside counts. */
const EDGE = 0.22;
/** Height in pixels at 200 dpi below which a typed mark fills the cell and touches the rules. */
const LOW_CELL = 27;

/**
 * Ink of the marks in a cell or its box, in pixels at 200 dpi. Ink that touches the edge may be the ragged side of a box or the end of a
 * neighbour's stroke, so only what reaches well inside counts. Between rules a typed mark may stand on the lower one.
 */
export function markIn(page: Bitmap, inside: Inside, scale: number): number {
  return inkIn(page, inside, scale).mark;
}

/** Ink that is as large as a mark and touches the edge, in pixels at 200 dpi: a stroke of the neighbour's mark, or a mark that stands on the rule between both. */
export function hangingIn(page: Bitmap, inside: Inside, scale: number): number {
  return inkIn(page, inside, scale).hanging;
}

function inkIn(page: Bitmap, inside: Inside, scale: number): { readonly mark: number; readonly hanging: number } {
  const { left, top, boxed } = inside;
  const width = inside.right - left;
  const height = inside.bottom - top;
  if (width < SMALLEST || height < SMALLEST) return { mark: 0, hanging: 0 };
  const smallest = Math.max(3, Math.round(SMALLEST * scale));
  let pixels = 0;
  let hanging = 0;
  for (const { box, places } of componentsOf(cropped(page, { left, top, width, height }))) {
    if (box.width < smallest || box.height < smallest) continue;
    const hangs = box.top === 0 || (boxed && box.top + box.height === height);
    const above = hangs && (boxed || height > LOW_CELL * scale) ? EDGE : 0;
    const touches = hangs || box.left === 0 || box.left + box.width === width || box.top + box.height === height;
    const isDeep = (place: number): boolean => {
      const x = (place % width) / width;
      const y = Math.floor(place / width) / height;
      return x >= EDGE && x <= 1 - EDGE && y >= above && y <= 1 - above;
    };
    pixels += touches ? places.filter(isDeep).length : places.length;
    if (touches) hanging += places.length;
  }
  return { mark: pixels / (scale * scale), hanging: hanging / (scale * scale) };
}

export interface Choice {
  /** The marked cell; null where none is. */
  readonly index: number | null;
  /** 0 to 1: how far the mark exceeds the line's other cells. */
  readonly confidence: number;
  /** There is one mark, and nothing else that could be one. */
  readonly sure: boolean;
}

export const NO_CHOICE: Choice = { index: null, confidence: 0, sure: false };

/** The marked cell of a line. @param marks ink by `markIn`. */
export function choiceOf(marks: readonly number[]): Choice {
  let best = 0;
  for (let i = 1; i < marks.length; i += 1) if ((marks[i] as number) > (marks[best] as number)) best = i;
  const most = marks[best] ?? 0;
  if (most < FEWEST_PIXELS) return NO_CHOICE;
  const next = Math.max(0, ...marks.filter((_, i) => i !== best));
  const confidence = Math.round(100 * (1 - next / most)) / 100;
  return { index: best, confidence, sure: next <= RIVAL * most };
}

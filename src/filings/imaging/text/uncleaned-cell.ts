/**
 * Crops a cell's text from the page without removing ruled lines. Removing a ruled line may also remove parts of letters. An OCR
 * pass on the uncleaned picture therefore makes other errors than a pass on the cleaned picture.
 */
import type { PageBox } from "../../../domain/trade.ts";
import { type Bitmap, cropBitmap, INK_BELOW } from "../raster/bitmap.ts";
import type { PlacedText } from "./cell.ts";

/** Margin to the left and right of the cleaned text, in letter heights. Cleaning may have removed letters there. */
const BESIDE = 1.2;
/** Margin above and below the cleaned text, in letter heights. */
const ABOVE = 0.3;
/** Number of pixels kept beyond the cell, since letters may rest on its ruled lines. */
const BEYOND = 2;
/** Minimum share of a pixel row, and of a pixel column, that a ruled line covers in one run. */
const RULE_ACROSS = 0.5;
const RULE_DOWN = 0.95;
/** Maximum gap in a broken ruled line, in pixels. */
const GAP = 2;

export function cropUncleanedText(page: Bitmap, cell: PageBox, { box, letterHeight }: PlacedText): Bitmap {
  const across = expandTextExtent([box.left, box.width], BESIDE * letterHeight, [cell.left, cell.width]);
  const down = expandTextExtent([box.top, box.height], ABOVE * letterHeight, [cell.top, cell.height]);
  const shown = cropBitmap(page, { left: across[0], top: down[0], width: across[1], height: down[1] });
  const isInk = (x: number, y: number) => (shown.pixels[y * shown.width + x] as number) < INK_BELOW;
  const above = { before: box.top - down[0], behind: down[0] + down[1] - box.top - box.height };
  const rows = findRangeBetweenRuledLines(shown.height, above, (y) => {
    return measureLongestRun(shown.width, (x) => isInk(x, y)) >= RULE_ACROSS * shown.width;
  });
  const reach = Math.ceil(BESIDE * letterHeight) + BEYOND;
  const columns = findRangeBetweenRuledLines(shown.width, { before: reach, behind: reach }, (x) => {
    return measureLongestRun(shown.height, (y) => isInk(x, y)) >= RULE_DOWN * shown.height;
  });
  return cropBitmap(shown, {
    left: columns.from,
    top: rows.from,
    width: columns.to - columns.from,
    height: rows.to - rows.from,
  });
}

// Expands a text's extent along one axis by a margin. The margin reaches at most `BEYOND` pixels past the edge of the cell.
// Returns the start and the size of the expanded extent.
function expandTextExtent(
  [start, size]: readonly [number, number],
  margin: number,
  [cellStart, cellSize]: readonly [number, number],
): readonly [number, number] {
  const from = Math.floor(Math.max(start - margin, Math.min(start, cellStart - BEYOND)));
  const to = Math.ceil(Math.min(start + size + margin, Math.max(start + size, cellStart + cellSize + BEYOND)));
  return [Math.max(0, from), to - Math.max(0, from)];
}

/**
 * Finds the range between the innermost ruled lines. @param reach maximum distance of a ruled line from each end. `reach` must
 * not extend into the text. Within the text, a long run of ink is the lower ends of touching letters, not a ruled line.
 */
function findRangeBetweenRuledLines(
  length: number,
  reach: { readonly before: number; readonly behind: number },
  isRule: (at: number) => boolean,
): { from: number; to: number } {
  let from = 0;
  let to = length;
  for (let at = 0; at < length / 3; at += 1) {
    if (at < reach.before && isRule(at)) from = at + 1;
    if (at < reach.behind && isRule(length - 1 - at)) to = length - 1 - at;
  }
  return { from, to };
}

function measureLongestRun(length: number, isInk: (at: number) => boolean): number {
  let longest = 0;
  let start = -1;
  let last = -1;
  for (let at = 0; at < length; at += 1) {
    if (!isInk(at)) continue;
    if (start < 0 || at - last > GAP + 1) start = at;
    last = at;
    longest = Math.max(longest, last - start + 1);
  }
  return longest;
}

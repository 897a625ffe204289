/** Reads the checkboxes `Initial Report` and, next to it, `Amendment` in the head of the House's form. */
import type { PageBox } from "../../../../domain/trade.ts";
import { type Bitmap, cropBitmap } from "../../../imaging/raster/bitmap.ts";
import type { Ink } from "../../../imaging/raster/ink.ts";
import { findBox, type Inside } from "../../../imaging/tables/box.ts";
import { findSquares } from "../../../imaging/tables/squares.ts";
import type { Strip } from "../../../imaging/tables/table.ts";
import { findCellText } from "../../../imaging/text/cell.ts";
import { type Component, findComponents } from "../../../imaging/text/components.ts";
import { computeLikeness, toLowerAlphanumeric } from "../../../imaging/text/likeness.ts";
import { runHardEdgedPass, runSoftEdgedPass, runThinPass } from "../../../imaging/text/ocr-passes.ts";
import type { UprightPage } from "./upright-page.ts";

/** Minimum height of a first page's head, as a share of the page's height; only first pages have the checkboxes. */
const SHORTEST_HEAD = 0.3;
/** Area that contains the boxes in all editions of the form: shares of the page's width and of the head's height. */
const AREA = { from: 0.3, to: 0.98, top: 0.2 };
/** Minimum and maximum side of a box including its strokes, in pixels at 200 dpi. */
const SMALLEST = 28;
const LARGEST = 72;
/** Distance between the two boxes, and their maximum difference in size and in vertical position. All in pixels at 200 dpi. */
const BOX_DISTANCE = { least: 150, most: 320 };
const MAX_SIZE_DIFFERENCE = 8;
const MAX_LEVEL_DIFFERENCE = 12;
/** Gap at each end of the label area to the right of a box, in pixels at 200 dpi. */
const GAP = 2;
// Width of the label area to the right of the second box, in pixels at 200 dpi, including the gaps before and after the label.
const LABEL_WIDTH = 220;
/** Two areas where a label may be, level with a box or at its lower edge. Values are box heights, measured from the box's top. */
const LABEL_AREAS = [
  { from: 0, to: 1 },
  { from: 0.55, to: 1.75 },
] as const;
/** Minimum similarity to the label, low enough for poor print. */
const LIKE = 0.6;
/** Width of the margin around a box, in pixels at 200 dpi. The box's strokes are searched for in the box and in this margin. */
const AROUND = 3;
/** How far a box's ragged strokes may reach inward, in pixels at 200 dpi. Ink no wider or no taller than this is dirt. */
const RAGGED = 2;
/** Minimum depth of a mark in a box, in pixels at 200 dpi. The inner box that one edition prints is closer to the outline. */
const MIN_MARK_DEPTH = 6;
/** Minimum ink of a mark and maximum ink of an empty box, in pixels at 200 dpi. A small typed x is slightly above the minimum. */
const MIN_MARK = 36;
const MAX_DIRT = 18;

/** True for an amendment; null unless both boxes are found and exactly one is ticked. @throws {ParseError} `ocr_failed`. */
export async function isAmendment({ page, ink, scale }: UprightPage, header: Strip | null): Promise<boolean | null> {
  const bottom = header?.from ?? 0;
  if (bottom < SHORTEST_HEAD * page.height) return null;
  const left = Math.round(AREA.from * page.width);
  const top = Math.round(AREA.top * bottom);
  const area = { left, top, width: Math.round(AREA.to * page.width) - left, height: bottom - top };
  const boxes = findSquares(ink, area, { least: SMALLEST * scale, most: LARGEST * scale });
  const seen: Pair[] = [];
  for (const pair of findBoxPairs(boxes, scale)) {
    if (seen.some((other) => areSameBoxes(pair, other))) continue;
    seen.push(pair);
    if (!(await isLabelled(page, pair, scale))) continue;
    const edges = measureEdges(ink, pair, scale);
    if (!edges) return null;
    const initial = measureMark(page, pair.initial, edges, scale);
    const amendment = measureMark(page, pair.amendment, edges, scale);
    if (initial <= MAX_DIRT && amendment >= MIN_MARK) return true;
    return amendment <= MAX_DIRT && initial >= MIN_MARK ? false : null;
  }
  return null;
}

interface Pair {
  readonly initial: PageBox;
  readonly amendment: PageBox;
  readonly unlike: number;
}

/** Pairs of boxes at the same height and the expected distance, most similar first; some may belong to other questions. */
function findBoxPairs(boxes: readonly PageBox[], scale: number): Pair[] {
  return boxes
    .flatMap((initial) =>
      boxes.map((amendment) => ({ initial, amendment, unlike: measureSizeDifference(initial, amendment, scale) })),
    )
    .filter(({ unlike }) => unlike <= MAX_SIZE_DIFFERENCE * scale)
    .toSorted((a, b) => a.unlike - b.unlike);
}

/** Difference in size of two boxes, in pixels; infinite if they cannot belong to one question. */
function measureSizeDifference(one: PageBox, other: PageBox, scale: number): number {
  const apart = other.left - one.left;
  const isLevel = Math.abs(getMiddle(other) - getMiddle(one)) <= MAX_LEVEL_DIFFERENCE * scale;
  const isPlaced = apart >= BOX_DISTANCE.least * scale && apart <= BOX_DISTANCE.most * scale;
  if (!isPlaced || !isLevel) return Number.POSITIVE_INFINITY;
  return Math.abs(one.width - other.width) + Math.abs(one.height - other.height);
}

function getMiddle({ top, height }: PageBox): number {
  return top + height / 2;
}

/** True if both pairs are of the same printed boxes: a box may be found in several sizes (`findSquares`). */
function areSameBoxes(one: Pair, other: Pair): boolean {
  const isNear = (a: PageBox, b: PageBox): boolean =>
    Math.abs(a.left - b.left) < a.width && Math.abs(a.top - b.top) < a.height;
  return isNear(one.initial, other.initial) && isNear(one.amendment, other.amendment);
}

async function isLabelled(page: Bitmap, { initial, amendment }: Pair, scale: number): Promise<boolean> {
  const between = amendment.left - initial.left - initial.width;
  for (const band of LABEL_AREAS) {
    if (await hasWordsBeside(page, initial, band, between, "Initial Report", scale)) return true;
    if (await hasWordsBeside(page, amendment, band, LABEL_WIDTH * scale, "Amendment", scale)) return true;
  }
  return false;
}

async function hasWordsBeside(
  page: Bitmap,
  { left, top, width, height }: PageBox,
  band: { readonly from: number; readonly to: number },
  reach: number,
  words: string,
  scale: number,
): Promise<boolean> {
  const text = findCellText(page, {
    left: left + width + GAP * scale,
    top: top + band.from * height,
    width: reach - 2 * GAP * scale,
    height: (band.to - band.from) * height,
  });
  if (!text) return false;
  for (const ocrPass of [runSoftEdgedPass, runThinPass, runHardEdgedPass]) {
    const lines = (await ocrPass(text, "block")).map((line) =>
      toLowerAlphanumeric(line.map((word) => word.text).join("")),
    );
    if (lines.some((line) => computeLikeness(line, words) >= LIKE || line.includes(toLowerAlphanumeric(words))))
      return true;
  }
  return false;
}

/** Thickness of a box's strokes on each side, in pixels. */
type Edges = Omit<Inside, "boxed">;

/** Measures the strokes of the box with more free space inside: both have equal strokes, but a mark hides part of the inside. */
function measureEdges(ink: Ink, { initial, amendment }: Pair, scale: number): Edges | null {
  const around = Math.round(AROUND * scale);
  const rooms = [initial, amendment].flatMap(({ left, top, width, height }) => {
    const [right, bottom] = [left + width, top + height];
    const box = { left: left - around, top: top - around, right: right + around, bottom: bottom + around };
    const inside = findBox(ink, { ...box, boxed: true }, scale);
    if (!inside) return [];
    const size = (inside.right - inside.left) * (inside.bottom - inside.top);
    const edges = {
      left: inside.left - left,
      top: inside.top - top,
      right: right - inside.right,
      bottom: bottom - inside.bottom,
    };
    return [{ size, edges }];
  });
  return rooms.toSorted((a, b) => b.size - a.size)[0]?.edges ?? null;
}

/** Measures the ink of marks inside a box, in pixels at 200 dpi. A mark counts even if it touches the box's outline. */
function measureMark(page: Bitmap, { left, top, width, height }: PageBox, edges: Edges, scale: number): number {
  const ragged = RAGGED * scale;
  const room = cropBitmap(page, {
    left: left + edges.left + ragged,
    top: top + edges.top + ragged,
    width: width - edges.left - edges.right - 2 * ragged,
    height: height - edges.top - edges.bottom - 2 * ragged,
  });
  const isMark = (piece: Component): boolean =>
    Math.min(piece.box.width, piece.box.height) > ragged &&
    piece.places.some((place) => computeEdgeDistance(place, room) >= MIN_MARK_DEPTH * scale);
  const drawn = findComponents(room).filter(isMark);
  return drawn.reduce((sum, { places }) => sum + places.length, 0) / (scale * scale);
}

function computeEdgeDistance(place: number, { width, height }: Bitmap): number {
  const x = place % width;
  const y = (place - x) / width;
  return Math.min(x, y, width - 1 - x, height - 1 - y);
}

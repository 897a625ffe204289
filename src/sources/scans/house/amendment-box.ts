/** The boxes of the House's form that say whether a report amends another: `Initial Report` and, beside it, `Amendment`. */
import type { PageBox } from "../../../domain/trade.ts";
import type { Strip } from "../grid/table.ts";
import { type Bitmap, cropped } from "../raster/bitmap.ts";
import { type Ink, inkWithin } from "../raster/ink.ts";
import { componentsOf } from "../text/components.ts";
import { recognise } from "../text/engine.ts";
import type { UprightPage } from "./upright-page.ts";

/** Heads of first pages are at least this share of the page's height; those of pages that follow have no such box. */
const SHORTEST_HEAD = 0.3;
/** Where in the head the boxes stand, as shares of the page's width and of the head's height; printings differ. */
const AREA = { from: 0.3, to: 0.92, top: 0.25 };
/** Sides of a box, with a mark that reaches out of it, at 200 dpi. */
const SMALLEST = 28;
const LARGEST = 72;
/** How far from a box its words begin and end, and how far above and below its middle they are looked for. */
const GAP = 2;
const BEHIND = 220;
const AROUND = 26;
/** How far apart the two boxes begin, how much they may differ in size, and how much in height. */
const APART = { least: 150, most: 320 };
const UNLIKE = 1.35;
const OUT_OF_LINE = 15;
/** Of a box's side: what lies nearer to its edge may be the edge. */
const EDGE = 0.22;
/** Shares of a box's inside: with more ink it is ticked, with less it is not. */
const TICKED = 0.07;
const EMPTY = 0.025;

/** Whether the report amends another; null where the page has no such box, or where what is seen in them contradicts itself. @throws {ParseError} `ocr_failed`. */
export async function isAmendment({ page, ink, scale }: UprightPage, header: Strip | null): Promise<boolean | null> {
  const bottom = header?.from ?? 0;
  if (bottom < SHORTEST_HEAD * page.height) return null;
  const left = Math.round(AREA.from * page.width);
  const top = Math.round(AREA.top * bottom);
  const head = cropped(page, { left, top, width: AREA.to * page.width - left, height: bottom - top });
  const boxes = componentsOf(head)
    .map(({ box }) => box)
    .filter((box) => isSquare(box, scale));
  const { initial, amendment } = await labelled(head, boxes, scale);
  const ticked = (box: PageBox | null): boolean | null =>
    box && isTicked(ink, { ...box, left: left + box.left, top: top + box.top });
  const amended = ticked(amendment);
  const first = ticked(initial);
  if (amended === true) return first === true ? null : true;
  return amended === false || first === true ? false : null;
}

interface Pair {
  readonly initial: PageBox;
  readonly amendment: PageBox;
}

interface Found {
  readonly initial: PageBox | null;
  readonly amendment: PageBox | null;
}

const NONE: Found = { initial: null, amendment: null };

/** Boxes that are alike, level and so far apart. Those of other questions may be so as well. */
function pairsAmong(boxes: readonly PageBox[], scale: number): Pair[] {
  return boxes.flatMap((initial) =>
    boxes.filter((other) => isPair(initial, other, scale)).map((amendment) => ({ initial, amendment })),
  );
}

/** The pair that has the right words behind its boxes, of which one must be legible; or, where a mark hides the first box, the second alone. */
async function labelled(head: Bitmap, boxes: readonly PageBox[], scale: number): Promise<Found> {
  for (const pair of pairsAmong(boxes, scale)) {
    const { initial, amendment } = pair;
    const between = amendment.left - initial.left - initial.width;
    if (/initial|report/i.test(await textBehind(head, initial, between, scale))) return pair;
    if (/amend/i.test(await textBehind(head, amendment, BEHIND * scale, scale))) return pair;
  }
  for (const amendment of boxes) {
    if (/amend/i.test(await textBehind(head, amendment, BEHIND * scale, scale))) return { initial: null, amendment };
  }
  return NONE;
}

async function textBehind(head: Bitmap, box: PageBox, width: number, scale: number): Promise<string> {
  const words = cropped(head, {
    left: box.left + box.width + GAP * scale,
    top: middleOf(box) - AROUND * scale,
    width: width - 2 * GAP * scale,
    height: 2 * AROUND * scale,
  });
  return (await recognise(words, "block"))
    .flat()
    .map(({ text }) => text)
    .join(" ");
}

function isPair(one: PageBox, other: PageBox, scale: number): boolean {
  const apart = other.left - one.left;
  const like = (a: number, b: number): boolean => Math.max(a, b) <= UNLIKE * Math.min(a, b);
  const isLevel = Math.abs(middleOf(other) - middleOf(one)) <= OUT_OF_LINE * scale;
  const isPlaced = apart >= APART.least * scale && apart <= APART.most * scale;
  return isPlaced && isLevel && like(one.width, other.width) && like(one.height, other.height);
}

function middleOf({ top, height }: PageBox): number {
  return top + height / 2;
}

function isSquare({ width, height }: PageBox, scale: number): boolean {
  const least = Math.min(width, height);
  return least >= SMALLEST * scale && Math.max(width, height) <= Math.min(LARGEST * scale, 1.5 * least);
}

/** Whether a box is ticked; null where that cannot be told. */
function isTicked(ink: Ink, { left, top, width, height }: PageBox): boolean | null {
  const [x, y] = [EDGE * width, EDGE * height];
  const inked = inkWithin(ink, left + x, top + y, left + width - x, top + height - y);
  const share = inked / ((width - 2 * x) * (height - 2 * y));
  if (share > EMPTY && share < TICKED) return null;
  return share >= TICKED;
}

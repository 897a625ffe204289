/** Isolates the text of one cell by removing ruled lines, specks and ink of neighboring cells. */
import type { PageBox } from "../../../domain/trade.ts";
import { type Bitmap, cropBitmap } from "../raster/bitmap.ts";
import { type Component, findComponents } from "./components.ts";
import { removeRules } from "./remove-rules.ts";
import { findUsualHeight, removeStrayInk } from "./stray-ink.ts";

/** The ink of a cell's text, before OCR. */
export interface CellText {
  /** The picture, cropped to its ink, at the page's resolution. */
  readonly bitmap: Bitmap;
  /** Usual height of capitals and digits, in pixels of the page. */
  readonly letterHeight: number;
  /** Bounding boxes of the letters, relative to `bitmap`. */
  readonly letters: readonly PageBox[];
}

export interface PlacedText extends CellText {
  readonly box: PageBox;
}

/** Pixels examined around a cell, since its ruled lines and letters resting on them may lie there. */
const MARGIN = 5;
/** A component with fewer pixels is dust: a period in the smallest print has four. */
const MIN_INK = 3;
/** Maximum length in pixels of a letter's stroke, and of a run of letters that touch in poor print. Anything longer is a rule. */
const LONGEST_STROKE = 70;
const LONGEST_RUN_OF_LETTERS = 150;
/** Maximum length of a stroke as a multiple of the letters' height, used once the height is known. */
const HEIGHTS_OF_A_STROKE = 3;

/** Finds the text of a cell; null if the cell holds no letter, only blank paper or dust. */
export function findCellText(page: Bitmap, box: PageBox): PlacedText | null {
  const left = Math.max(0, Math.floor(box.left) - MARGIN);
  const top = Math.max(0, Math.floor(box.top) - MARGIN);
  const crop = cropBitmap(page, {
    left,
    top,
    width: box.left + box.width + MARGIN - left,
    height: box.top + box.height + MARGIN - top,
  });
  const inner = { left: box.left - left, top: box.top - top, width: box.width, height: box.height };
  const first = findInkWithoutRules(crop, inner, LONGEST_STROKE);
  if (first === null) return null;
  const atEdge = HEIGHTS_OF_A_STROKE * first.letterHeight;
  const own = atEdge < LONGEST_STROKE ? findInkWithoutRules(crop, inner, atEdge) : first;
  if (own === null) return null;
  const text = cropToComponents(own.components, crop.width);
  const placed = { ...text.box, left: left + text.box.left, top: top + text.box.top };
  return { ...text, box: placed, letterHeight: own.letterHeight };
}

/** Finds the ink of the cell's letters by removing printed ruled lines, dust and stray ink; null if no letter remains. */
function findInkWithoutRules(
  crop: Bitmap,
  inner: PageBox,
  atEdge: number,
): { components: readonly Component[]; letterHeight: number } | null {
  const inside = findComponents(removeRules(crop, { atEdge, between: LONGEST_RUN_OF_LETTERS, margin: MARGIN })).filter(
    (component) => isInsideCell(component, inner),
  );
  const components = removeStrayInk(inside, inner);
  const letterHeight = findUsualHeight(components);
  return letterHeight === null ? null : { components, letterHeight };
}

/** Returns whether a component belongs to the cell: its center lies inside. */
function isInsideCell({ places, box }: Component, inner: PageBox): boolean {
  const x = box.left + box.width / 2 - inner.left;
  const y = box.top + box.height / 2 - inner.top;
  return places.length >= MIN_INK && x > 0 && x < inner.width && y > 0 && y < inner.height;
}

function cropToComponents(components: readonly Component[], stride: number): Omit<PlacedText, "letterHeight"> {
  const left = Math.min(...components.map(({ box }) => box.left));
  const top = Math.min(...components.map(({ box }) => box.top));
  const width = Math.max(...components.map(({ box }) => box.left + box.width)) - left;
  const height = Math.max(...components.map(({ box }) => box.top + box.height)) - top;
  const pixels = new Uint8Array(width * height).fill(255);
  for (const { places } of components) {
    for (const place of places) {
      const x = place % stride;
      pixels[((place - x) / stride - top) * width + (x - left)] = 0;
    }
  }
  const letters = components.map(({ box }) => ({ ...box, left: box.left - left, top: box.top - top }));
  return { bitmap: { width, height, pixels }, box: { left, top, width, height }, letters };
}

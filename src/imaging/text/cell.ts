/** The text of one cell of a page, alone: without rules, specks, and what belongs to the neighbours. */
import type { PageBox } from "../../domain/trade.ts";
import { type Bitmap, cropped } from "../raster/bitmap.ts";
import { type Component, componentsOf } from "./components.ts";
import { usualHeight, withoutFringes } from "./fringes.ts";
import { withoutRules } from "./rules.ts";

/** What was written in a cell. */
export interface CellText {
  /** Cut to its ink, at the page's size. */
  readonly bitmap: Bitmap;
  /** Of its capitals and digits, the usual height in the page's pixels. */
  readonly letterHeight: number;
  /** Its letters, placed as in `bitmap`. */
  readonly letters: readonly PageBox[];
}

/** The same, and where the bitmap lies on the page. */
export interface PlacedText extends CellText {
  readonly box: PageBox;
}

/** Pixels looked at around a cell: its rules, and letters that stand on them. */
const MARGIN = 5;
/** A component of fewer pixels is dust; a full stop of the smallest print has four. */
const LEAST_INK = 3;
/** No stroke of a letter is longer; between the edges, where the letters of poor print run together, no run of them is. */
const LONGEST_STROKE = 70;
const LONGEST_RUN_OF_LETTERS = 150;
/** Once the letters' height is known: no stroke of theirs is longer than three of it. */
const HEIGHTS_OF_A_STROKE = 3;

/** Null where the cell holds no letter: nothing, or dust. */
export function cellText(page: Bitmap, box: PageBox): PlacedText | null {
  const left = Math.max(0, Math.floor(box.left) - MARGIN);
  const top = Math.max(0, Math.floor(box.top) - MARGIN);
  const crop = cropped(page, {
    left,
    top,
    width: box.left + box.width + MARGIN - left,
    height: box.top + box.height + MARGIN - top,
  });
  const inner = { left: box.left - left, top: box.top - top, width: box.width, height: box.height };
  const first = ownInk(crop, inner, LONGEST_STROKE);
  if (first === null) return null;
  const atEdge = HEIGHTS_OF_A_STROKE * first.letterHeight;
  const own = atEdge < LONGEST_STROKE ? ownInk(crop, inner, atEdge) : first;
  if (own === null) return null;
  const text = cutTo(own.components, crop.width);
  const placed = { ...text.box, left: left + text.box.left, top: top + text.box.top };
  return { ...text, box: placed, letterHeight: own.letterHeight };
}

/** The cell's ink but for rules, dust and fringes; null where no letter is among it. */
function ownInk(
  crop: Bitmap,
  inner: PageBox,
  atEdge: number,
): { components: readonly Component[]; letterHeight: number } | null {
  const inside = componentsOf(withoutRules(crop, { atEdge, between: LONGEST_RUN_OF_LETTERS, margin: MARGIN })).filter(
    (component) => belongs(component, inner),
  );
  const components = withoutFringes(inside, inner);
  const letterHeight = usualHeight(components);
  return letterHeight === null ? null : { components, letterHeight };
}

/** Ink of the cell itself: most of it lies inside. */
function belongs({ places, box }: Component, inner: PageBox): boolean {
  const x = box.left + box.width / 2 - inner.left;
  const y = box.top + box.height / 2 - inner.top;
  return places.length >= LEAST_INK && x > 0 && x < inner.width && y > 0 && y < inner.height;
}

function cutTo(components: readonly Component[], stride: number): Omit<PlacedText, "letterHeight"> {
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

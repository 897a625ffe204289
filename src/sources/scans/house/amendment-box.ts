/** The box of the House's form that says whether a report amends another. */
import type { Strip } from "../grid/table.ts";
import { boxIn } from "../marks/box.ts";
import { markIn } from "../marks/mark.ts";
import { cropped } from "../raster/bitmap.ts";
import type { OcrWord } from "../text/engine.ts";
import { recognise } from "../text/engine.ts";
import type { UprightPage } from "./upright-page.ts";

/** Heads of first pages are at least this share of the page's height; those of pages that follow have no such box. */
const SHORTEST_HEAD = 0.3;
/** Heights of the word within which its box stands, at the left or above it. */
const LEFT = 5;
const ABOVE = 3;
const MARKED = 30;

/** Whether the report amends another; null where the page has no such box, or both or neither of its two are ticked. */
export async function isAmendment({ page, ink, scale }: UprightPage, header: Strip | null): Promise<boolean | null> {
  const bottom = header?.from ?? 0;
  if (bottom < SHORTEST_HEAD * page.height) return null;
  const left = Math.round(0.3 * page.width);
  const top = Math.round(0.35 * bottom);
  const head = cropped(page, { left, top, width: Math.round(0.45 * page.width), height: bottom - top });
  const words = (await recognise(head, "sparse"))
    .flat()
    .map((word) => ({ ...word, box: { ...word.box, left: word.box.left + left, top: word.box.top + top } }));
  const ticked = (heading: RegExp): boolean | null => {
    const word = words.findLast(({ text }) => heading.test(text));
    return word ? isTicked(word) : null;
  };
  const isTicked = ({ box }: OcrWord): boolean | null => {
    const around = {
      left: Math.max(0, Math.round(box.left - LEFT * box.height)),
      right: Math.round(box.left + box.height),
      top: Math.max(0, Math.round(box.top - ABOVE * box.height)),
      bottom: Math.min(page.height, Math.round(box.top + 2 * box.height)),
      boxed: false,
    };
    const inside = boxIn(ink, around, scale);
    return inside && markIn(page, inside, scale) >= MARKED;
  };
  const amended = ticked(/^amendment/i);
  const initial = ticked(/^initial/i);
  if (amended === null) return initial === true ? false : null;
  return amended === initial ? null : amended;
}

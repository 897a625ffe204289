/** Reads the checkbox before the word "Amendment" in the head of the Senate's form. */
import { countInkWithin, type Ink } from "../../../imaging/raster/ink.ts";
import type { OcrWord } from "../../../imaging/text/engine.ts";

/** Maximum distance from the word to the checkbox on its left, in heights of the word. */
const REACH = 3;
/** Minimum share of ink inside a ticked checkbox; an empty one has none. */
const TICKED = 0.08;

/** True if the checkbox is ticked; null if it or the word "Amendment" is not found. @param words positions in pixels of `ink`. */
export function isAmendment(ink: Ink, words: readonly OcrWord[]): boolean | null {
  const word = words.find(({ text }) => /amendment/i.test(text));
  if (word === undefined) return null;
  const { left, top, height } = word.box;
  const box = findBoxBefore(ink, left, top - height / 2, height);
  if (box === null) return null;
  const edge = Math.ceil((box.to - box.from) / 4);
  const size = box.to - box.from - 2 * edge;
  const share =
    countInkWithin(ink, box.from + edge, box.top + edge, box.to - edge, box.top + edge + size) /
    Math.max(1, size * size);
  return share >= TICKED;
}

/** Finds a checkbox: two vertical strokes, about as far apart as they are high. Each is half to twice as high as the word. */
function findBoxBefore(ink: Ink, right: number, top: number, height: number) {
  const from = Math.max(0, Math.round(right - REACH * height));
  const strokes: { x: number; top: number; length: number }[] = [];
  for (let x = from; x < right - 1; x += 1) {
    const run = findLongestRun(ink, x, Math.round(top), Math.round(top + 2 * height));
    if (run.length >= height / 2 && run.length <= 2 * height) strokes.push({ x, ...run });
  }
  for (const one of strokes) {
    const other = strokes.findLast(
      ({ x, length }) => Math.abs(x - one.x - one.length) <= 3 && Math.abs(length - one.length) <= 3,
    );
    if (other !== undefined) return { from: one.x, to: other.x + 1, top: one.top };
  }
  return null;
}

function findLongestRun({ width, height, at }: Ink, x: number, from: number, to: number) {
  let best = { top: from, length: 0 };
  let start = -1;
  for (let y = Math.max(0, from); y <= Math.min(height, to); y += 1) {
    const inked = y < Math.min(height, to) && at[y * width + x] === 1;
    if (inked && start < 0) start = y;
    if (inked || start < 0) continue;
    if (y - start > best.length) best = { top: start, length: y - start };
    start = -1;
  }
  return best;
}

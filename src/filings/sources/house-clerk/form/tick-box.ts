/** Reads a row's capital-gains checkbox: drawn as paths in newer forms, as letters of the Marlett font in older ones. */
import type { Mark } from "../pdf/mark.ts";
import type { PageContent } from "../pdf/page-content.ts";
import type { TextRun } from "../pdf/text-run.ts";

export interface TickBox {
  /** Middle of the box, in points from the top of the page. */
  readonly y: number;
  readonly ticked: boolean;
}

// Newer forms draw a checkbox with three shapes, whose sizes are given here in points. Two shapes are filled squares with 9.45
// points on each side. The third shape is an outline if the checkbox is empty, or a tick if the checkbox is ticked.
const FRAME = 9.45;
const OUTLINE = { width: 9, height: 9 };
const TICK = { width: 5.85, height: 4.88 };
const TOLERANCE = 0.35;
/** In the font Marlett, the overprinted letters g, f, e, d and c draw an empty box; with b in addition, a ticked one. */
const EMPTY_LETTERS = "cdefg";
const TICKED_LETTERS = "bcdefg";

export function isBoxFont(font: string): boolean {
  return /marlett/i.test(font);
}

/** Pure. The boxes of a page that begin at or to the right of `x`. */
export function findTickBoxes(content: PageContent, x: number): readonly TickBox[] {
  return [...findDrawnBoxes(content.marks, x), ...findBoxesInText(content.runs, x)];
}

function findDrawnBoxes(marks: readonly Mark[], from: number): readonly TickBox[] {
  const isNear = (value: number, wanted: number): boolean => Math.abs(value - wanted) < TOLERANCE;
  const strokes = marks.filter(({ painted, x }) => painted === "stroke" && x >= from);
  const boxes: { y: number; ticked: boolean }[] = [];
  for (const mark of marks) {
    if (mark.painted !== "fill" || mark.x < from || !isNear(mark.width, FRAME) || !isNear(mark.height, FRAME)) continue;
    const y = mark.y + mark.height / 2;
    if (boxes.some((box) => Math.abs(box.y - y) < 1)) continue;
    const within = strokes.filter(
      ({ x, y: top }) => x >= mark.x && x < mark.x + FRAME && top >= mark.y && top < mark.y + FRAME,
    );
    const hasStroke = (shape: typeof TICK): boolean =>
      within.some(({ width, height }) => isNear(width, shape.width) && isNear(height, shape.height));
    const ticked = hasStroke(TICK);
    // With neither tick nor outline, or with both, it is not a box.
    if (ticked !== hasStroke(OUTLINE)) boxes.push({ y, ticked });
  }
  return boxes;
}

function findBoxesInText(runs: readonly TextRun[], from: number): readonly TickBox[] {
  const drawn: { x: number; baseline: number; size: number; letters: Set<string> }[] = [];
  for (const run of runs) {
    if (!isBoxFont(run.font) || run.x < from) continue;
    const letters = drawn.find(({ x, baseline }) => Math.abs(x - run.x) < 1 && Math.abs(baseline - run.y) < 1)?.letters;
    const boxLetters = letters ?? new Set<string>();
    if (letters === undefined) drawn.push({ x: run.x, baseline: run.y, size: run.size, letters: boxLetters });
    for (const letter of run.text.toLowerCase().trim()) boxLetters.add(letter);
  }
  return drawn
    .map(({ baseline, size, letters }) => ({ y: baseline - size * 0.4, letters: [...letters].sort().join("") }))
    .filter(({ letters }) => letters === EMPTY_LETTERS || letters === TICKED_LETTERS)
    .map(({ y, letters }) => ({ y, ticked: letters === TICKED_LETTERS }));
}

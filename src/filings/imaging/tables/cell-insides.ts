/** Finds the area of each cell in which marks are measured: inside its box if the form has boxes, else inside the ruled lines. */
import { computeMedian } from "../../../base/median.ts";
import type { Ink } from "../raster/ink.ts";
import { findBox, type Inside, shrink } from "./box.ts";
import type { Strip } from "./table.ts";

/** Margin inside the ruled lines of a cell that has no box, in pixels at 200 dpi. */
const MARGIN = 3;
// Maximum offset of a box from its row and column, in pixels at 200 dpi. A box whose size differs from the others by at most
// `SIZE_APART` may be further off (`FAR_DEVIATION`).
const DEVIATION = 5;
const FAR_DEVIATION = 14;
const SIZE_APART = 3;

type CellGrid = readonly (readonly (Inside | null)[])[];

/**
 * Finds the area of each cell, by column group and row. All groups of the form have aligned boxes of one size. So if marks hide
 * some boxes of one group, the visible boxes of another group show where the hidden boxes are. If no box of a group is visible,
 * the areas of that group are inside the ruled lines, as in a form without boxes.
 */
export function findCellInteriors(
  ink: Ink,
  groups: readonly (readonly Strip[])[],
  lines: readonly Strip[],
  scale: number,
): Inside[][][] {
  const cells = groups.map((columns) =>
    lines.map((line) =>
      columns.map(({ from, to }) => ({ left: from, right: to, top: line.from, bottom: line.to, boxed: false })),
    ),
  );
  const found: CellGrid[] = cells.map((group) => group.map((line) => line.map((cell) => findBox(ink, cell, scale))));
  const withBoxes = found.filter((group) => group.flat().some((box) => box !== null));
  // Rows are processed separately: the printed example row may have no boxes while the rows below it do.
  const seen = lines.map((_, i) => {
    const boxes = withBoxes.flatMap((group) => group[i] ?? []);
    const drawn = boxes.filter((box) => box !== null);
    return drawn.length >= Math.max(1, boxes.length / 2) ? drawn : [];
  });
  return cells.map((group, g) => {
    const boxes = found[g] ?? [];
    const sides = findUsualSides(boxes.filter((_, i) => (seen[i] ?? []).length > 0));
    return group.map((line, i) => {
      const drawn = withBoxes.includes(boxes) ? (seen[i] ?? []) : [];
      if (drawn.length === 0) return line.map((cell) => shrink(cell, MARGIN, scale));
      return locateMarkAreasOfRow(line, boxes[i] ?? [], drawn, sides, scale);
    });
  });
}

interface Sides {
  readonly left: number;
  readonly right: number;
}

/** Finds the usual left and right sides of the boxes in each column; null if no box is visible. */
function findUsualSides(lines: CellGrid): (Sides | null)[] {
  return (lines[0] ?? []).map((_, j) => {
    const boxes = lines.flatMap((line) => line[j] ?? []);
    return boxes.length === 0
      ? null
      : { left: computeMedian(boxes.map(({ left }) => left)), right: computeMedian(boxes.map(({ right }) => right)) };
  });
}

/** @param seen visible boxes of the row in all column groups. */
function locateMarkAreasOfRow(
  cells: readonly Inside[],
  boxes: readonly (Inside | null)[],
  seen: readonly Inside[],
  sides: readonly (Sides | null)[],
  scale: number,
): Inside[] {
  const top = computeMedian(seen.map((box) => box.top));
  const bottom = computeMedian(seen.map((box) => box.bottom));
  const width = computeMedian(seen.map((box) => box.right - box.left));
  return cells.map((cell, j) => {
    // A box hidden by its mark is assumed to be aligned with the others of its row and column.
    const left = sides[j]?.left ?? Math.round((cell.left + cell.right - width) / 2);
    const right = sides[j]?.right ?? left + width;
    const usual = { left, right, top, bottom, boxed: true };
    const box = boxes[j];
    return box && isRegularBox(box, usual, scale) ? box : usual;
  });
}

// Returns whether a box has the form's usual size and position. A box of the usual size may be further off its position, because
// forms filled in on a computer have misaligned boxes.
function isRegularBox(box: Inside, usual: Inside, scale: number): boolean {
  const wide = Math.abs(box.right - box.left - (usual.right - usual.left));
  const high = Math.abs(box.bottom - box.top - (usual.bottom - usual.top));
  const maxDeviation = (Math.max(wide, high) <= SIZE_APART * scale ? FAR_DEVIATION : DEVIATION) * scale;
  return (
    Math.abs(box.top - usual.top) + Math.abs(box.bottom - usual.bottom) <= 2 * maxDeviation &&
    Math.abs(box.left - usual.left) + Math.abs(box.right - usual.right) <= 2 * maxDeviation
  );
}

/** Where to look for marks in a table's cells: inside their boxes where the form has boxes, else inside the rules. */
import type { Strip } from "../grid/table.ts";
import type { Ink } from "../raster/ink.ts";
import { boxIn, type Inside, shrunk } from "./box.ts";

/** How far inside its rules a cell without a box is looked at, at 200 dpi. */
const MARGIN = 3;
/** How far boxes of a line stand out of line, and those of a column. */
const ASTRAY = 5;

/** For each line, one inside a column. */
export function insidesOf(ink: Ink, columns: readonly Strip[], lines: readonly Strip[], scale: number): Inside[][] {
  const cells = lines.map((line) =>
    columns.map(({ from, to }) => ({ left: from, right: to, top: line.from, bottom: line.to, boxed: false })),
  );
  const found = cells.map((line) => line.map((cell) => boxIn(ink, cell, scale)));
  // Lines apart: the printed example has none where the lines below it have.
  const boxed = found.map((line) => line.filter((box) => box !== null).length >= columns.length / 2);
  const sides = columns.map((column, j) => {
    const boxes = found.flatMap((line, i) => (boxed[i] && line[j] ? [line[j]] : []));
    return { left: median(boxes.map((box) => box.left)), right: median(boxes.map((box) => box.right)), column };
  });
  return cells.map((line, i) => {
    if (!boxed[i]) return line.map((cell) => shrunk(cell, MARGIN, scale));
    const seen = (found[i] ?? []).filter((box) => box !== null);
    const top = median(seen.map((box) => box.top));
    const bottom = median(seen.map((box) => box.bottom));
    const width = median(seen.map((box) => box.right - box.left));
    return line.map((cell, j) => {
      const box = found[i]?.[j];
      const side = sides[j];
      // A box that its mark hides stands in line with the others of its line and column.
      const left = side && side.right > 0 ? side.left : Math.round((cell.left + cell.right - width) / 2);
      const right = side && side.right > 0 ? side.right : left + width;
      const astray = ASTRAY * scale;
      if (box && Math.abs(box.top - top) + Math.abs(box.bottom - bottom) <= 2 * astray) {
        if (Math.abs(box.left - left) + Math.abs(box.right - right) <= 2 * astray) return box;
      }
      return { left, right, top, bottom, boxed: true };
    });
  });
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

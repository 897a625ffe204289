/** Finds the crosses in a line's narrow columns by measuring the ink in each cell. */
import { countInkWithin, type Ink } from "../../../imaging/raster/ink.ts";
import type { Strip } from "../../../imaging/tables/table.ts";
import { getWidth } from "./form.ts";

/** Margin at each edge of a cell, as a share of its size, since ruled lines are not perfectly straight. */
const EDGE = 0.12;
/** Minimum share of ink in a marked cell. Dust and strokes of adjacent cells stay below `STRAY`. */
const MARK = 0.02;
const STRAY = 0.008;
/** The choice is uncertain if a second cell has at least this share of the marked cell's ink. Ink below `STRAY` is ignored. */
const CLEAR_SHARE = 0.3;

export interface Mark {
  /** Index of the marked column; null if there is none. */
  readonly at: number | null;
  /** True if no other cell could be the marked one. */
  readonly sure: boolean;
  /** 0 to 1. */
  readonly confidence: number;
  /** Fraction of the cell's area that is ink, for the cell with the most ink. 0 if no cell has more than dust. */
  readonly inkShare: number;
}

/**
 * Chooses the marked cell. The choice is uncertain if the mark is faint. The choice is also uncertain if another cell has at
 * least `CLEAR_SHARE` times as much ink as the marked cell.
 */
export function chooseMarkedCell(ink: Ink, columns: readonly Strip[], line: Strip): Mark {
  const shares = columns.map((column) => computeInkShare(ink, column, line));
  const order = shares.map((_, at) => at).sort((a, b) => (shares[b] as number) - (shares[a] as number));
  const at = order[0] as number;
  const most = shares[at] as number;
  const second = shares[order[1] as number] as number;
  if (most < STRAY) return { at: null, sure: true, confidence: 1, inkShare: 0 };
  const clear = most >= MARK && (second < STRAY || second < CLEAR_SHARE * most);
  return {
    at: clear || most >= MARK ? at : null,
    sure: clear,
    confidence: clear ? 1 - second / most : 0.3,
    inkShare: most,
  };
}

export function countInkedCells(ink: Ink, columns: readonly Strip[], line: Strip): number {
  return columns.filter((column) => computeInkShare(ink, column, line) >= STRAY).length;
}

function computeInkShare(ink: Ink, column: Strip, line: Strip): number {
  const beside = Math.ceil(EDGE * getWidth(column));
  const above = Math.ceil(EDGE * getWidth(line));
  const area = (getWidth(column) - 2 * beside) * (getWidth(line) - 2 * above);
  return (
    countInkWithin(ink, column.from + beside, line.from + above, column.to - beside, line.to - above) /
    Math.max(1, area)
  );
}

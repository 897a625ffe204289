/** Crosses in the narrow columns of a line, measured as ink. */

import { type Ink, inkWithin } from "../../../imaging/raster/ink.ts";
import type { Strip } from "../../../imaging/tables/table.ts";
import { width } from "./form.ts";

/** Of a cell's height and width, what is left out at each edge: rules are not quite straight. */
const EDGE = 0.12;
/** A cross has at least so much of its cell's ink; dust and what reaches over from the neighbour has less than `STRAY`. */
const MARK = 0.02;
const STRAY = 0.008;
/** Where two cells have ink, the lesser has at most this share of the other's. */
const CLEAR_SHARE = 0.3;

export interface Mark {
  /** The marked column; null where none is. */
  readonly at: number | null;
  /** Whether that is beyond doubt. */
  readonly sure: boolean;
  /** 0 to 1. */
  readonly confidence: number;
  /** Of its cell's pixels, those with ink; 0 where none is marked. */
  readonly inked: number;
}

/** Which of the cells is marked. Two marks and half a mark are in doubt. */
export function markAmong(ink: Ink, columns: readonly Strip[], line: Strip): Mark {
  const shares = columns.map((column) => inkShare(ink, column, line));
  const order = shares.map((_, at) => at).sort((a, b) => (shares[b] as number) - (shares[a] as number));
  const at = order[0] as number;
  const most = shares[at] as number;
  const second = shares[order[1] as number] as number;
  if (most < STRAY) return { at: null, sure: true, confidence: 1, inked: 0 };
  const clear = most >= MARK && (second < STRAY || second < CLEAR_SHARE * most);
  return {
    at: clear || most >= MARK ? at : null,
    sure: clear,
    confidence: clear ? 1 - second / most : 0.3,
    inked: most,
  };
}

/** How many of the cells have ink, be it a mark or not. */
export function inkedAmong(ink: Ink, columns: readonly Strip[], line: Strip): number {
  return columns.filter((column) => inkShare(ink, column, line) >= STRAY).length;
}

function inkShare(ink: Ink, column: Strip, line: Strip): number {
  const beside = Math.ceil(EDGE * width(column));
  const above = Math.ceil(EDGE * width(line));
  const area = (width(column) - 2 * beside) * (width(line) - 2 * above);
  return (
    inkWithin(ink, column.from + beside, line.from + above, column.to - beside, line.to - above) / Math.max(1, area)
  );
}

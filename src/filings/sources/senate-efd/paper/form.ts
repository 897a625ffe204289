/** Finds the columns of the Senate's paper form, "Periodic Disclosure of Financial Transactions". */

import { computeMedian } from "../../../../base/median.ts";
import { PRINTED_RANGES } from "../../../../domain/amount-range.ts";
import type { Strip, Table } from "../../../imaging/tables/table.ts";

/** The form's amounts in order, worded like the electronic form. The seventh is for assets of a spouse or a dependent child. */
export const AMOUNTS = [...PRINTED_RANGES.slice(0, 6), "Over $1,000,000", ...PRINTED_RANGES.slice(6)] as const;
export const TYPES = ["Purchase", "Sale", "Exchange"] as const;

export interface SenateForm {
  readonly asset: Strip;
  /** Columns in the order of `TYPES`. */
  readonly types: readonly Strip[];
  readonly date: Strip;
  /** Columns in the order of `AMOUNTS`. */
  readonly amounts: readonly Strip[];
  /** The line of the headings; null if the table begins below the headings. */
  readonly headings: Strip | null;
  /** Lines below the headings, including the printed examples. */
  readonly lines: readonly Strip[];
}

/** Minimum height of the line with the vertical headings, as a multiple of the median line height. */
const HEADINGS_HEIGHT = 2;

/** Finds the form's columns; null if the table is not that of this form. */
export function findSenateForm({ columns, lines }: Table): SenateForm | null {
  const amounts = columns.slice(-AMOUNTS.length);
  const [asset, ...others] = columns.slice(-AMOUNTS.length - TYPES.length - 2, -AMOUNTS.length);
  const date = others.pop();
  if (amounts.length < AMOUNTS.length || asset === undefined || date === undefined || others.length < TYPES.length) {
    return null;
  }
  const usual = computeMedian(amounts.map(getWidth));
  const narrow = [...amounts, ...others].every(
    (column) => getWidth(column) > 0.5 * usual && getWidth(column) < 1.7 * usual,
  );
  if (!narrow || getWidth(date) < 1.8 * usual || getWidth(asset) < 4 * usual) return null;
  const height = computeMedian(lines.map(getWidth));
  const last = lines.findLastIndex((line) => getWidth(line) > HEADINGS_HEIGHT * height);
  return { asset, types: others, date, amounts, headings: lines[last] ?? null, lines: lines.slice(last + 1) };
}

export function getWidth({ from, to }: Strip): number {
  return to - from;
}

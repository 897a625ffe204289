/** What the columns of a table of transactions are for. */
import type { Strip, Table } from "./table.ts";

export interface Layout {
  /** Null where the table begins with the asset. */
  readonly owner: Strip | null;
  readonly asset: Strip;
  /** Columns between the asset and the first date: kinds of transaction, and what some tables ask beside. */
  readonly types: readonly Strip[];
  readonly transactionDate: Strip;
  /** Null in tables that have but one date. */
  readonly notificationDate: Strip | null;
  /** From `$1,001 - $15,000` on: ten, or eleven with the one for a spouse's or child's asset. */
  readonly amounts: readonly Strip[];
}

const FEWEST_TYPES = 3;
const MOST_TYPES = 5;
const AMOUNTS = [11, 10] as const;

/** Share of a column's lines that hold writing, as a measure of what it is for. */
export type Written = (column: Strip) => number;

/**
 * Reads the columns by their order: owner, asset (the widest), three to five types, one or two dates, ten or eleven amounts.
 * Where that fits in more than one way, dates are the columns wide enough for one, then those with writing in most lines.
 * @returns null where the columns are not those of such a table.
 */
export function layoutOf(table: Table, written: Written): Layout | null {
  const { columns } = table;
  const widths = columns.map(({ from, to }) => to - from);
  const widest = widths.indexOf(Math.max(...widths));
  const asset = columns[widest] as Strip;
  const right = columns.slice(widest + 1);
  let best: { layout: Layout; score: number } | null = null;
  for (const amounts of AMOUNTS) {
    for (const dates of [2, 1]) {
      // A column at the right of the amounts is the filer's own.
      for (const extra of [0, 1]) {
        const types = right.length - amounts - dates - extra;
        if (types < FEWEST_TYPES || types > MOST_TYPES) continue;
        const layout = {
          owner: widest > 0 ? (columns[widest - 1] as Strip) : null,
          asset,
          types: right.slice(0, types),
          transactionDate: right[types] as Strip,
          notificationDate: dates === 2 ? (right[types + 1] as Strip) : null,
          amounts: right.slice(types + dates, types + dates + amounts),
        };
        const score = fitOf(layout, written) - extra * 2;
        if (!best || score > best.score) best = { layout, score };
      }
    }
  }
  return best && best.score > 0 ? best.layout : null;
}

/** How well columns suit what they are taken for: above 0 where they may be that. */
function fitOf({ types, transactionDate, notificationDate, amounts }: Layout, written: Written): number {
  const width = ({ from, to }: Strip): number => to - from;
  const dates = notificationDate ? [transactionDate, notificationDate] : [transactionDate];
  const marked = [...types, ...amounts];
  const usual = marked.map(width).toSorted((a, b) => a - b)[Math.floor(marked.length / 2)] as number;
  const wideDates = dates.filter((date) => width(date) >= 1.15 * usual).length / dates.length;
  const odd = marked.filter((column) => width(column) > 1.5 * usual || width(column) < 0.4 * usual).length;
  const writtenDates = dates.reduce((sum, date) => sum + written(date), 0) / dates.length;
  const writtenMarked = Math.max(...amounts.map(written));
  return 0.3 - odd + wideDates + 2 * writtenDates - writtenMarked + (amounts.length === 11 ? 0.2 : 0);
}

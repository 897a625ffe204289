/** Assigns a meaning to each column of a transaction table. */
import { computeMedian } from "../../../base/median.ts";
import type { Strip, Table } from "./table.ts";

export interface Layout {
  /** Null if the table starts with the asset. */
  readonly owner: Strip | null;
  readonly asset: Strip;
  /** Columns between the asset and the first date: the transaction types and, in some tables, the answers to other questions. */
  readonly types: readonly Strip[];
  readonly transactionDate: Strip;
  /** Null in tables with a single date. */
  readonly notificationDate: Strip | null;
  /** Amount columns from `$1,001 - $15,000` on: ten, or eleven with the one for assets of a spouse or child. */
  readonly amounts: readonly Strip[];
  /** Score of this assignment; higher is better. */
  readonly fit: number;
  /** False if a column is too wide or narrow for its kind: a rule may be missing, or a stray line may have been taken for one. */
  readonly isRegular: boolean;
}

const MIN_TYPES = 3;
const MAX_TYPES = 5;
const AMOUNTS = [11, 10] as const;
/** Index of the first amount with a long heading, `$1,000,001 - $5,000,000`. */
const LONG_HEADED = 6;

/** Maximum width of an extra `types` column, relative to a usual one. A wider column may be two with a missed rule between. */
const DOUBLE = 1.9;

/** Returns the share of a column's rows that contain writing. */
type InkMeasure = (column: Strip) => number;

/**
 * Assigns the columns by their order: owner, asset (one of the two widest), three to five types, one or two dates, ten or eleven
 * amounts. If several assignments fit, prefers date columns wide enough for a date and with writing in most rows.
 * @returns null if the columns are not those of a transaction table.
 */
export function findLayout(table: Table, measureWriting: InkMeasure): Layout | null {
  const { columns } = table;
  const shares = new Map<Strip, number>();
  const measureOnce = (column: Strip): number => {
    const share = shares.get(column) ?? measureWriting(column);
    shares.set(column, share);
    return share;
  };
  const byWidth = columns.map((column, at) => ({ at, wide: getWidth(column) })).toSorted((a, b) => b.wide - a.wide);
  let best: Layout | null = null;
  // A filer's own table may have an account column as wide as the asset's.
  for (const { at } of byWidth.slice(0, 2)) {
    const layout = assignColumns(columns, at, measureOnce);
    if (layout && (!best || layout.fit > best.fit)) best = layout;
  }
  return best && best.fit > 0 ? best : null;
}

function assignColumns(columns: readonly Strip[], asset: number, measureWriting: InkMeasure): Layout | null {
  const right = columns.slice(asset + 1);
  const owner = asset > 0 ? (columns[asset - 1] as Strip) : null;
  let best: Layout | null = null;
  for (const amounts of AMOUNTS) {
    for (const dates of [2, 1]) {
      // A column to the right of the amounts is the filer's own addition.
      for (const extra of [0, 1]) {
        const types = right.length - amounts - dates - extra;
        if (types < MIN_TYPES || types > MAX_TYPES) continue;
        const layout = scoreLayout(
          {
            owner,
            asset: columns[asset] as Strip,
            types: right.slice(0, types),
            transactionDate: right[types] as Strip,
            notificationDate: dates === 2 ? (right[types + 1] as Strip) : null,
            amounts: right.slice(types + dates, types + dates + amounts),
          },
          measureWriting,
        );
        const fit = layout.fit - extra;
        if (!best || fit > best.fit) best = { ...layout, fit };
      }
    }
  }
  return best;
}

function getWidth({ from, to }: Strip): number {
  return to - from;
}

function scoreLayout(layout: Omit<Layout, "fit" | "isRegular">, measureWriting: InkMeasure): Layout {
  const { types, transactionDate, notificationDate, amounts } = layout;
  const dates = notificationDate ? [transactionDate, notificationDate] : [transactionDate];
  const usualType = computeMedian(types.map(getWidth));
  const usualAmount = computeMedian(amounts.map(getWidth));
  const usual = Math.max(usualType, usualAmount);
  // An amount column of unusual width suggests a missed ruled line. In a filer's own table, however, amount columns may have any
  // width. If eleven amount columns are found, no ruled line between them can be missing.
  const isUsualWidth = (column: Strip): boolean => Math.abs(getWidth(column) - usualAmount) < 0.15 * usualAmount;
  // The highest amounts have long headings: if there are eleven amount columns, the columns of the highest amounts may be wide.
  const hasUnusualAmountWidth = (column: Strip, i: number): boolean =>
    hasUnusualWidth(column, usualAmount) &&
    !(amounts.length === 11 && i >= LONG_HEADED && getWidth(column) > usualAmount);
  const isUneven = amounts.length === 11 && amounts.filter(isUsualWidth).length < 8;
  const unusualColumns =
    // These columns may be wider, so they are not counted: columns that a filer's own table adds for further questions, and the
    // eleventh amount column, which has a long heading.
    types.slice(0, MIN_TYPES).filter((column) => hasUnusualWidth(column, usualType, 0.5)).length +
    (isUneven ? 0 : amounts.slice(0, 10).filter((column, i) => hasUnusualAmountWidth(column, i)).length) +
    dates.filter(
      (date) => getWidth(date) < 1.05 * usualAmount || getWidth(date) > 1.6 * Math.min(...dates.map(getWidth)),
    ).length;
  // If the layout has only one date column and the first amount column has an unusual width, that column is really the second
  // date column. Two other amount columns were then counted as a single column, since the ruled line between them was missed.
  const isSecondDate = notificationDate === null && hasUnusualWidth(amounts[0] as Strip, usualAmount);
  const isDouble = types.slice(MIN_TYPES).some((column) => getWidth(column) > DOUBLE * usualType);
  const wideDates = dates.filter((date) => getWidth(date) >= 1.15 * usual).length / dates.length;
  const writtenDates = dates.reduce((sum, date) => sum + measureWriting(date), 0) / dates.length;
  const writtenMarked = Math.max(...amounts.map(measureWriting));
  const fit = 0.8 - unusualColumns + wideDates + 2 * writtenDates - writtenMarked + (amounts.length === 11 ? 0.2 : 0);
  return {
    ...layout,
    fit: notificationDate ? fit : fit - 0.5,
    isRegular: unusualColumns === 0 && !isDouble && !isSecondDate && (notificationDate !== null || types.length > 4),
  };
}

/** @param minShare minimum share of the usual width. The `Sale` column is narrow; a column cut by a stray line has under half. */
function hasUnusualWidth(column: Strip, usual: number, minShare = 0.55): boolean {
  return getWidth(column) > 1.5 * usual || getWidth(column) < minShare * usual;
}

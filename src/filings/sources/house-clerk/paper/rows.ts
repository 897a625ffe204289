/** Converts a table's lines to rows of a report. Each row has the positions of its cells and its marked type and amount. */

import { computeMedian } from "../../../../base/median.ts";
import type { PageBox } from "../../../../domain/trade.ts";
import type { Layout } from "../../../imaging/tables/layout.ts";
import { chooseMarkedCell } from "../../../imaging/tables/mark.ts";
import type { Strip } from "../../../imaging/tables/table.ts";
import { BRACKETS } from "../../../imaging/text/form-values.ts";
import type { RowCells } from "../../../imaging/text/read-rows.ts";
import type { TableLine } from "./lines.ts";
import type { TypeColumns } from "./type-columns.ts";
import { readTypeMark, type TypeReading } from "./type-mark.ts";

export interface MarkedRow {
  readonly box: PageBox;
  readonly cells: RowCells;
  readonly type: TypeReading & { readonly box: PageBox };
  readonly amount: TypeReading & { readonly box: PageBox };
  /**
   * True if it is unclear which text belongs to the row, for one of three reasons. An adjacent line with text but no marks may be
   * part of the asset. The row may be several rows whose ruled lines are undetected. The asset column may contain the owner.
   */
  readonly isTextUnclear: boolean;
  /** True if the line above has text without marks: the asset and its owner may begin there. */
  readonly isBelowText: boolean;
}

/**
 * Finds the rows of a table. @param lines the lines below the header, without the printed example. @param isForm true for the
 * House's form, in which a line with only text continues the row above; false for a filer's own table.
 */
export function findRows(
  lines: readonly TableLine[],
  layout: Layout,
  columns: TypeColumns,
  isForm: boolean,
): MarkedRow[] {
  const rows: MarkedRow[] = [];
  const least = computeMinMarkInk(lines.filter((line) => isTransaction(line, isForm)));
  let open: RowPlace | null = null;
  let isBelowText = false;
  const closeRow = (): void => {
    if (open) rows.push(toMarkedRow(open, layout, columns, least));
    open = null;
  };
  for (const [at, line] of lines.entries()) {
    if (isTransaction(line, isForm)) {
      closeRow();
      const beside = [lines[at - 1], lines[at + 1]].filter((other) => other !== undefined);
      const isOverwritten = isForm && beside.some((other) => doesMarkContinueIn(line, other));
      open = { line, bottom: line.strip.to, isBelowText, isOverwritten };
      isBelowText = false;
      continue;
    }
    isBelowText = isForm && line.hasAsset;
    if (isBelowText && open !== null) open = { ...open, bottom: line.strip.to };
    else closeRow();
  }
  closeRow();
  return rows;
}

/**
 * True if a line is a transaction. A line without an asset needs a date and a mark, and must not be crowded with marks. On the
 * House's form, a line with an asset needs a date, or marks for both type and amount. A single mark there may be dirt. In a
 * filer's own table, a line with an asset needs an amount, a transaction date, or another date with a mark. Any other line with
 * an asset is a heading there. @param isForm true for the House's form.
 */
export function isTransaction(line: TableLine, isForm: boolean): boolean {
  const { hasAsset, hasDate, hasTransactionDate, hasMark, hasType, hasAmount, isCrowded } = line;
  if (!hasAsset) return hasDate && hasMark && !isCrowded;
  if (isForm) return hasDate || (hasType && hasAmount);
  return hasAmount || hasTransactionDate || (hasDate && hasMark);
}

// A mark is part of a vertical word if the mark's ink continues in an adjacent line that is not a row. In the same column, the
// adjacent line must have at least this fraction of the mark's ink.
const MIN_SHARE_ACROSS_LINES = 0.35;

// True if ink in the marked type column continues in an adjacent line that is not a row. Such ink is part of a vertical word, and
// is not a mark.
function doesMarkContinueIn({ types }: TableLine, other: TableLine): boolean {
  if (isTransaction(other, true) || other.hasAmount) return false;
  const at = types.indexOf(Math.max(...types));
  return (other.types[at] ?? 0) > 0 && (other.types[at] as number) >= MIN_SHARE_ACROSS_LINES * (types[at] as number);
}

/** Ink below this share of the page's median mark is dust. */
const SHARE_OF_MEDIAN = 0.2;

/** Minimum ink of a mark on this page. One person or printer makes most marks of a page: ink far fainter than those is dust. */
function computeMinMarkInk(lines: readonly TableLine[]): number {
  const marks = lines.flatMap(({ types, amounts }) => [Math.max(0, ...types), Math.max(0, ...amounts)]);
  return SHARE_OF_MEDIAN * computeMedian(marks.filter((mark) => mark > 0));
}

interface RowPlace {
  readonly line: TableLine;
  readonly bottom: number;
  readonly isBelowText: boolean;
  readonly isOverwritten: boolean;
}

function toMarkedRow(
  { line, bottom, isBelowText, isOverwritten }: RowPlace,
  layout: Layout,
  columns: TypeColumns,
  least: number,
): MarkedRow {
  const { from: top, to } = line.strip;
  const last = layout.amounts.at(-1) as Strip;
  const first = layout.owner ?? layout.asset;
  const createRowBox = (from: number, until: number, end = to): PageBox => ({
    left: from,
    top,
    width: until - from,
    height: end - top,
  });
  const toCellBox = (column: Strip | null): PageBox | null => column && createRowBox(column.from, column.to);
  const amount = chooseMarkedCell(line.amounts);
  const type = readTypeMark(columns, line.types, least, line.edgeInk);
  return {
    box: createRowBox(first.from, last.to, bottom),
    cells: {
      owner: toCellBox(layout.owner),
      asset: createRowBox(layout.asset.from, layout.asset.to, bottom),
      transactionDate: toCellBox(layout.transactionDate),
      notificationDate: toCellBox(layout.notificationDate),
    },
    type: {
      ...type,
      sure: type.sure && layout.isRegular && !line.isTall && !isOverwritten,
      box: createRowBox(layout.types[0]?.from ?? 0, layout.types.at(-1)?.to ?? 0),
    },
    amount: {
      reading: amount.index === null ? null : (BRACKETS[amount.index] ?? null),
      confidence: amount.confidence,
      sure: amount.sure && layout.isRegular && !line.isTall && Math.max(...line.amounts) >= least,
      box: createRowBox(layout.amounts[0]?.from ?? 0, last.to),
    },
    isTextUnclear: bottom > to || line.isTall || isBelowText,
    isBelowText,
  };
}

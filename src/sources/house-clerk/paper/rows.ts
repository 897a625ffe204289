/** The lines of a table -> the rows of a report, with the boxes of their cells and what their marks say. */
import type { PageBox } from "../../../domain/trade.ts";
import { median } from "../../../imaging/tables/insides.ts";
import type { Layout } from "../../../imaging/tables/layout.ts";
import { choiceOf } from "../../../imaging/tables/mark.ts";
import type { Strip } from "../../../imaging/tables/table.ts";
import { BRACKETS } from "../../../imaging/text/choices.ts";
import type { RowCells } from "../../../imaging/text/read-rows.ts";
import type { TableLine } from "./lines.ts";
import type { TypeColumns } from "./type-columns.ts";
import { type TypeReading, typeOf } from "./type-mark.ts";

export interface MarkedRow {
  readonly box: PageBox;
  readonly cells: RowCells;
  readonly type: TypeReading & { readonly box: PageBox };
  readonly amount: TypeReading & { readonly box: PageBox };
  /** Whether a line below, without marks of its own, goes on with the asset, the line may be two that have lost the rule between them, or the owner stands in the same column: then nobody can tell what belongs to it. */
  readonly continued: boolean;
  /** Whether the line above holds text without marks: the asset, and its owner, may begin there. */
  readonly isBelowText: boolean;
  /** Whether type and amount are printed as words, not marked. */
  readonly areWords: boolean;
}

/** @param lines those below the header, without the printed example. @param isForm whether it is the House's own form: there a line of text alone goes on with the row above it. */
export function rowsOf(
  lines: readonly TableLine[],
  layout: Layout,
  columns: TypeColumns,
  isForm: boolean,
): MarkedRow[] {
  const rows: MarkedRow[] = [];
  const least = leastMark(lines.filter((line) => isTransaction(line, isForm)));
  let open: Omit<Found, "layout" | "columns" | "least"> | null = null;
  let isBelowText = false;
  const close = (): void => {
    if (open) rows.push(rowOf({ ...open, layout, columns, least }));
    open = null;
  };
  for (const [at, line] of lines.entries()) {
    if (isTransaction(line, isForm)) {
      close();
      const beside = [lines[at - 1], lines[at + 1]].filter((other) => other !== undefined);
      const isOverwritten = isForm && beside.some((other) => goesOn(line, other));
      open = { line, bottom: line.strip.to, isBelowText, isOverwritten };
      isBelowText = false;
      continue;
    }
    isBelowText = isForm && line.hasAsset;
    if (isBelowText && open !== null) open = { ...open, bottom: line.strip.to };
    else close();
  }
  close();
  return rows;
}

/**
 * Marks or a date, and something that they are about. What reaches over from the line above is neither.
 * @param isForm whether it is the House's own form: there copies leave dirt in the boxes of a line that goes on with another. In a filer's table a line without amount and date, of its notification at most, is a heading.
 */
export function isTransaction(line: TableLine, isForm: boolean): boolean {
  const { hasAsset, hasDate, hasTransactionDate, hasMark, hasType, hasAmount, isCrowded } = line;
  if (!hasAsset) return hasDate && hasMark && !isCrowded;
  if (isForm) return hasDate || (hasType && hasAmount);
  return hasAmount || hasTransactionDate || (hasDate && hasMark);
}

/** Of a mark's ink: a line beside it that is no row has so much in the same column where something is written across both. */
const WRITTEN_ACROSS = 0.35;

/** Whether what stands in a row's column of types goes on in a line beside it that is no row: a word written upright across the column is no mark. */
function goesOn({ types }: TableLine, other: TableLine): boolean {
  if (isTransaction(other, true) || other.hasAmount) return false;
  const at = types.indexOf(Math.max(...types));
  return (other.types[at] ?? 0) > 0 && (other.types[at] as number) >= WRITTEN_ACROSS * (types[at] as number);
}

/** Of the page's median mark: dust that lies alone in a row's cells has less. */
const SHARE_OF_MEDIAN = 0.2;

/** The marks of a page are mostly of one hand or one printer: what is much fainter than they are is dust. */
function leastMark(lines: readonly TableLine[]): number {
  const marks = lines.flatMap(({ types, amounts }) => [Math.max(0, ...types), Math.max(0, ...amounts)]);
  return SHARE_OF_MEDIAN * median(marks.filter((mark) => mark > 0));
}

interface Found {
  readonly line: TableLine;
  readonly bottom: number;
  readonly layout: Layout;
  readonly columns: TypeColumns;
  /** Ink of the least mark on the page that is surely one. */
  readonly least: number;
  readonly isBelowText: boolean;
  readonly isOverwritten: boolean;
}

function rowOf({ line, bottom, layout, columns, least, isBelowText, isOverwritten }: Found): MarkedRow {
  const { from: top, to } = line.strip;
  const last = layout.amounts.at(-1) as Strip;
  const first = layout.owner ?? layout.asset;
  const box = (from: number, until: number, end = to): PageBox => ({
    left: from,
    top,
    width: until - from,
    height: end - top,
  });
  const cell = (column: Strip | null): PageBox | null => column && box(column.from, column.to);
  const amount = choiceOf(line.amounts);
  const type = typeOf(columns, line.types, least, line.hanging);
  return {
    box: box(first.from, last.to, bottom),
    cells: {
      owner: cell(layout.owner),
      asset: box(layout.asset.from, layout.asset.to, bottom),
      transactionDate: cell(layout.transactionDate),
      notificationDate: cell(layout.notificationDate),
    },
    type: {
      ...type,
      sure: type.sure && layout.isRegular && !line.isTall && !isOverwritten,
      box: box(layout.types[0]?.from ?? 0, layout.types.at(-1)?.to ?? 0),
    },
    amount: {
      reading: amount.index === null ? null : (BRACKETS[amount.index] ?? null),
      confidence: amount.confidence,
      sure: amount.sure && layout.isRegular && !line.isTall && Math.max(...line.amounts) >= least,
      box: box(layout.amounts[0]?.from ?? 0, last.to),
    },
    continued: bottom > to || line.isTall || isBelowText,
    isBelowText,
    areWords: false,
  };
}

/** Finds the header and the rows of a scanned transaction table. Tests which cells of each row have writing or marks. */
import { computeMedian } from "../../../../base/median.ts";
import { findCellInteriors } from "../../../imaging/tables/cell-insides.ts";
import type { Layout } from "../../../imaging/tables/layout.ts";
import { chooseMarkedCell, measureEdgeInk, measureMark } from "../../../imaging/tables/mark.ts";
import { MAX_ROW_HEIGHT, type Strip } from "../../../imaging/tables/table.ts";
import { splitLines } from "./split-lines.ts";
import { hasWriting, type UprightPage } from "./upright-page.ts";

/** A line below the table's header. */
export interface TableLine {
  readonly strip: Strip;
  /** Ink of a mark in each type or amount column. */
  readonly types: readonly number[];
  readonly amounts: readonly number[];
  /** For each type column, the ink that touches the edge of the cell or of the cell's box (`measureEdgeInk`). */
  readonly edgeInk: readonly number[];
  readonly hasAsset: boolean;
  readonly hasDate: boolean;
  readonly hasTransactionDate: boolean;
  readonly hasMark: boolean;
  readonly hasType: boolean;
  readonly hasAmount: boolean;
  /** True if so many amount columns have marks that the marks must be the lower ends of headings. */
  readonly isCrowded: boolean;
  /** True if the line's height is less than `LOW` times the form's usual line height. The form's printed example is that low. */
  readonly isLow: boolean;
  /** True if the line is taller than any single row; it may be several rows with undetected ruled lines between them. */
  readonly isTall: boolean;
}

export interface TableLines {
  /** The header's last line, which names the columns; null on a continuation page without a header. */
  readonly header: Strip | null;
  readonly lines: readonly TableLine[];
  /** True if no line can have been missed: none is tall enough to be two, and nothing is written below the last one. */
  readonly isComplete: boolean;
  /** True if the columns right of the asset are blank in all lines and below the last line. A row has a date and marks there. */
  readonly hasNoRows: boolean;
}

/** Minimum ink of a mark, in pixels at 200 dpi; less is dirt. See `chooseMarkedCell`. */
const MARKED = 14;
/** Minimum height of a tall cell, in pixels at 200 dpi. In a tall cell, the minimum ink of a mark is `MARKED_IN_TALL`. */
const TALL = 40;
const MARKED_IN_TALL = 40;
// Minimum fraction of the amount columns that have ink in a header line. In a transaction's line, only one column is marked. The
// ink may also be the ink of printed checkboxes. A line with checkboxes is therefore a header only if it is the first line.
const HEADED_SHARE = 0.6;
const HEADER_LINES = 4;
const USUAL_AMOUNTS = 10;
/** Maximum number of marked amount columns in a transaction: a mark on a ruled line reaches into two cells. */
const MAX_AMOUNTS = 2;
const LOW = 0.78;
/** Thickness of the ruled line under the table's last row, in pixels at 200 dpi. */
const RULE_THICKNESS = 4;

export function findTableLines({ page, ink, scale, table }: UprightPage, layout: Layout): TableLines {
  const strips = splitLines(page, layout, table?.lines ?? [], scale);
  const [typeInsides = [], amountInsides = []] = findCellInteriors(ink, [layout.types, layout.amounts], strips, scale);
  const all = strips.map((strip, i) => {
    const types = (typeInsides[i] ?? []).map((inside) => measureMark(page, inside, scale));
    const amounts = (amountInsides[i] ?? []).map((inside) => measureMark(page, inside, scale));
    const least = strip.to - strip.from >= TALL * scale ? MARKED_IN_TALL : MARKED;
    const dates = [layout.transactionDate, layout.notificationDate].filter((date) => date !== null);
    return {
      strip,
      types,
      amounts,
      edgeInk: (typeInsides[i] ?? []).map((inside) => measureEdgeInk(page, inside, scale)),
      hasAsset: hasWriting(page, layout.asset, strip, scale),
      hasTransactionDate: hasWriting(page, layout.transactionDate, strip, scale),
      hasDate: dates.some((date) => hasWriting(page, date, strip, scale)),
      hasMark: [...types, ...amounts].some((mark) => mark >= least),
      hasType: types.some((mark) => mark >= least),
      hasAmount: amounts.some((mark) => mark >= least),
      isCrowded: amounts.filter((mark) => mark >= least).length > MAX_AMOUNTS,
    };
  });
  const isHeader = (at: number): boolean =>
    looksLikeHeadings(all[at]?.amounts ?? []) && (at === 0 || !(amountInsides[at] ?? []).some(({ boxed }) => boxed));
  const headers = [...all.keys()].slice(0, HEADER_LINES).findLastIndex(isHeader);
  const header = strips[headers];
  const below = all.slice(headers + 1);
  const getHeight = ({ from, to }: Strip): number => to - from;
  const usual = computeMedian(below.slice(1).map(({ strip }) => getHeight(strip)));
  const last = strips.at(-1)?.to ?? 0;
  const end = { from: Math.round(last + RULE_THICKNESS * scale), to: table?.bottom ?? 0 };
  const hasInkBelow = (column: Strip): boolean => getHeight(end) > LOW * usual && hasWriting(page, column, end, scale);
  const { types, transactionDate, notificationDate, amounts } = layout;
  const beside = [...types, transactionDate, ...(notificationDate ? [notificationDate] : []), ...amounts];
  const lines = below.map((line) => ({
    ...line,
    isLow: getHeight(line.strip) < LOW * usual,
    isTall: getHeight(line.strip) > MAX_ROW_HEIGHT * scale,
  }));
  return {
    // Bold print near the header's lower ruled line may have been taken for part of the rule.
    header: header ? { from: header.from, to: Math.max(header.to, (below[0]?.strip.from ?? 0) - 1) } : null,
    lines,
    isComplete: lines.length > 0 && !hasInkBelow(layout.asset) && !lines.some(({ isTall }) => isTall),
    hasNoRows:
      lines.length > 0 && !lines.some(({ hasDate, hasMark }) => hasDate || hasMark) && !beside.some(hasInkBelow),
  };
}

/** True if most cells have similar ink, as headings do. In a table row, a mark has far more ink than the dirt in other cells. */
function looksLikeHeadings(amounts: readonly number[]): boolean {
  const inked = amounts.filter((mark) => mark >= MARKED).length;
  // An eleventh amount column is for assets of a spouse or child. The test for a mark skips that column, since the column's long
  // heading has so much ink that the heading looks like a mark.
  return inked >= HEADED_SHARE * amounts.length && !chooseMarkedCell(amounts.slice(0, USUAL_AMOUNTS)).sure;
}

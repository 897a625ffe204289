/** The lines of a table of transactions, and what each of them is. */

import { insidesOf, median } from "../../../imaging/tables/insides.ts";
import type { Layout } from "../../../imaging/tables/layout.ts";
import { choiceOf, hangingIn, markIn } from "../../../imaging/tables/mark.ts";
import { type Strip, TALLEST_LINE } from "../../../imaging/tables/table.ts";
import { splitLines } from "./split-lines.ts";
import { isWritten, type UprightPage } from "./upright-page.ts";

/** A line below the table's header. */
export interface TableLine {
  readonly strip: Strip;
  /** Ink of the marks, column by column. */
  readonly types: readonly number[];
  readonly amounts: readonly number[];
  /** Ink in the types' columns that hangs on their rules. */
  readonly hanging: readonly number[];
  readonly hasAsset: boolean;
  readonly hasDate: boolean;
  /** A date of transaction, not of its notification alone. */
  readonly hasTransactionDate: boolean;
  readonly hasMark: boolean;
  readonly hasType: boolean;
  readonly hasAmount: boolean;
  /** Marks in so many amounts that they are none, but the feet of headings. */
  readonly isCrowded: boolean;
  /** Lower than the form's other lines: the printed example is. */
  readonly isLow: boolean;
  /** Taller than any line: it may be more than one, without the rules between them. */
  readonly isTall: boolean;
}

export interface TableLines {
  /** The header's lines, of which the last names the columns; null on a page that goes on without one. */
  readonly header: Strip | null;
  readonly lines: readonly TableLine[];
  /** Whether no line may have been missed: none is so tall that it may be two, and nothing is written below the last one. */
  readonly isWhole: boolean;
}

/** Marks with less ink are dirt; see `choiceOf`. */
const MARKED = 14;
/** In cells that are at least so tall, at 200 dpi, nobody draws or types marks that small. */
const TALL = 40;
const MARKED_IN_TALL = 40;
/** A header has something in most of its amount columns, a transaction in one; and a row's boxes, where the form has any, are in none. */
const HEADED_SHARE = 0.6;
const HEADER_LINES = 4;
const USUAL_AMOUNTS = 10;
/** A transaction whose mark stands on a rule reaches into two. */
const MOST_AMOUNTS = 2;
const LOW = 0.78;
/** Below the last line its rule comes first. */
const RULE = 4;

export function linesOf({ page, ink, scale, table }: UprightPage, layout: Layout): TableLines {
  const strips = splitLines(page, layout, table?.lines ?? [], scale);
  const [typeInsides = [], amountInsides = []] = insidesOf(ink, [layout.types, layout.amounts], strips, scale);
  const all = strips.map((strip, i) => {
    const types = (typeInsides[i] ?? []).map((inside) => markIn(page, inside, scale));
    const amounts = (amountInsides[i] ?? []).map((inside) => markIn(page, inside, scale));
    const least = strip.to - strip.from >= TALL * scale ? MARKED_IN_TALL : MARKED;
    const dates = [layout.transactionDate, layout.notificationDate].filter((date) => date !== null);
    return {
      strip,
      types,
      amounts,
      hanging: (typeInsides[i] ?? []).map((inside) => hangingIn(page, inside, scale)),
      hasAsset: isWritten(page, layout.asset, strip, scale),
      hasTransactionDate: isWritten(page, layout.transactionDate, strip, scale),
      hasDate: dates.some((date) => isWritten(page, date, strip, scale)),
      hasMark: [...types, ...amounts].some((mark) => mark >= least),
      hasType: types.some((mark) => mark >= least),
      hasAmount: amounts.some((mark) => mark >= least),
      isCrowded: amounts.filter((mark) => mark >= least).length > MOST_AMOUNTS,
    };
  });
  const isHeader = (at: number): boolean =>
    isHeaded(all[at]?.amounts ?? []) && (at === 0 || !(amountInsides[at] ?? []).some(({ boxed }) => boxed));
  const headers = [...all.keys()].slice(0, HEADER_LINES).findLastIndex(isHeader);
  const below = all.slice(headers + 1);
  const height = ({ from, to }: Strip): number => to - from;
  const usual = median(below.slice(1).map(({ strip }) => height(strip)));
  const last = strips.at(-1)?.to ?? 0;
  const rest = { from: Math.round(last + RULE * scale), to: table?.bottom ?? 0 };
  const isWrittenBelow = height(rest) > LOW * usual && isWritten(page, layout.asset, rest, scale);
  const lines = below.map((line) => ({
    ...line,
    isLow: height(line.strip) < LOW * usual,
    isTall: height(line.strip) > TALLEST_LINE * scale,
  }));
  return {
    header: headerOf(strips[headers], below[0]?.strip),
    lines,
    isWhole: lines.length > 0 && !isWrittenBelow && !lines.some(({ isTall }) => isTall),
  };
}

/** Headings are much alike in their ink; a mark stands out of the dirt that copies leave in a row's cells. */
function isHeaded(amounts: readonly number[]): boolean {
  const inked = amounts.filter((mark) => mark >= MARKED).length;
  // The last column is for assets of a spouse, with so much to say that it stands out of the headings.
  return inked >= HEADED_SHARE * amounts.length && !choiceOf(amounts.slice(0, USUAL_AMOUNTS)).sure;
}

/** Of a header in bold print what stands near its lower rule may have been taken for a part of that: it reaches down to the first line. */
function headerOf(header: Strip | undefined, first: Strip | undefined): Strip | null {
  return header ? { from: header.from, to: Math.max(header.to, (first?.from ?? 0) - 1) } : null;
}

/** Determines the transaction type of each type column. */
import { countInkWithin, type Ink } from "../../../imaging/raster/ink.ts";
import type { Layout } from "../../../imaging/tables/layout.ts";
import type { Strip } from "../../../imaging/tables/table.ts";
import { readTypeColumnHeading, type TypeColumn } from "./heading.ts";
import type { UprightPage } from "./upright-page.ts";

export interface TypeColumns {
  readonly columns: readonly TypeColumn[];
  /** True if the first two of `columns` are certain. */
  readonly sure: boolean;
  /**
   * True if all `columns` are certain. The order of the columns varies between forms that have more than three of them. On such
   * forms, at least two headings must be legible, and at least one of the legible headings must be after the second column.
   */
  readonly areAllSure: boolean;
}

export const NO_COLUMNS: TypeColumns = { columns: [], sure: false, areAllSure: false };

/** Orders of the type columns in the form's editions, keyed by the number of these columns. */
const USUAL: Readonly<Record<number, readonly (readonly TypeColumn[])[]>> = {
  3: [["P", "S", "E"]],
  4: [["P", "S", "S (partial)", "E"]],
  5: [
    ["P", "S", "E", "gains", "partial"],
    ["P", "S", "S (partial)", "E", "gains"],
  ],
};

/** Reads the column headings. @param header the table's line with the headings, if the page has one. */
export async function readTypeColumns(
  upright: UprightPage,
  layout: Layout,
  header: Strip | null,
): Promise<TypeColumns> {
  const orders = USUAL[layout.types.length];
  if (!orders) return NO_COLUMNS;
  const read: (TypeColumn | null)[] = [];
  const named = header && findHeaderAboveBand(upright, layout, header);
  for (const column of layout.types) read.push(named && (await readTypeColumnHeading(upright, column, named)));
  const countAgreeing = (order: readonly TypeColumn[]): number => order.filter((kind, i) => read[i] === kind).length;
  return assignColumnTypes(
    read,
    orders.reduce((best, order) => (countAgreeing(order) > countAgreeing(best) ? order : best)),
  );
}

/** Minimum share of black pixels in each pixel row of a black band, and the band's minimum thickness in pixels at 200 dpi. */
const BLACK = 0.75;
const THINNEST_BAND = 12;
/** Minimum height of headings, in pixels at 200 dpi. */
const LOWEST_HEADING = 20;

/** Returns the part of the header above the black band. Returns the whole header if no band is below the column headings. */
export function findHeaderAboveBand(
  { ink, scale }: Pick<UprightPage, "ink" | "scale">,
  { types }: Pick<Layout, "types">,
  header: Strip,
): Strip {
  const [left, right] = [types[0]?.from ?? 0, types.at(-1)?.to ?? 0];
  let run = 0;
  for (let y = header.from; y < header.to; y += 1) {
    run = isBlackRow(ink, left, right, y) ? run + 1 : 0;
    const from = y + 1 - run;
    if (run >= THINNEST_BAND * scale && from >= header.from + LOWEST_HEADING * scale)
      return { from: header.from, to: from };
  }
  return header;
}

function isBlackRow(ink: Ink, left: number, right: number, y: number): boolean {
  return countInkWithin(ink, left, y, right, y + 1) >= BLACK * (right - left);
}

/** Determines the meaning of each column: by its heading if the heading is legible, otherwise by the usual order. */
export function assignColumnTypes(headings: readonly (TypeColumn | null)[], usual: readonly TypeColumn[]): TypeColumns {
  // A heading may be read in its usual column and also in another column. The reading in the other column is then wrong.
  const read = headings.map((kind, i) =>
    kind !== usual[i] && headings.some((other, j) => other === kind && usual[j] === kind) ? null : kind,
  );
  const columns = usual.map((kind, i) => (mayBePartialSale(read[i], kind) ? kind : (read[i] ?? kind)));
  const agreeing = columns.map((kind, i) => read[i] === kind || mayBePartialSale(read[i], kind));
  const isUsual = columns.every((kind, i) => kind === usual[i] || (kind === "S (partial)" && usual[i] === "partial"));
  const distinct = new Set(columns).size === columns.length;
  const agreed = agreeing.filter(Boolean).length;
  const sure = distinct && (isUsual || agreed > columns.length / 2);
  return {
    columns,
    sure,
    areAllSure: sure && (columns.length === 3 || (agreed >= 2 && agreeing.slice(2).some(Boolean))),
  };
}

/** True if the heading may be a part of `Partial Sale`, with one word illegible. */
function mayBePartialSale(read: TypeColumn | null | undefined, kind: TypeColumn): boolean {
  return kind === "S (partial)" && (read === "S" || read === "partial");
}

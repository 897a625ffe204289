/** Copies lost columns and illegible headings of a page from a neighboring page whose table has the same layout. */
import { ParseError } from "../../../../base/errors.ts";
import { cropBitmap } from "../../../imaging/raster/bitmap.ts";
import { binarize } from "../../../imaging/raster/ink.ts";
import { renderPdfPage } from "../../../imaging/raster/pdf-page.ts";
import type { Layout } from "../../../imaging/tables/layout.ts";
import type { Strip } from "../../../imaging/tables/table.ts";
import { findComponents } from "../../../imaging/text/components.ts";
import { findTableLines } from "./lines.ts";
import { readTypeColumns, type TypeColumns } from "./type-columns.ts";
import { turnUpright, type UprightPage } from "./upright-page.ts";

/** Maximum distance of a neighboring page, in pages. */
const FARTHEST = 2;
/** Maximum shift of a ruled line between two pages, in pixels at 200 dpi, and maximum relative difference in table width. */
const NEAR = 6;
const SCALED = 0.015;
/** Maximum share of the ruled lines that may be undetected on a page. */
const MAX_LOST = 0.25;
// Sizes of letters and marks, in pixels at 200 dpi. The sizes are used to check each place where a ruled line is expected but was
// not detected. A letter or mark crosses the place if the ink extends more than `MIN_REACH_ACROSS` pixels at 200 dpi beyond the
// place on both sides. At most `MAX_ACROSS` letters and marks may cross one place.
const LETTER = { lowest: 8, tallest: 40, widest: 60 };
const MIN_REACH_ACROSS = 4;
const MAX_ACROSS = 2;

/** Neighboring pages whose table has all its columns, the nearest first. */
export type Neighbours = () => AsyncGenerator<UprightPage>;

/** @param number page number, from 1, of the page whose neighbors are read. */
export function createNeighbourReader(pdf: Uint8Array, number: number): Neighbours {
  const read = new Map<number, UprightPage | null>();
  return async function* () {
    for (let far = 1; far <= FARTHEST; far += 1) {
      for (const at of [number - far, number + far]) {
        const neighbour = read.get(at) ?? (read.has(at) ? null : await readUprightPage(pdf, at));
        read.set(at, neighbour);
        if (neighbour?.layout?.isRegular) yield neighbour;
      }
    }
  };
}

async function readUprightPage(pdf: Uint8Array, number: number): Promise<UprightPage | null> {
  if (number < 1) return null;
  try {
    return turnUpright(binarize(await renderPdfPage(pdf, number)));
  } catch (error) {
    if (error instanceof ParseError) return null;
    throw error;
  }
}

/** Gives the page a neighbor's columns; null if no neighbor has this table layout. The page's own ruled lines stay in place. */
export async function copyNeighbourColumns(upright: UprightPage, neighbours: Neighbours): Promise<UprightPage | null> {
  const { table } = upright;
  if (!table) return null;
  for await (const { layout, table: whole } of neighbours()) {
    const placed = layout && whole && placeColumns(upright, table.columns, whole.columns);
    if (!placed) continue;
    const getPlacedColumn = (strip: Strip): Strip => placed[whole.columns.indexOf(strip)] as Strip;
    const lent: Layout = {
      ...layout,
      owner: layout.owner && getPlacedColumn(layout.owner),
      asset: getPlacedColumn(layout.asset),
      types: layout.types.map(getPlacedColumn),
      transactionDate: getPlacedColumn(layout.transactionDate),
      notificationDate: layout.notificationDate && getPlacedColumn(layout.notificationDate),
      amounts: layout.amounts.map(getPlacedColumn),
    };
    return { ...upright, table: { ...table, columns: placed }, layout: lent };
  }
  return null;
}

/**
 * Returns the type columns of the nearest suitable neighboring page. The neighboring page must have the same table layout as this
 * page. All type columns of that page must be certain, and at most one may differ from `own`. Null if no page is suitable.
 */
export async function findNeighbourTypes(
  { table, scale }: UprightPage,
  own: TypeColumns,
  neighbours: Neighbours,
): Promise<TypeColumns | null> {
  for await (const neighbour of neighbours()) {
    const { layout, table: other } = neighbour;
    if (!table || !layout || !other || other.columns.length !== table.columns.length) continue;
    if (!placeRules(listColumnBoundaries(table.columns), listColumnBoundaries(other.columns), scale)) continue;
    const columns = await readTypeColumns(neighbour, layout, findTableLines(neighbour, layout).header);
    const different = columns.columns.filter((kind, at) => kind !== own.columns[at]).length;
    if (columns.areAllSure && different <= 1) return columns;
  }
  return null;
}

// Places a neighboring page's columns on a page. Returns null if the ruled lines of the two pages do not match. Also returns null
// if text crosses a place where a ruled line is expected but was not detected.
function placeColumns(
  upright: UprightPage,
  columns: readonly Strip[],
  whole: readonly Strip[],
): readonly Strip[] | null {
  const { scale } = upright;
  const found = listColumnBoundaries(columns);
  const places = placeRules(found, listColumnBoundaries(whole), scale);
  if (!places || places.some(({ at, isLost }) => isLost && doesInkCrossTableLine(upright, at))) return null;
  return whole.map((_, i) => {
    const [left, right] = [places[i], places[i + 1]] as [Place, Place];
    return {
      from: columns.find(({ from }) => Math.abs(from - left.at) <= NEAR * scale)?.from ?? Math.round(left.at) + 2,
      to: columns.find(({ to }) => Math.abs(to - right.at) <= NEAR * scale)?.to ?? Math.round(right.at) - 1,
    };
  });
}

/** Vertical ruled lines of a table: its edges, and the middles between adjacent columns. */
function listColumnBoundaries(columns: readonly Strip[]): number[] {
  const inner = columns.slice(1).map(({ from }, i) => ((columns[i] as Strip).to + from) / 2);
  return [columns[0]?.from ?? 0, ...inner, columns.at(-1)?.to ?? 0];
}

interface Place {
  readonly at: number;
  readonly isLost: boolean;
}

/** Pure. Places a complete table's ruled lines on a page. Null if widths differ, too many lines are missing or any is extra. */
export function placeRules(found: readonly number[], whole: readonly number[], scale: number): readonly Place[] | null {
  const [left = 0, right = 0, start = 0, end = 0] = [found[0], found.at(-1), whole[0], whole.at(-1)];
  const ratio = (right - left) / (end - start);
  if (!(Math.abs(ratio - 1) <= SCALED)) return null;
  const places = whole.map((rule) => {
    const expected = left + ratio * (rule - start);
    const match = found.find((other) => Math.abs(other - expected) <= NEAR * scale);
    return { at: match ?? expected, isLost: match === undefined };
  });
  const present = places.filter(({ isLost }) => !isLost);
  const isSame = new Set(present.map(({ at }) => at)).size === found.length;
  return isSame && present.length >= (1 - MAX_LOST) * whole.length ? places : null;
}

function doesInkCrossTableLine({ page, table, scale }: UprightPage, at: number): boolean {
  const wide = LETTER.widest * scale;
  const top = table?.lines[1]?.from ?? 0;
  const height = (table?.bottom ?? 0) - top;
  const left = Math.round(at - wide);
  const strip = cropBitmap(page, { left, top, width: Math.round(2 * wide), height });
  const across = findComponents(strip).filter(
    ({ box }) =>
      box.height >= LETTER.lowest * scale &&
      box.height <= LETTER.tallest * scale &&
      left + box.left < at - MIN_REACH_ACROSS * scale &&
      left + box.left + box.width > at + MIN_REACH_ACROSS * scale,
  );
  return across.length > MAX_ACROSS;
}

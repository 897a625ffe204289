/** Reads the transaction type from the marks in a line's type columns. */
import { type Choice, chooseMarkedCell, NO_CHOICE } from "../../../imaging/tables/mark.ts";
import type { TypeColumns } from "./type-columns.ts";

export interface TypeReading {
  /** `P`, `S`, `S (partial)` or `E`; null if no column is marked. */
  readonly reading: string | null;
  readonly confidence: number;
  readonly sure: boolean;
}

/** A further column counts as marked if the column's ink is at least this fraction of the strongest mark's ink. */
const MARKED_TOO = 0.5;
/** Minimum ink of a possible mark on a ruled line of the partial-sale column. It is a share of the strongest mark's ink. */
const EDGE_INK = 0.2;

/**
 * Reads a row's transaction type. If the partial-sale column comes after the exchange column, filers mark a partial sale in both
 * the partial-sale column and the sale column. @param least minimum ink for a mark on the page to count as certain.
 * @param edgeInk for each column, the ink that touches the ruled lines of the column.
 */
export function readTypeMark(
  { columns, sure, areAllSure }: TypeColumns,
  marks: readonly number[],
  least = 0,
  edgeInk: readonly number[] = [],
): TypeReading {
  const seen = columns.map((kind, i) => ({ kind, mark: marks[i] ?? 0 }));
  const beside = seen.filter(({ kind }) => kind === "gains" || isPartialSaleBox(columns, kind));
  const kinds = seen.filter((column) => !beside.includes(column));
  const choice = chooseColumn(kinds);
  const most = Math.max(...marks, 1);
  const marked = beside.filter(({ mark }) => mark >= MARKED_TOO * most);
  const isFurther = seen.slice(2).some(({ mark }) => mark >= MARKED_TOO * most);
  // A mark on a ruled line of the column for partial sales may mean that the sale was partial.
  const isBesideRule =
    choice.reading === "S" &&
    columns.some(
      (kind, i) =>
        isPartialSaleBox(columns, kind) && (marks[i] ?? 0) < MARKED_TOO * most && (edgeInk[i] ?? 0) >= EDGE_INK * most,
    );
  const isPartial = choice.reading === "S" && marked.some(({ kind }) => kind !== "gains");
  return {
    ...choice,
    reading: isPartial ? "S (partial)" : choice.reading,
    sure: choice.sure && sure && (areAllSure || !isFurther) && !isBesideRule && kinds.some(({ mark }) => mark >= least),
  };
}

/** True if filers mark this column in addition to the sale column: a `partial` column, or an `S (partial)` column after `E`. */
function isPartialSaleBox(columns: readonly string[], kind: string): boolean {
  return kind === "partial" || (kind === "S (partial)" && columns.indexOf(kind) > columns.indexOf("E"));
}

function chooseColumn(columns: readonly { kind: string; mark: number }[]): TypeReading {
  const choice: Choice = columns.length > 0 ? chooseMarkedCell(columns.map(({ mark }) => mark)) : NO_CHOICE;
  return {
    reading: choice.index === null ? null : (columns[choice.index]?.kind ?? null),
    confidence: choice.confidence,
    sure: choice.sure,
  };
}

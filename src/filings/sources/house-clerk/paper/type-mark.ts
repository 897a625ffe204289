/** Reads the transaction type from the marks in a line's type columns. */
import { type Choice, chooseMarked, NO_CHOICE } from "../../../imaging/tables/mark.ts";
import type { TypeColumns } from "./type-columns.ts";

export interface TypeReading {
  /** `P`, `S`, `S (partial)` or `E`; null if no column is marked. */
  readonly reading: string | null;
  readonly confidence: number;
  readonly sure: boolean;
}

/** Another column with at least this share of the strongest mark also counts as marked. */
const MARKED_TOO = 0.5;
/** Ink on another column's rule may be a mark if it has at least this share of the strongest mark. */
const HANGING = 0.2;

/**
 * Reads the type. A table with a capital gains question marks a sale and, next to it, that it was partial. @param least ink of the faintest certain
 * mark on the page. @param hanging ink that touches the columns' rules.
 */
export function readType(
  { columns, sure, partSure }: TypeColumns,
  marks: readonly number[],
  least = 0,
  hanging: readonly number[] = [],
): TypeReading {
  const seen = columns.map((kind, i) => ({ kind, mark: marks[i] ?? 0 }));
  const beside = seen.filter(({ kind }) => kind === "gains" || isBeside(columns, kind));
  const kinds = seen.filter((column) => !beside.includes(column));
  const choice = chooseColumn(kinds);
  const most = Math.max(...marks, 1);
  const marked = beside.filter(({ mark }) => mark >= MARKED_TOO * most);
  const isFurther = seen.slice(2).some(({ mark }) => mark >= MARKED_TOO * most);
  // A mark on the rule of the partial column may mean that the sale was partial.
  const isBesideRule =
    choice.reading === "S" &&
    columns.some(
      (kind, i) =>
        isBeside(columns, kind) && (marks[i] ?? 0) < MARKED_TOO * most && (hanging[i] ?? 0) >= HANGING * most,
    );
  const isPartial = choice.reading === "S" && marked.some(({ kind }) => kind !== "gains");
  return {
    ...choice,
    reading: isPartial ? "S (partial)" : choice.reading,
    sure: choice.sure && sure && (partSure || !isFurther) && !isBesideRule && kinds.some(({ mark }) => mark >= least),
  };
}

/** Returns how a partial sale is marked: a column after the exchange is marked in addition to the sale, one before it instead of the sale. */
function isBeside(columns: readonly string[], kind: string): boolean {
  return kind === "partial" || (kind === "S (partial)" && columns.indexOf(kind) > columns.indexOf("E"));
}

function chooseColumn(columns: readonly { kind: string; mark: number }[]): TypeReading {
  const choice: Choice = columns.length > 0 ? chooseMarked(columns.map(({ mark }) => mark)) : NO_CHOICE;
  return {
    reading: choice.index === null ? null : (columns[choice.index]?.kind ?? null),
    confidence: choice.confidence,
    sure: choice.sure,
  };
}

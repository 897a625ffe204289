/** The marks of a line's type columns -> the kind of transaction. */
import { type Choice, choiceOf, NO_CHOICE } from "../../../imaging/tables/mark.ts";
import type { TypeColumns } from "./type-columns.ts";

export interface TypeReading {
  /** `P`, `S`, `S (partial)`, `E`; null where no column is marked. */
  readonly reading: string | null;
  readonly confidence: number;
  readonly sure: boolean;
}

/** Of the mark at the sale, at the least: a column beside it that is marked as well. */
const MARKED_TOO = 0.5;
/** Of that mark: ink on the rule of such a column that may be a mark. */
const HANGING = 0.2;

/** A table that asks about capital gains marks a sale and, beside it, that it was partial. @param least ink of the least mark on the page that is surely one. @param hanging ink that hangs on the columns' rules. */
export function typeOf(
  { columns, sure, partSure }: TypeColumns,
  marks: readonly number[],
  least = 0,
  hanging: readonly number[] = [],
): TypeReading {
  const seen = columns.map((kind, i) => ({ kind, mark: marks[i] ?? 0 }));
  const beside = seen.filter(({ kind }) => kind === "gains" || isBeside(columns, kind));
  const kinds = seen.filter((column) => !beside.includes(column));
  const choice = chosen(kinds);
  const most = Math.max(...marks, 1);
  const marked = beside.filter(({ mark }) => mark >= MARKED_TOO * most);
  const isFurther = seen.slice(2).some(({ mark }) => mark >= MARKED_TOO * most);
  // A mark on the rule beside it may say that the sale was partial.
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

/** A partial sale that stands behind the exchange is marked beside the sale; one that stands before it is a kind of its own, marked instead of the sale. */
function isBeside(columns: readonly string[], kind: string): boolean {
  return kind === "partial" || (kind === "S (partial)" && columns.indexOf(kind) > columns.indexOf("E"));
}

function chosen(columns: readonly { kind: string; mark: number }[]): TypeReading {
  const choice: Choice = columns.length > 0 ? choiceOf(columns.map(({ mark }) => mark)) : NO_CHOICE;
  return {
    reading: choice.index === null ? null : (columns[choice.index]?.kind ?? null),
    confidence: choice.confidence,
    sure: choice.sure,
  };
}

/** The marks of a line's type columns -> the kind of transaction. */
import { type Choice, choiceOf, NO_CHOICE } from "../marks/mark.ts";
import type { TypeColumns } from "./type-columns.ts";

export interface TypeReading {
  /** `P`, `S`, `S (partial)`, `E`; null where no column is marked. */
  readonly reading: string | null;
  readonly confidence: number;
  readonly sure: boolean;
}

/** Of the mark at the sale, at the least: a column beside it that is marked as well. */
const MARKED_TOO = 0.5;

/** A table that asks about capital gains marks a sale and, beside it, that it was partial. @param least ink of the least mark on the page that is surely one. */
export function typeOf({ columns, sure, partSure }: TypeColumns, marks: readonly number[], least = 0): TypeReading {
  const seen = columns.map((kind, i) => ({ kind, mark: marks[i] ?? 0 }));
  const beside = seen.filter(({ kind }) => kind === "gains" || isBeside(columns, kind));
  const kinds = seen.filter((column) => !beside.includes(column));
  const choice = chosen(kinds);
  const most = Math.max(...marks, 1);
  const marked = beside.filter(({ mark }) => mark >= MARKED_TOO * most);
  const isFurther = seen.slice(2).some(({ mark }) => mark >= MARKED_TOO * most);
  const isPartial = choice.reading === "S" && marked.some(({ kind }) => kind !== "gains");
  return {
    ...choice,
    reading: isPartial ? "S (partial)" : choice.reading,
    sure: choice.sure && sure && (partSure || !isFurther) && kinds.some(({ mark }) => mark >= least),
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

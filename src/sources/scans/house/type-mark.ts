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

/** A table that asks about capital gains marks a sale and, beside it, that it was partial. */
export function typeOf({ columns, sure, partSure }: TypeColumns, marks: readonly number[]): TypeReading {
  const seen = columns.map((kind, i) => ({ kind, mark: marks[i] ?? 0 }));
  const asksBeside = columns.some((kind) => kind === "gains" || kind === "partial");
  const isBeside = ({ kind }: { kind: string }): boolean =>
    kind === "gains" || (asksBeside && (kind === "partial" || (kind === "S (partial)" && columns.length > 4)));
  const sale = seen.find(({ kind }) => kind === "S");
  const beside = seen.filter((column) => isBeside(column) && column !== sale && !isOwnKind(columns, column.kind));
  const choice = chosen(seen.filter((column) => !beside.includes(column)));
  const marked = beside.filter(({ mark }) => mark >= MARKED_TOO * Math.max(sale?.mark ?? 0, 1));
  if (choice.reading !== "S" || marked.length === 0) return { ...choice, sure: sure && choice.sure };
  const isPartial = marked.some(({ kind }) => kind !== "gains");
  return { ...choice, reading: isPartial ? "S (partial)" : "S", sure: sure && partSure && choice.sure };
}

/** In a table without an exchange after it, a partial sale stands beside the sale; else it is a kind of its own, marked instead of the sale. */
function isOwnKind(columns: readonly string[], kind: string): boolean {
  return kind === "S (partial)" && columns.indexOf(kind) < columns.indexOf("E");
}

function chosen(columns: readonly { kind: string; mark: number }[]): TypeReading {
  const choice: Choice = columns.length > 0 ? choiceOf(columns.map(({ mark }) => mark)) : NO_CHOICE;
  return {
    reading: choice.index === null ? null : (columns[choice.index]?.kind ?? null),
    confidence: choice.confidence,
    sure: choice.sure,
  };
}

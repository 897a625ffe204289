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
export function typeOf({ columns, sure }: TypeColumns, marks: readonly number[]): TypeReading {
  const asked = columns.map((kind, i) => ({ kind, mark: marks[i] ?? 0 })).filter(({ kind }) => kind !== "gains");
  const partial = asked.find(({ kind }) => kind === "partial" || kind === "S (partial)");
  const apart = columns.includes("gains") || partial?.kind === "partial";
  const sale = asked.find(({ kind }) => kind === "S");
  if (apart && partial && sale && sale.mark > 0 && partial.mark >= MARKED_TOO * sale.mark) {
    const choice = chosen(asked.filter((column) => column !== partial));
    const isSale = choice.reading === "S";
    return { ...choice, reading: isSale ? "S (partial)" : choice.reading, sure: sure && choice.sure && isSale };
  }
  const choice = chosen(asked);
  if (choice.reading === "partial") return { ...choice, reading: "S (partial)", sure: false };
  return { ...choice, sure: sure && choice.sure };
}

function chosen(columns: readonly { kind: string; mark: number }[]): TypeReading {
  const choice: Choice = columns.length > 0 ? choiceOf(columns.map(({ mark }) => mark)) : NO_CHOICE;
  return {
    reading: choice.index === null ? null : (columns[choice.index]?.kind ?? null),
    confidence: choice.confidence,
    sure: choice.sure,
  };
}

/** Rows of a page as an operator types them in: a file of one JSON object a line, `{"asset":"Sample, Inc.","amount":"$1,001 - $15,000",...}`. */
import { DECIDED_FIELDS, type DecidedField } from "../domain/decision.ts";
import type { FilingSourceId } from "../domain/filing.ts";
import type { FieldFault } from "../domain/review.ts";
import { ConfigError } from "../errors.ts";
import { checkRow, type DecidedValues, FIELD_NAMES, FieldsError, fieldName, fieldNamed } from "./line-fields.ts";

/** Rows as they were typed in, with the name of their file, which errors tell. */
export interface TypedText {
  readonly file: string;
  readonly text: string;
}

/** @throws {ConfigError} naming every line that is no row, and what is allowed in its place. */
export function readRows({ file, text }: TypedText, source: FilingSourceId): readonly DecidedValues[] {
  const lines = text.split("\n").map((line, at) => ({ text: line.trim(), at: at + 1 }));
  const rows: DecidedValues[] = [];
  const wrong: string[] = [];
  const faults: FieldFault[] = [];
  for (const { text, at } of lines.filter(({ text }) => text !== "")) {
    try {
      const row = rowOf(text);
      checkRow(row, source);
      rows.push(row);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      wrong.push(...error.message.split("\n").map((each) => `Line ${at} of ${file}: ${each}`));
      if (error instanceof FieldsError) faults.push(...error.faults.map((fault) => ({ ...fault, row: at })));
    }
  }
  if (wrong.length > 0) throw new FieldsError(wrong.join("\n"), faults);
  if (rows.length === 0) throw new ConfigError(`${file} has no row; --empty says that a page has none.`);
  return rows;
}

/** Rows to be completed, as the text of a file; one of blanks where there is none. */
export function rowsText(rows: readonly DecidedValues[]): string {
  return (rows.length > 0 ? rows : [{}])
    .map((row: DecidedValues) =>
      JSON.stringify(Object.fromEntries(DECIDED_FIELDS.map((field) => [fieldName(field), row[field] ?? ""]))),
    )
    .map((line) => `${line}\n`)
    .join("");
}

function rowOf(text: string): DecidedValues {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ConfigError(`a row must be a JSON object of the fields ${FIELD_NAMES}, not "${text.slice(0, 80)}".`);
  }
  const row: Partial<Record<DecidedField, string>> = {};
  const wrong: string[] = [];
  for (const [name, given] of Object.entries(value)) {
    const field = fieldNamed(name);
    if (field === undefined) wrong.push(`a row must have the fields ${FIELD_NAMES}, not "${name}".`);
    else if (typeof given === "string") row[field] = given.trim();
    else wrong.push(`${name} must be a text in quotes, not ${JSON.stringify(given)}.`);
  }
  if (wrong.length > 0) throw new ConfigError(wrong.join("\n"));
  return row;
}

/** Rows of a page as an operator types them in: a file of one JSON object a line, `{"asset":"Sample, Inc.","amount":"$1,001 - $15,000",...}`. */
import { readFile, writeFile } from "node:fs/promises";
import { DECIDED_FIELDS, type DecidedField } from "../domain/decision.ts";
import type { FilingSourceId } from "../domain/filing.ts";
import { ConfigError } from "../errors.ts";
import { checkRow, type DecidedValues, FIELD_NAMES, fieldName, fieldNamed } from "./review-fields.ts";

/** @throws {ConfigError} naming every line that is no row, and what is allowed in its place. */
export async function readRows(file: string, source: FilingSourceId): Promise<readonly DecidedValues[]> {
  const lines = (await textOf(file)).split("\n").map((text, at) => ({ text: text.trim(), at: at + 1 }));
  const rows: DecidedValues[] = [];
  const wrong: string[] = [];
  for (const { text, at } of lines.filter(({ text }) => text !== "")) {
    try {
      const row = rowOf(text);
      checkRow(row, source);
      rows.push(row);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      wrong.push(...error.message.split("\n").map((each) => `Line ${at} of ${file}: ${each}`));
    }
  }
  if (wrong.length > 0) throw new ConfigError(wrong.join("\n"));
  if (rows.length === 0) throw new ConfigError(`${file} holds no row; that a page has none is said by --empty.`);
  return rows;
}

/** Writes rows to be completed; one of blanks where there is none. @throws {ConfigError} when the file is there already. */
export async function writeRows(file: string, rows: readonly DecidedValues[]): Promise<void> {
  const written = (rows.length > 0 ? rows : [{}]).map((row: DecidedValues) =>
    JSON.stringify(Object.fromEntries(DECIDED_FIELDS.map((field) => [fieldName(field), row[field] ?? ""]))),
  );
  try {
    await writeFile(file, `${written.join("\n")}\n`, { flag: "wx" });
  } catch (cause) {
    throw new ConfigError(`${file} cannot be written anew: ${(cause as Error).message}`, { cause });
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new ConfigError(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
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

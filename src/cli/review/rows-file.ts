/** The file into which an operator types the rows of a page. */
import { readFile, writeFile } from "node:fs/promises";
import { ConfigError } from "../../errors.ts";
import type { DecidedValues } from "../../review/line-fields.ts";
import { rowsText, type TypedText } from "../../review/typed-rows.ts";

/** @throws {ConfigError} when it cannot be read. */
export async function readRowsFile(file: string): Promise<TypedText> {
  try {
    return { file, text: await readFile(file, "utf8") };
  } catch (cause) {
    throw new ConfigError(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** Writes rows to be completed; one of blanks where there is none. @throws {ConfigError} when the file is there already. */
export async function writeRowsFile(file: string, rows: readonly DecidedValues[]): Promise<void> {
  try {
    await writeFile(file, rowsText(rows), { flag: "wx" });
  } catch (cause) {
    throw new ConfigError(`${file} cannot be rewritten: ${(cause as Error).message}`, { cause });
  }
}

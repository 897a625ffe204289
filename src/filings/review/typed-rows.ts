import { ConfigError } from "../../base/errors.ts";
import { DECIDED_FIELDS, type TypedRow } from "../../domain/decision.ts";
import type { FilingSourceId } from "../../domain/filing.ts";
import { FieldsError, findFaults } from "./line-fields.ts";

/** The rows of a page as a person typed them in, trimmed. @throws {ConfigError} naming every field that cannot be, with the number of its row. */
export function checkRows(typed: readonly TypedRow[], source: FilingSourceId): readonly TypedRow[] {
  if (typed.length === 0)
    throw new ConfigError("No row was typed in. If the page has no transactions, say so instead.");
  const rows = typed.map(trimRow);
  const faults = rows.flatMap((row, at) => findFaults(row, source, at + 1));
  if (faults.length > 0) {
    throw new FieldsError(faults.map(({ row, sentence }) => `Row ${row}: ${sentence}`).join("\n"), faults);
  }
  return rows;
}

/** All fields of the row, but a blank ticker: without one it is the one that the asset's cell names, `Sample, Inc. (SMPL) [ST]`. */
function trimRow(row: TypedRow): TypedRow {
  const fields = DECIDED_FIELDS.map((field) => [field, (row[field] ?? "").trim()] as const);
  return Object.fromEntries(fields.filter(([field, value]) => field !== "ticker" || value !== ""));
}

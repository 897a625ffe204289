import { ConfigError } from "../../base/errors.ts";
import { DECIDED_FIELDS, type TypedRow } from "../../domain/decision.ts";
import type { FilingSourceId } from "../../domain/filing.ts";
import { FieldsError, findFaults } from "./line-fields.ts";

/** A page's rows as typed in, trimmed. @throws {ConfigError} naming every invalid field, with the number of its row. */
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

/** All fields of the row except a blank ticker, which is then taken from the asset's cell: `Sample, Inc. (SMPL) [ST]`. */
function trimRow(row: TypedRow): TypedRow {
  const fields = DECIDED_FIELDS.map((field) => [field, (row[field] ?? "").trim()] as const);
  return Object.fromEntries(fields.filter(([field, value]) => field !== "ticker" || value !== ""));
}

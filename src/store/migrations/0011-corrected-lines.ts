import type { Kysely } from "kysely";
import { getColumnTypes } from "../columns.ts";

/** Adds which trade of a later report corrects a rejected line; null if none does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("rejected_lines").addColumn("corrected_by", getColumnTypes(db).text).execute();
}

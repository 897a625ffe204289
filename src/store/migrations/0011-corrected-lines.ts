import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds the trade of a later report that corrects a rejected line; null where none does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("rejected_lines").addColumn("corrected_by", columnTypes(db).text).execute();
}

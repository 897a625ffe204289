import type { Kysely } from "kysely";
import { getColumnTypes } from "../columns.ts";

/** Adds a security's names in other lists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("securities").addColumn("other_names", getColumnTypes(db).text).execute();
}

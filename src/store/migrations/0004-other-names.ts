import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds a security's names in other lists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("securities").addColumn("other_names", columnTypes(db).text).execute();
}

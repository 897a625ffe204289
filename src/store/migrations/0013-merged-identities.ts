import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds the id under which a member with two ids is served, as decided by a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("politicians").addColumn("merged_into", columnTypes(db).text).execute();
}

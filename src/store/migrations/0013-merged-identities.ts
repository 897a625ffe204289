import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Under which id a member is served whom a person found to have two. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("politicians").addColumn("merged_into", columnTypes(db).text).execute();
}

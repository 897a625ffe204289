import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds the names under which other lists have a security. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("securities").addColumn("other_names", columnTypes(db).text).execute();
}

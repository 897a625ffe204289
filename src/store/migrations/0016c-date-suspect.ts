import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds the reason for which a date of the trade is suspect. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("trades").addColumn("date_suspect", columnTypes(db).text).execute();
}

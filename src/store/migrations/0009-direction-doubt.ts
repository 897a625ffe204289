import type { Kysely } from "kysely";
import { getColumnTypes } from "../columns.ts";

/** Adds why type and instrument do not determine a trade's direction; null if they do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("trades").addColumn("direction_doubt", getColumnTypes(db).text).execute();
}

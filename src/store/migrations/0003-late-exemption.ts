import type { Kysely } from "kysely";
import { getColumnTypes } from "../columns.ts";

/** Adds why a trade has no legal disclosure deadline; null if it has one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("trades").addColumn("late_exemption", getColumnTypes(db).text).execute();
}

import type { Kysely } from "kysely";
import { getColumnTypes } from "../columns.ts";

/** Adds columns for why a trade's notification date was unreadable, and whether letters of the asset's name may be wrong. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = getColumnTypes(db);
  await db.schema.alterTable("trades").addColumn("notification_unread", text).execute();
  await db.schema
    .alterTable("trades")
    .addColumn("asset_name_unsure", integer, (column) => column.notNull().defaultTo(0))
    .execute();
}

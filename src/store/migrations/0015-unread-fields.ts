import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds why the day of notification of a trade is not served though the filing may say it, and whether letters of its asset's name may be wrong. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = columnTypes(db);
  await db.schema.alterTable("trades").addColumn("notification_unread", text).execute();
  await db.schema
    .alterTable("trades")
    .addColumn("asset_name_unsure", integer, (column) => column.notNull().defaultTo(0))
    .execute();
}

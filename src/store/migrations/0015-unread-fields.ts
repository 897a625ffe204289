import type { Kysely } from "kysely";
import { getColumnTypes } from "../columns.ts";

/** Adds why a trade's notification date is not served although the filing may state it, and whether its asset's name may have wrong letters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = getColumnTypes(db);
  await db.schema.alterTable("trades").addColumn("notification_unread", text).execute();
  await db.schema
    .alterTable("trades")
    .addColumn("asset_name_unsure", integer, (column) => column.notNull().defaultTo(0))
    .execute();
}

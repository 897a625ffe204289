import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds why the day of notification of a trade is not served though the filing may say it; null where it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("trades").addColumn("notification_unread", columnTypes(db).text).execute();
}

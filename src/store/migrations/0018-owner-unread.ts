import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds the reason for which the owner of a trade that was read from an image is not served, where its other fields are sure. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("trades").addColumn("owner_unread", columnTypes(db).text).execute();
}

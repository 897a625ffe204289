import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds why the law sets no time for the disclosure of a trade; null where it does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("trades").addColumn("late_exemption", columnTypes(db).text).execute();
}

import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds the contact who is mailed when an account's webhooks fail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("accounts").addColumn("contact", columnTypes(db).text).execute();
}

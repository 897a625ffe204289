import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Whom an account's webhooks that fail are told to by mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("accounts").addColumn("contact", columnTypes(db).text).execute();
}

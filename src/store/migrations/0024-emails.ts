import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/**
 * Mails belong to an account, and say for 30 days what became of them; an address is confirmed before alerts are mailed to it. Mails that were
 * queued before go to addresses that nobody has confirmed: they are not sent, and what they tell stands in the alerts' matches.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = columnTypes(db);
  await db.schema.dropTable("emails").execute();
  await db.schema
    .createTable("emails")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("account_id", text, (column) => column.notNull().references("accounts.id"))
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("alert_id", text)
    .addColumn("recipient", text, (column) => column.notNull())
    .addColumn("subject", text, (column) => column.notNull())
    .addColumn("body", text, (column) => column.notNull())
    .addColumn("status", text, (column) => column.notNull())
    .addColumn("attempts", integer, (column) => column.notNull())
    .addColumn("next_attempt_at", integer)
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("ended_at", integer)
    .execute();
  await db.schema.createIndex("emails_by_next_attempt").on("emails").column("next_attempt_at").execute();
  await db.schema.createIndex("emails_by_account").on("emails").columns(["account_id", "id"]).execute();
  await db.schema
    .createTable("email_addresses")
    .addColumn("account_id", text, (column) => column.notNull().references("accounts.id"))
    .addColumn("address", text, (column) => column.notNull())
    .addColumn("status", text, (column) => column.notNull())
    .addColumn("code_digest", text)
    .addColumn("code_expires_at", integer)
    .addColumn("token", text, (column) => column.notNull().unique())
    .addColumn("changed_at", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("email_addresses_primary_key", ["account_id", "address"])
    .execute();
}

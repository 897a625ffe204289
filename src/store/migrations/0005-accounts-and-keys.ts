import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Tables of accounts and their keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = columnTypes(db);
  await db.schema
    .createTable("accounts")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("name", text, (column) => column.notNull().unique())
    .addColumn("plan", text, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("api_keys")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("account_id", text, (column) => column.notNull().references("accounts.id"))
    .addColumn("digest", text, (column) => column.notNull().unique())
    .addColumn("display", text, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("expires_at", integer)
    .addColumn("revoked_at", integer)
    .addColumn("last_used_at", integer)
    .execute();
  await db.schema.createIndex("api_keys_by_account").on("api_keys").column("account_id").execute();
}

import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Tables of each public body's last answer, of daily bars (one packed row for each symbol) and of the last known quotes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer, bytes } = columnTypes(db);
  await db.schema
    .createTable("sources")
    .addColumn("source", text, (column) => column.primaryKey())
    .addColumn("last_attempt_at", integer)
    .addColumn("last_success_at", integer)
    .addColumn("last_error", text)
    .addColumn("last_error_at", integer)
    .execute();
  await db.schema
    .createTable("bars")
    .addColumn("symbol", text, (column) => column.primaryKey())
    .addColumn("packed", bytes, (column) => column.notNull())
    .addColumn("refreshed_at", integer, (column) => column.notNull())
    .addColumn("company_name", text)
    .execute();
  await db.schema
    .createTable("quotes")
    .addColumn("symbol", text, (column) => column.primaryKey())
    .addColumn("quote", text, (column) => column.notNull())
    .addColumn("fetched_at", integer, (column) => column.notNull())
    .execute();
}

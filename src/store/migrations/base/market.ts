/** Creates the price tables: one packed row of daily bars per symbol, last known quotes, and failed requests for bars. */
import type { Kysely } from "kysely";
import { getColumnTypes } from "../../columns.ts";

export async function createPricesTables(db: Kysely<unknown>): Promise<void> {
  const { text, integer, bytes } = getColumnTypes(db);
  await db.schema
    .createTable("bars")
    .addColumn("symbol", text, (column) => column.primaryKey())
    .addColumn("packed", bytes, (column) => column.notNull())
    .addColumn("refreshed_at", integer, (column) => column.notNull())
    .addColumn("company_name", text)
    .addColumn("providers", text)
    .addColumn("adjustment", text)
    .execute();
  await db.schema
    .createTable("quotes")
    .addColumn("symbol", text, (column) => column.primaryKey())
    .addColumn("quote", text, (column) => column.notNull())
    .addColumn("fetched_at", integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("price_misses")
    .addColumn("symbol", text, (column) => column.primaryKey())
    .addColumn("tried_at", integer, (column) => column.notNull())
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("reason", text, (column) => column.notNull())
    .execute();
}

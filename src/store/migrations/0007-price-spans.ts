import type { Kysely } from "kysely";
import { getColumnTypes } from "../columns.ts";

/** Adds each symbol's cash dividends, the date range of its stored bars, and how far back its bars were requested. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = getColumnTypes(db);
  await db.schema
    .createTable("price_spans")
    .addColumn("symbol", text, (column) => column.primaryKey())
    .addColumn("first_day", text)
    .addColumn("last_day", text)
    .addColumn("dividends_from", text)
    .addColumn("dividends_to", text)
    .addColumn("dividends", text)
    .addColumn("dividend_providers", text)
    .addColumn("asked_from", text)
    .addColumn("asked_at", integer)
    .execute();
}

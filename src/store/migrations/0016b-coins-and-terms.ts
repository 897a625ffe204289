import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds what a line says of its asset beside name and ticker: the symbol of a coin, a short position, and the Senate's labelled fields as JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = columnTypes(db);
  await db.schema.alterTable("trades").addColumn("coin", text).execute();
  await db.schema
    .alterTable("trades")
    .addColumn("short_sale", integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("trades").addColumn("asset_details", text).execute();
}

import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Tables of the store's metadata, the members' record and the ticker directories. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = columnTypes(db);
  await db.schema
    .createTable("meta")
    .addColumn("key", text, (column) => column.primaryKey())
    .addColumn("value", text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("politicians")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("current", integer, (column) => column.notNull())
    .addColumn("record", text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("securities")
    .addColumn("symbol", text, (column) => column.primaryKey())
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("exchange", text)
    .addColumn("etf", integer, (column) => column.notNull())
    .addColumn("cik", integer)
    .execute();
}

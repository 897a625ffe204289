import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds the size of each source's last complete list of a year, so that the ledger can be checked against it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = columnTypes(db);
  await db.schema
    .createTable("listed_years")
    .addColumn("source", text, (column) => column.notNull())
    .addColumn("year", integer, (column) => column.notNull())
    .addColumn("rows", integer, (column) => column.notNull())
    .addColumn("filings", integer, (column) => column.notNull())
    .addColumn("listed_at", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("listed_years_primary_key", ["source", "year"])
    .execute();
}

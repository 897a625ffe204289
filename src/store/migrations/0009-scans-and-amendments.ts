import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds how sure a trade is and where on its page it stands, what replaces it, and the readings of each page of a scan. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer, bytes } = columnTypes(db);
  const { schema } = db;
  await schema
    .alterTable("trades")
    .addColumn("confidence", text, (column) => column.notNull().defaultTo("printed"))
    .execute();
  for (const column of ["box", "supersedes", "superseded_by"]) {
    await schema.alterTable("trades").addColumn(column, text).execute();
  }
  await schema
    .createTable("page_readings")
    .addColumn("document_sha256", text, (column) => column.notNull())
    .addColumn("page", integer, (column) => column.notNull())
    .addColumn("reader", text, (column) => column.notNull())
    .addColumn("reading", bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint("page_readings_primary_key", ["document_sha256", "page"])
    .execute();
}

import type { Kysely } from "kysely";
import { getColumnTypes } from "../columns.ts";

/** Adds storage for data taken from other instances' bundles, which is kept until it is verified here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer, bytes } = getColumnTypes(db);
  await db.schema
    .createTable("taken_documents")
    .addColumn("url", text, (column) => column.primaryKey())
    .addColumn("sha256", text, (column) => column.notNull())
    .addColumn("publisher", text, (column) => column.notNull())
    .addColumn("made_at", integer, (column) => column.notNull())
    .addColumn("tried_at", integer)
    .execute();
  await db.schema
    .createTable("taken_readings")
    .addColumn("document_sha256", text, (column) => column.notNull())
    .addColumn("page", integer, (column) => column.notNull())
    .addColumn("reader", text, (column) => column.notNull())
    .addColumn("publisher", text, (column) => column.notNull())
    .addColumn("made_at", integer, (column) => column.notNull())
    .addColumn("sure_rows", integer, (column) => column.notNull())
    .addColumn("reading", bytes)
    .addPrimaryKeyConstraint("taken_readings_key", ["document_sha256", "page"])
    .execute();
  await db.schema
    .createTable("bundle_readers")
    .addColumn("publisher", text, (column) => column.notNull())
    .addColumn("reader", text, (column) => column.notNull())
    .addColumn("checked_pages", integer, (column) => column.notNull())
    .addColumn("refused_at", integer)
    .addColumn("report", text)
    .addPrimaryKeyConstraint("bundle_readers_key", ["publisher", "reader"])
    .execute();
}

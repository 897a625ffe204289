import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds what each filing amends, what of that is open, and the state that the filing's own document gives it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db);
  const { schema } = db;
  await schema
    .createTable("amending_filings")
    .addColumn("filing_id", text, (column) => column.primaryKey().references("filings.id"))
    .addColumn("amending", text, (column) => column.notNull())
    .execute();
  await schema
    .createTable("unsettled_amendments")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("filing_id", text, (column) => column.notNull().references("filings.id"))
    .addColumn("politician_id", text, (column) => column.notNull().references("politicians.id"))
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("reason", text, (column) => column.notNull())
    .addColumn("candidates", text, (column) => column.notNull())
    .execute();
  await schema
    .createIndex("unsettled_amendments_by_politician")
    .on("unsettled_amendments")
    .column("politician_id")
    .execute();
  await schema.alterTable("filings").addColumn("read_state", text).execute();
  await schema.createIndex("filings_by_politician").on("filings").column("politician_id").execute();
}

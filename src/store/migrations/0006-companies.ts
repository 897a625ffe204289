import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds the industry of each company that the SEC was asked of, with what became of the question. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = columnTypes(db);
  await db.schema
    .createTable("companies")
    .addColumn("cik", integer, (column) => column.primaryKey())
    .addColumn("sic", text)
    .addColumn("description", text)
    .addColumn("answered_at", integer)
    .addColumn("tried_at", integer, (column) => column.notNull())
    .addColumn("reason_code", text)
    .addColumn("reason_detail", text)
    .execute();
}

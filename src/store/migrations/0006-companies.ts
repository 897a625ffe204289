import type { Kysely } from "kysely";
import { getColumnTypes } from "../columns.ts";

/** Creates a table of companies whose industry was requested from the SEC, with the industry and the result of the request. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = getColumnTypes(db);
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

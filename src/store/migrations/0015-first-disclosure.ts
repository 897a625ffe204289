import { type Kysely, sql } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds the first disclosure of a trade, its open amendments, and trades of other filings that say the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = columnTypes(db);
  const { schema } = db;
  for (const column of ["filed_date", "first_disclosed_date", "amendment_pending", "possible_duplicate_of"]) {
    await schema.alterTable("trades").addColumn(column, text).execute();
  }
  await schema
    .alterTable("trades")
    .addColumn("first_disclosed_source", text, (column) => column.notNull().defaultTo("filing"))
    .execute();
  await schema
    .alterTable("trades")
    .addColumn("is_repeat", integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update trades set filed_date = disclosure_date, first_disclosed_date = disclosure_date`.execute(db);
}

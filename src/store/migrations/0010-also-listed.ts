import type { Kysely } from "kysely";
import { getColumnTypes } from "../columns.ts";

/** Adds other rows of a list for a filing with a different name or seat, as JSON; null if there are none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("filings").addColumn("also_listed", getColumnTypes(db).text).execute();
}

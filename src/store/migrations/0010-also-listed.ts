import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds the further rows of a list that name a filing under another name or seat, as JSON; null where there is none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("filings").addColumn("also_listed", columnTypes(db).text).execute();
}

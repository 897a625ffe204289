import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Which document a filing that waits in a held publication was read from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("held_filings").addColumn("document_sha256", columnTypes(db).text).execute();
}

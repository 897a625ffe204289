import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds the document from which a filing in a held publication was read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("held_filings").addColumn("document_sha256", columnTypes(db).text).execute();
}

import type { Kysely } from "kysely";

/** Drops the data about other instances' bundles. Readings taken from them stay in `page_readings`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["taken_documents", "taken_readings", "bundle_readers"])
    await db.schema.dropTable(table).execute();
  await db.withTables<{ meta: { key: string } }>().deleteFrom("meta").where("key", "like", "bundle %").execute();
}

import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds the providers of daily bars, separated by commas, and their adjustment; null for bars that were stored before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db);
  await db.schema.alterTable("bars").addColumn("providers", text).execute();
  await db.schema.alterTable("bars").addColumn("adjustment", text).execute();
}

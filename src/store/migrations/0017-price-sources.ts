import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Whose daily bars are kept, parted by commas, and how they are adjusted; null of what was kept before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text } = columnTypes(db);
  await db.schema.alterTable("bars").addColumn("providers", text).execute();
  await db.schema.alterTable("bars").addColumn("adjustment", text).execute();
}

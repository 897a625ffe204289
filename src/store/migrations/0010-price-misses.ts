import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Symbols whose daily bars could not be fetched ahead of callers, so that they are not asked for again at every round. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = columnTypes(db);
  await db.schema
    .createTable("price_misses")
    .addColumn("symbol", text, (column) => column.primaryKey())
    .addColumn("tried_at", integer, (column) => column.notNull())
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("reason", text, (column) => column.notNull())
    .execute();
}

import type { Kysely } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds why the type and the instrument of a trade do not tell its direction; null where they do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("trades").addColumn("direction_doubt", columnTypes(db).text).execute();
}

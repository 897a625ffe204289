import type { Kysely } from "kysely";

/** Adds an index of trades by their last change: what changed since a day is counted from the index alone, and its latest trades are found in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("trades_by_change")
    .on("trades")
    .columns(["updated_at", "first_seen_at", "superseded_by"])
    .execute();
}

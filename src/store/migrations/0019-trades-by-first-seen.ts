import type { Kysely } from "kysely";

/** The trades published last are measured for how long they took from the listing to the readers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("trades_first_seen_at").on("trades").column("first_seen_at").execute();
}

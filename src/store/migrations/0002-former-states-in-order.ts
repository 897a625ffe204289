import type { Kysely } from "kysely";

/** Former states are read in small batches. Each batch starts where the last one ended, so the index must give this order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex("former_states_by_serial").execute();
  await db.schema
    .createIndex("former_states_in_order")
    .on("former_states")
    .columns(["kind", "until_serial", "id"])
    .execute();
}

import type { Kysely } from "kysely";

/** Former states are read a few at a time, each time from where the last reading ended, so their index says where each row stands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex("former_states_by_serial").execute();
  await db.schema
    .createIndex("former_states_in_order")
    .on("former_states")
    .columns(["kind", "until_serial", "id"])
    .execute();
}

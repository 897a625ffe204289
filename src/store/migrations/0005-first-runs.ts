import { type Kysely, sql } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds when the first run over a source ended; in a store that has one, that is known no better than by its last success. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sources").addColumn("first_run_ended_at", columnTypes(db).integer).execute();
  await sql`update sources set first_run_ended_at = last_success_at`.execute(db);
}

import { type Kysely, sql } from "kysely";
import { getColumnTypes } from "../columns.ts";

/** Adds the end time of each source's first run; for existing stores, the source's last success is the best known value. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sources").addColumn("first_run_ended_at", getColumnTypes(db).integer).execute();
  await sql`update sources set first_run_ended_at = last_success_at`.execute(db);
}

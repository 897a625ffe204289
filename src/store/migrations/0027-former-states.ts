import { type Kysely, sql } from "kysely";
import { columnTypes } from "../columns.ts";

/**
 * Adds what trades, members and filings were before each version that changed them. In a store that has versions already the row of kind `start` names
 * the first that can be told.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer, bytes } = columnTypes(db);
  await db.schema
    .createTable("former_states")
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("id", text, (column) => column.notNull())
    .addColumn("until_serial", integer, (column) => column.notNull())
    .addColumn("record", bytes)
    .addPrimaryKeyConstraint("former_states_key", ["kind", "id", "until_serial"])
    .execute();
  await db.schema
    .createIndex("former_states_by_serial")
    .on("former_states")
    .columns(["kind", "until_serial"])
    .execute();
  await sql`insert into former_states (kind, id, until_serial) select 'start', '', max(serial) from dataset_versions having max(serial) > 0`.execute(
    db,
  );
}

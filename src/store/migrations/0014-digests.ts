import { type Kysely, sql } from "kysely";
import { columnTypes } from "../columns.ts";

/** Adds daily digests: an alert's schedule, the matches waiting for it, and the HTML of a mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = columnTypes(db);
  const alerts = () => db.schema.alterTable("alerts");
  await alerts()
    .addColumn("cadence", text, (column) => column.notNull().defaultTo("immediate"))
    .execute();
  await alerts().addColumn("hour", integer).execute();
  await alerts().addColumn("time_zone", text).execute();
  await alerts()
    .addColumn("when_empty", integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await alerts().addColumn("digest_from", integer).execute();
  await alerts().addColumn("digest_due_at", integer).execute();
  await db.schema.createIndex("alerts_by_digest").on("alerts").column("digest_due_at").execute();
  await db.schema.alterTable("alert_matches").addColumn("waiting", integer).execute();
  await db.schema
    .createIndex("alert_matches_waiting")
    .on("alert_matches")
    .column("alert_id")
    .where(sql.ref("waiting"), "=", sql.lit(1))
    .execute();
  await db.schema.alterTable("emails").addColumn("html", text).execute();
}

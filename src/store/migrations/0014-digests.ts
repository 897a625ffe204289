import { type Kysely, sql } from "kysely";
import { getColumnTypes } from "../columns.ts";

/** Adds daily digests: an alert's schedule, the matches waiting for it, and the HTML of a mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = getColumnTypes(db);
  const alterAlerts = () => db.schema.alterTable("alerts");
  await alterAlerts()
    .addColumn("cadence", text, (column) => column.notNull().defaultTo("immediate"))
    .execute();
  await alterAlerts().addColumn("hour", integer).execute();
  await alterAlerts().addColumn("time_zone", text).execute();
  await alterAlerts()
    .addColumn("when_empty", integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await alterAlerts().addColumn("digest_from", integer).execute();
  await alterAlerts().addColumn("digest_due_at", integer).execute();
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

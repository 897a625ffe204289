import { type Kysely, sql } from "kysely";
import { columnTypes } from "../columns.ts";

const ALL_BEFORE = [
  "trade.created",
  "trade.updated",
  "trade.removed",
  "alert.triggered",
  "dataset.published",
  "webhook.disabled",
  "webhook.test",
];

/**
 * Adds the start of an account's plan, so that the time without events has bounds; endpoints of all types receive `plan.resumed` too. All
 * attempts of a delivery are counted, and separately those before its schedule began anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = columnTypes(db);
  await db.schema.alterTable("accounts").addColumn("plan_since", integer).execute();
  await db.schema.alterTable("accounts").addColumn("plan_since_version", text).execute();
  await sql`update webhook_endpoints set event_types = ${JSON.stringify([...ALL_BEFORE, "plan.resumed"])}
    where event_types = ${JSON.stringify(ALL_BEFORE)}`.execute(db);
  await db.schema
    .alterTable("deliveries")
    .addColumn("attempts_before", integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update deliveries set attempts_before = (select count(*) from delivery_attempts a where a.delivery_id = deliveries.id) - attempts
    where exists (select 1 from delivery_attempts a where a.delivery_id = deliveries.id)`.execute(db);
  await sql`update deliveries set attempts = attempts + attempts_before where attempts_before > 0`.execute(db);
}

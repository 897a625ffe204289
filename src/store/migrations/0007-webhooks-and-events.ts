import { type Kysely, sql } from "kysely";
import { columnTypes, serial } from "../columns.ts";

/** Endpoints with their secrets, each account's events in sequence, and the outbox: who is to get which event, and every attempt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { text, integer, bytes } = columnTypes(db);
  await db.schema
    .createTable("webhook_endpoints")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("account_id", text, (column) => column.notNull().references("accounts.id"))
    .addColumn("url", text, (column) => column.notNull())
    .addColumn("description", text)
    .addColumn("event_types", text, (column) => column.notNull())
    .addColumn("status", text, (column) => column.notNull())
    .addColumn("disabled_reason", text)
    .addColumn("disabled_at", integer)
    .addColumn("last_success_at", integer)
    .addColumn("consecutive_failures", integer, (column) => column.notNull())
    .addColumn("failing_since", integer)
    .addColumn("paused_until", integer)
    .addColumn("last_claimed_at", integer, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("updated_at", integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("webhook_endpoints_by_account")
    .on("webhook_endpoints")
    .columns(["account_id", "id"])
    .execute();
  const { type, build } = serial(db);
  await db.schema
    .createTable("endpoint_secrets")
    .addColumn("id", type, build)
    .addColumn("endpoint_id", text, (column) => column.notNull().references("webhook_endpoints.id").onDelete("cascade"))
    .addColumn("sealed", bytes, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("expires_at", integer)
    .execute();
  await db.schema.createIndex("endpoint_secrets_by_endpoint").on("endpoint_secrets").column("endpoint_id").execute();
  await createEvents(db);
  await createDeliveries(db);
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = columnTypes(db);
  await db.schema
    .createTable("event_counters")
    .addColumn("account_id", text, (column) => column.primaryKey().references("accounts.id"))
    .addColumn("last_sequence", integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("events")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("account_id", text, (column) => column.notNull().references("accounts.id"))
    .addColumn("sequence", integer, (column) => column.notNull())
    .addColumn("type", text, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("body", text, (column) => column.notNull())
    .addUniqueConstraint("events_in_sequence", ["account_id", "sequence"])
    .execute();
  await db.schema.createIndex("events_by_age").on("events").column("created_at").execute();
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = columnTypes(db);
  await db.schema
    .createTable("deliveries")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("endpoint_id", text, (column) => column.notNull().references("webhook_endpoints.id").onDelete("cascade"))
    .addColumn("event_id", text, (column) => column.notNull().references("events.id").onDelete("cascade"))
    .addColumn("event_type", text, (column) => column.notNull())
    .addColumn("status", text, (column) => column.notNull())
    .addColumn("attempts", integer, (column) => column.notNull())
    .addColumn("next_attempt_at", integer)
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("lease_owner", text)
    .addColumn("lease_until", integer)
    .execute();
  await db.schema.createIndex("deliveries_by_event").on("deliveries").column("event_id").execute();
  await db.schema.createIndex("deliveries_of_endpoint").on("deliveries").columns(["endpoint_id", "id"]).execute();
  await db.schema
    .createIndex("deliveries_due")
    .on("deliveries")
    .columns(["endpoint_id", "next_attempt_at", "id"])
    .where(sql.ref("status"), "=", sql.lit("pending"))
    .execute();
  await db.schema
    .createIndex("deliveries_leased")
    .on("deliveries")
    .columns(["endpoint_id", "lease_until"])
    .where(sql.ref("lease_owner"), "is not", null)
    .execute();
  await db.schema
    .createTable("delivery_attempts")
    .addColumn("delivery_id", text, (column) => column.notNull().references("deliveries.id").onDelete("cascade"))
    .addColumn("number", integer, (column) => column.notNull())
    .addColumn("attempted_at", integer, (column) => column.notNull())
    .addColumn("status_code", integer)
    .addColumn("error", text)
    .addColumn("duration_ms", integer, (column) => column.notNull())
    .addColumn("next_attempt_at", integer)
    .addPrimaryKeyConstraint("delivery_attempts_primary_key", ["delivery_id", "number"])
    .execute();
}

/** Tables of the premium plan. */
import { type Kysely, sql } from "kysely";
import { defineSerialKey, getColumnTypes } from "../../columns.ts";

/** Creates the tables of accounts, of their keys, and of requests with an `Idempotency-Key`. */
export async function createAccountsTables(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = getColumnTypes(db);
  await db.schema
    .createTable("accounts")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("name", text, (column) => column.notNull().unique())
    .addColumn("plan", text, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("plan_since", integer)
    .addColumn("plan_since_version", text)
    .addColumn("expires_at", integer)
    .addColumn("disabled_at", integer)
    .addColumn("contact", text)
    .execute();
  await db.schema
    .createTable("api_keys")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("account_id", text, (column) => column.notNull().references("accounts.id"))
    .addColumn("digest", text, (column) => column.notNull().unique())
    .addColumn("display", text, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("expires_at", integer)
    .addColumn("revoked_at", integer)
    .addColumn("last_used_at", integer)
    .addColumn("name", text)
    .addColumn("scopes", text)
    .addColumn("made_with", text)
    .execute();
  await db.schema.createIndex("api_keys_by_account").on("api_keys").column("account_id").execute();
  await db.schema
    .createTable("idempotent_requests")
    .addColumn("account_id", text, (column) => column.notNull().references("accounts.id"))
    .addColumn("route", text, (column) => column.notNull())
    .addColumn("key", text, (column) => column.notNull())
    .addColumn("fingerprint", text, (column) => column.notNull())
    .addColumn("started_at", integer, (column) => column.notNull())
    .addColumn("status", integer)
    .addColumn("headers", text)
    .addColumn("body", text)
    .addPrimaryKeyConstraint("idempotent_requests_primary_key", ["account_id", "route", "key"])
    .execute();
  await db.schema.createIndex("idempotent_requests_by_age").on("idempotent_requests").column("started_at").execute();
}

/** Creates the tables of alerts and of their matches. The primary key of the matches ensures that no match is sent twice. */
export async function createAlertsTables(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = getColumnTypes(db);
  await db.schema
    .createTable("alerts")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("account_id", text, (column) => column.notNull().references("accounts.id"))
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("alert_type", text, (column) => column.notNull())
    .addColumn("status", text, (column) => column.notNull())
    .addColumn("filter", text, (column) => column.notNull())
    .addColumn("days", integer)
    .addColumn("politicians", integer)
    .addColumn("webhook_ids", text, (column) => column.notNull())
    .addColumn("notification_email", text)
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("updated_at", integer, (column) => column.notNull())
    .addColumn("last_triggered_at", integer)
    .addColumn("match_count", integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex("alerts_by_account").on("alerts").columns(["account_id", "id"]).execute();
  await db.schema
    .createTable("alert_matches")
    .addColumn("alert_id", text, (column) => column.notNull().references("alerts.id").onDelete("cascade"))
    .addColumn("trade_id", text, (column) => column.notNull())
    .addColumn("matched_at", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("alert_matches_primary_key", ["alert_id", "trade_id"])
    .execute();
}

/** Creates the tables of mails with their delivery status, and of addresses (unconfirmed, confirmed or unsubscribed). */
export async function createEmailsTables(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = getColumnTypes(db);
  await db.schema
    .createTable("emails")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("account_id", text, (column) => column.notNull().references("accounts.id"))
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("alert_id", text)
    .addColumn("recipient", text, (column) => column.notNull())
    .addColumn("subject", text, (column) => column.notNull())
    .addColumn("body", text, (column) => column.notNull())
    .addColumn("status", text, (column) => column.notNull())
    .addColumn("attempts", integer, (column) => column.notNull())
    .addColumn("next_attempt_at", integer)
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("ended_at", integer)
    .execute();
  await db.schema.createIndex("emails_by_account").on("emails").columns(["account_id", "id"]).execute();
  await db.schema.createIndex("emails_by_next_attempt").on("emails").column("next_attempt_at").execute();
  await db.schema
    .createTable("email_addresses")
    .addColumn("account_id", text, (column) => column.notNull().references("accounts.id"))
    .addColumn("address", text, (column) => column.notNull())
    .addColumn("status", text, (column) => column.notNull())
    .addColumn("code_digest", text)
    .addColumn("code_expires_at", integer)
    .addColumn("token", text, (column) => column.notNull().unique())
    .addColumn("changed_at", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("email_addresses_primary_key", ["account_id", "address"])
    .execute();
}

/** Creates the tables of webhook endpoints and their sealed secrets. */
export async function createEndpointsTables(db: Kysely<unknown>): Promise<void> {
  const { text, integer, bytes } = getColumnTypes(db);
  const { type, build } = defineSerialKey(db);
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
  await db.schema
    .createTable("endpoint_secrets")
    .addColumn("id", type, build)
    .addColumn("endpoint_id", text, (column) => column.notNull().references("webhook_endpoints.id").onDelete("cascade"))
    .addColumn("sealed", bytes, (column) => column.notNull())
    .addColumn("created_at", integer, (column) => column.notNull())
    .addColumn("expires_at", integer)
    .execute();
  await db.schema.createIndex("endpoint_secrets_by_endpoint").on("endpoint_secrets").column("endpoint_id").execute();
}

/** Creates the tables of each account's numbered events. */
export async function createEventsTables(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = getColumnTypes(db);
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

/** Creates the outbox: which endpoint must receive which event, and every attempt. */
export async function createDeliveriesTables(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = getColumnTypes(db);
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
    .addColumn("attempts_before", integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("deliveries_by_event").on("deliveries").column("event_id").execute();
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
  await db.schema.createIndex("deliveries_of_endpoint").on("deliveries").columns(["endpoint_id", "id"]).execute();
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

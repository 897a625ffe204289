/** Tables of published data: trades, numbered versions, amendments, and the earlier states of changed rows. */
import type { Kysely } from "kysely";
import { getColumnTypes } from "../../columns.ts";

/** Creates the table of published trades, which keeps superseded ones. */
export async function createTradesTables(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = getColumnTypes(db);
  await db.schema
    .createTable("trades")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("filing_id", text, (column) => column.notNull().references("filings.id"))
    .addColumn("line", integer, (column) => column.notNull())
    .addColumn("politician_id", text, (column) => column.notNull().references("politicians.id"))
    .addColumn("chamber", text, (column) => column.notNull())
    .addColumn("party", text, (column) => column.notNull())
    .addColumn("ticker", text, (column) => column.notNull())
    .addColumn("ticker_source", text, (column) => column.notNull())
    .addColumn("company", text, (column) => column.notNull())
    .addColumn("transaction_type", text, (column) => column.notNull())
    .addColumn("amount_low_cents", integer, (column) => column.notNull())
    .addColumn("amount_high_cents", integer)
    .addColumn("amount_raw", text, (column) => column.notNull())
    .addColumn("disclosure_date", text, (column) => column.notNull())
    .addColumn("transaction_date", text, (column) => column.notNull())
    .addColumn("notification_date", text)
    .addColumn("asset_type", text, (column) => column.notNull())
    .addColumn("asset_type_raw", text)
    .addColumn("asset_name_raw", text, (column) => column.notNull())
    .addColumn("comment", text)
    .addColumn("owner", text)
    .addColumn("cap_gains_over_200", integer)
    .addColumn("option_terms", text)
    .addColumn("account", text)
    .addColumn("location", text)
    .addColumn("filing_status", text)
    .addColumn("received", text)
    .addColumn("page", integer)
    .addColumn("first_seen_at", integer, (column) => column.notNull())
    .addColumn("updated_at", integer, (column) => column.notNull())
    .addColumn("confidence", text, (column) => column.notNull().defaultTo("printed"))
    .addColumn("box", text)
    .addColumn("supersedes", text)
    .addColumn("superseded_by", text)
    .addColumn("filed_date", text)
    .addColumn("first_disclosed_date", text)
    .addColumn("amendment_pending", text)
    .addColumn("possible_duplicate_of", text)
    .addColumn("first_disclosed_source", text, (column) => column.notNull().defaultTo("filing"))
    .addColumn("is_repeat", integer, (column) => column.notNull().defaultTo(0))
    .addColumn("current_ticker", text)
    .addColumn("coin", text)
    .addColumn("short_sale", integer, (column) => column.notNull().defaultTo(0))
    .addColumn("asset_details", text)
    .addColumn("date_suspect", text)
    .addColumn("owner_unread", text)
    .execute();
  await db.schema
    .createIndex("trades_by_change")
    .on("trades")
    .columns(["updated_at", "first_seen_at", "superseded_by"])
    .execute();
  await db.schema.createIndex("trades_by_filing").on("trades").column("filing_id").execute();
  await db.schema
    .createIndex("trades_by_politician")
    .on("trades")
    .columns(["politician_id", "transaction_date"])
    .execute();
  await db.schema.createIndex("trades_by_ticker").on("trades").columns(["ticker", "transaction_date"]).execute();
  await db.schema.createIndex("trades_first_seen_at").on("trades").column("first_seen_at").execute();
  await db.schema
    .createIndex("trades_recent_first")
    .on("trades")
    .columns(["disclosure_date desc", "transaction_date desc", "id desc"])
    .execute();
}

/** Creates the tables of dataset versions and former states: trades, members and filings before a version changed them. */
export async function createVersionsTables(db: Kysely<unknown>): Promise<void> {
  const { text, integer, bytes } = getColumnTypes(db);
  await db.schema
    .createTable("dataset_versions")
    .addColumn("serial", integer, (column) => column.primaryKey())
    .addColumn("day", text, (column) => column.notNull())
    .addColumn("number", integer, (column) => column.notNull())
    .addColumn("published_at", integer, (column) => column.notNull())
    .addUniqueConstraint("dataset_versions_within_a_day", ["day", "number"])
    .execute();
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
}

/** Creates the tables of amendments and of what is still unresolved about them. */
export async function createAmendmentsTables(db: Kysely<unknown>): Promise<void> {
  const { text } = getColumnTypes(db);
  await db.schema
    .createTable("amending_filings")
    .addColumn("filing_id", text, (column) => column.primaryKey().references("filings.id"))
    .addColumn("amending", text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("unsettled_amendments")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("filing_id", text, (column) => column.notNull().references("filings.id"))
    .addColumn("politician_id", text, (column) => column.notNull().references("politicians.id"))
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("reason", text, (column) => column.notNull())
    .addColumn("candidates", text, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("unsettled_amendments_by_politician")
    .on("unsettled_amendments")
    .column("politician_id")
    .execute();
}

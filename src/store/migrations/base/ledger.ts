/** Tables of members, securities, documents, filings, their readings, and publications that wait for a person's approval. */
import type { Kysely } from "kysely";
import { defineSerialKey, getColumnTypes } from "../../columns.ts";

/** Creates the tables of members of Congress and of listed securities. */
export async function createReferencesTables(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = getColumnTypes(db);
  await db.schema
    .createTable("politicians")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("current", integer, (column) => column.notNull())
    .addColumn("record", text, (column) => column.notNull())
    .addColumn("merged_into", text)
    .execute();
  await db.schema
    .createTable("securities")
    .addColumn("symbol", text, (column) => column.primaryKey())
    .addColumn("name", text, (column) => column.notNull())
    .addColumn("exchange", text)
    .addColumn("etf", integer, (column) => column.notNull())
    .addColumn("cik", integer)
    .execute();
}

/** Creates the tables of stored responses, of each source's last answers, and of the sizes of its lists. */
export async function createSourcesTables(db: Kysely<unknown>): Promise<void> {
  const { text, integer } = getColumnTypes(db);
  await db.schema
    .createTable("documents")
    .addColumn("url", text, (column) => column.notNull())
    .addColumn("sha256", text, (column) => column.notNull())
    .addColumn("byte_length", integer, (column) => column.notNull())
    .addColumn("fetched_at", integer, (column) => column.notNull())
    .addColumn("headers", text, (column) => column.notNull())
    .addColumn("turn", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("documents_primary_key", ["url", "sha256"])
    .execute();
  await db.schema
    .createTable("sources")
    .addColumn("source", text, (column) => column.primaryKey())
    .addColumn("last_attempt_at", integer)
    .addColumn("last_success_at", integer)
    .addColumn("last_error_at", integer)
    .addColumn("listing_completed_at", integer)
    .addColumn("last_error_code", text)
    .addColumn("last_error_detail", text)
    .execute();
  await db.schema
    .createTable("listed_years")
    .addColumn("source", text, (column) => column.notNull())
    .addColumn("year", integer, (column) => column.notNull())
    .addColumn("rows", integer, (column) => column.notNull())
    .addColumn("filings", integer, (column) => column.notNull())
    .addColumn("listed_at", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("listed_years_primary_key", ["source", "year"])
    .execute();
}

/** Creates the tables of filings, of their readings and of rejected lines. Each filing has one state. */
export async function createFilingsTables(db: Kysely<unknown>): Promise<void> {
  const { text, integer, bytes } = getColumnTypes(db);
  await db.schema
    .createTable("filings")
    .addColumn("id", text, (column) => column.primaryKey())
    .addColumn("source", text, (column) => column.notNull())
    .addColumn("doc_id", text, (column) => column.notNull())
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("year", integer, (column) => column.notNull())
    .addColumn("filer_prefix", text)
    .addColumn("filer_first", text, (column) => column.notNull())
    .addColumn("filer_last", text, (column) => column.notNull())
    .addColumn("filer_suffix", text)
    .addColumn("state_district", text)
    .addColumn("filed_date", text)
    .addColumn("title", text, (column) => column.notNull())
    .addColumn("url", text, (column) => column.notNull())
    .addColumn("state", text, (column) => column.notNull())
    .addColumn("document_sha256", text)
    .addColumn("politician_id", text, (column) => column.references("politicians.id"))
    .addColumn("first_listed_at", integer, (column) => column.notNull())
    .addColumn("last_listed_at", integer, (column) => column.notNull())
    .addColumn("rows_read", integer, (column) => column.notNull())
    .addColumn("read_state", text)
    .addColumn("reason_code", text)
    .addColumn("reason_detail", text)
    .execute();
  await db.schema.createIndex("filings_by_politician").on("filings").column("politician_id").execute();
  await db.schema.createIndex("filings_by_state").on("filings").columns(["source", "state"]).execute();
  await db.schema
    .createTable("filing_contents")
    .addColumn("filing_id", text, (column) => column.primaryKey().references("filings.id"))
    .addColumn("raw", bytes, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("rejected_lines")
    .addColumn("filing_id", text, (column) => column.notNull().references("filings.id"))
    .addColumn("position", integer, (column) => column.notNull())
    .addColumn("line", integer, (column) => column.notNull())
    .addColumn("reason", text, (column) => column.notNull())
    .addColumn("text", text, (column) => column.notNull())
    .addPrimaryKeyConstraint("rejected_lines_primary_key", ["filing_id", "position"])
    .execute();
  await db.schema
    .createTable("page_readings")
    .addColumn("document_sha256", text, (column) => column.notNull())
    .addColumn("page", integer, (column) => column.notNull())
    .addColumn("reader", text, (column) => column.notNull())
    .addColumn("reading", bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint("page_readings_primary_key", ["document_sha256", "page"])
    .execute();
}

export async function createHeldPublicationsTables(db: Kysely<unknown>): Promise<void> {
  const { text, integer, bytes } = getColumnTypes(db);
  const { type, build } = defineSerialKey(db);
  await db.schema
    .createTable("held_publications")
    .addColumn("id", type, build)
    .addColumn("held_at", integer, (column) => column.notNull())
    .addColumn("reason", text, (column) => column.notNull())
    .addColumn("publication", bytes, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("held_filings")
    .addColumn("filing_id", text, (column) => column.primaryKey().references("filings.id"))
    .addColumn("held_id", integer, (column) => column.notNull().references("held_publications.id").onDelete("cascade"))
    .addColumn("document_sha256", text)
    .execute();
  await db.schema.createIndex("held_filings_by_publication").on("held_filings").column("held_id").execute();
}

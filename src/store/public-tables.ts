/** Defines the parts of a store that go into a public backup. */
import type { Schema } from "./schema.ts";

/**
 * Public tables. All others are private: accounts with their keys, alerts, mails and deliveries, held publications, and prices, which their providers
 * do not allow to be redistributed.
 */
const PUBLIC_TABLES: readonly string[] = [
  "amending_filings",
  "companies",
  "dataset_versions",
  "documents",
  "filing_contents",
  "filings",
  "former_states",
  "listed_years",
  "meta",
  "page_readings",
  "politicians",
  "rejected_lines",
  "securities",
  "sources",
  "trades",
  "unsettled_amendments",
] satisfies readonly (keyof Schema)[];

/** Public keys in `meta`. */
const PUBLIC_FACTS: readonly unknown[] = ["archive_id", "data_notice", "data_release", "reports read again"];

export function isPublicTable(name: string): boolean {
  return PUBLIC_TABLES.includes(name);
}

export function isPublicRow(table: string, row: Readonly<Record<string, unknown>>): boolean {
  return table !== "meta" || PUBLIC_FACTS.includes(row["key"]);
}

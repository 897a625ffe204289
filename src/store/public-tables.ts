/** The parts of a store that go into a public backup. */
import type { Schema } from "./schema.ts";

/**
 * Its tables. One is private until it is named here: accounts with their keys, alerts, mails and deliveries, publications that are held, and
 * prices, whose providers do not let them be passed on.
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

/** Keys of its rows of `meta`. */
const PUBLIC_FACTS: readonly unknown[] = ["archive_id", "data_notice", "data_release", "reports read again"];

export function isPublicTable(name: string): boolean {
  return PUBLIC_TABLES.includes(name);
}

export function isPublicRow(table: string, row: Readonly<Record<string, unknown>>): boolean {
  return table !== "meta" || PUBLIC_FACTS.includes(row["key"]);
}

/** The tables as the migrations leave them. Days are `YYYY-MM-DD` texts, instants are milliseconds since 1970 UTC, flags are 0 or 1, nested values are JSON texts. */

import type { Transaction } from "kysely";
import type { PremiumSchema } from "./premium/schema.ts";

export interface Schema extends PremiumSchema {
  meta: MetaRow;
  documents: DocumentRecord;
  filings: FilingRecord;
  filing_contents: FilingContentRecord;
  listed_years: ListedYearRecord;
  page_readings: PageReadingRecord;
  rejected_lines: RejectedLineRecord;
  politicians: PoliticianRecord;
  securities: SecurityRecord;
  companies: CompanyRecord;
  trades: TradeRecord;
  dataset_versions: DatasetVersionRecord;
  former_states: FormerStateRecord;
  amending_filings: AmendingFilingRecord;
  unsettled_amendments: UnsettledAmendmentRecord;
  sources: SourceRecord;
  bars: BarsRecord;
  price_spans: PriceSpanRecord;
  quotes: QuoteRecord;
  price_misses: PriceMissRecord;
}

/** Database within a transaction, in which rows are written. */
export type Writing = Transaction<Schema>;

interface MetaRow {
  key: string;
  value: string;
}

export interface DocumentRecord {
  url: string;
  sha256: string;
  byte_length: number;
  fetched_at: number;
  headers: string;
  /** Counts up within an address, so that the later of two answers of one millisecond is known. */
  turn: number;
}

export interface FilingRecord {
  id: string;
  source: string;
  doc_id: string;
  kind: string;
  year: number;
  filer_prefix: string | null;
  filer_first: string;
  filer_last: string;
  filer_suffix: string | null;
  state_district: string | null;
  filed_date: string | null;
  title: string;
  url: string;
  state: string;
  reason_code: string | null;
  reason_detail: string | null;
  document_sha256: string | null;
  politician_id: string | null;
  first_listed_at: number;
  last_listed_at: number;
  rows_read: number;
  /** The state as its own document leaves it, whatever other filings say of it; null until that is known. */
  read_state: string | null;
  /** Further rows of the list that name it under another name or seat: JSON of `AlsoListed`, or null. */
  also_listed: string | null;
}

interface ListedYearRecord {
  source: string;
  year: number;
  /** Rows of the list; a document that is named twice counts twice. */
  rows: number;
  filings: number;
  listed_at: number;
}

export interface FilingContentRecord {
  filing_id: string;
  /** The printed report: JSON, compressed with Zstandard. */
  raw: Uint8Array;
}

/** The reading of one page of a scanned report, so that an interrupted run continues with the next page. */
interface PageReadingRecord {
  document_sha256: string;
  /** Page number, from 1. */
  page: number;
  /** Version of the reader; a reading of another version is read again. */
  reader: string;
  /** The ScannedPage: JSON, compressed with Zstandard. */
  reading: Uint8Array;
}

export interface RejectedLineRecord {
  filing_id: string;
  position: number;
  line: number;
  reason: string;
  text: string;
  /** Id of the trade of a later report that corrects the line; null where none does. */
  corrected_by: string | null;
}

export interface PoliticianRecord {
  id: string;
  name: string;
  current: number;
  /** `{ names, terms, committees }`; older rows have no `committees`. */
  record: string;
  /** Id that the member is served under, where it is another. */
  merged_into: string | null;
}

export interface SecurityRecord {
  symbol: string;
  name: string;
  /** A JSON list; null where all lists call it the same. */
  other_names: string | null;
  exchange: string | null;
  etf: number;
  cik: number | null;
}

export interface CompanyRecord {
  /** The SEC's Central Index Key. */
  cik: number;
  /** Four digits; null where the SEC gives no code, and before it has answered. */
  sic: string | null;
  description: string | null;
  /** Time of the last answer, which stays when a later question fails. */
  answered_at: number | null;
  tried_at: number;
  /** Why the last question had no answer; null when it had one. */
  reason_code: string | null;
  reason_detail: string | null;
}

export interface TradeRecord {
  id: string;
  filing_id: string;
  line: number;
  politician_id: string;
  chamber: string;
  party: string;
  ticker: string;
  ticker_source: string;
  /** Today's symbol of the security; null where it cannot be known. */
  current_ticker: string | null;
  /** Why there is a ticker and no current one. */
  no_current_ticker: string | null;
  ended_on: string | null;
  /** The symbol of a coin. */
  coin: string | null;
  company: string;
  transaction_type: string;
  amount_low_cents: number;
  amount_high_cents: number | null;
  amount_raw: string;
  /** Filing date of its own filing. */
  filed_date: string;
  /** Date of the first disclosure, or `filed_date` where that is not known. */
  disclosure_date: string;
  first_disclosed_date: string | null;
  first_disclosed_source: string;
  /** `{ reason, amends, amendedBy }`: JSON. */
  amendment_pending: string | null;
  /** Ids: JSON. */
  possible_duplicate_of: string | null;
  is_repeat: number;
  transaction_date: string;
  notification_date: string | null;
  /** Reason for which one of the dates is suspect. */
  date_suspect: string | null;
  late_exemption: string | null;
  asset_type: string;
  asset_type_raw: string | null;
  asset_name_raw: string;
  comment: string | null;
  owner: string | null;
  owner_unread: string | null;
  notification_unread: string | null;
  asset_name_unsure: number;
  cap_gains_over_200: number | null;
  option_terms: string | null;
  short_sale: number;
  /** Reason for which its type and instrument do not tell its direction. */
  direction_doubt: string | null;
  /** The AssetDetails. */
  asset_details: string | null;
  account: string | null;
  location: string | null;
  filing_status: string | null;
  received: string | null;
  page: number | null;
  /** `{ left, top, width, height }`. */
  box: string | null;
  confidence: string;
  /** Id of the trade that this one replaces. */
  supersedes: string | null;
  /** Id of the trade that replaces this one, or of the filing that takes it back. */
  superseded_by: string | null;
  first_seen_at: number;
  updated_at: number;
}

export interface DatasetVersionRecord {
  serial: number;
  day: string;
  number: number;
  published_at: number;
}

/** A row as it was up to a version. Each version adds one for every row that it changes; together with the present rows they are all former versions. */
export interface FormerStateRecord {
  /** `trade`, `politician`, `filing`; `start` of a row whose serial is that of the first version that can be told: in a store that an earlier release began. */
  kind: string;
  id: string;
  /** Serial of the last version in which it was so; 0 before the first. */
  until_serial: number;
  /** The row as JSON, compressed with Zstandard but of a filing; null where there was none. */
  record: Uint8Array | null;
}

interface AmendingFilingRecord {
  filing_id: string;
  /** The `StatedAmendments`: JSON. */
  amending: string;
}

interface UnsettledAmendmentRecord {
  /** Id of a filing or of one of its lines. */
  id: string;
  filing_id: string;
  politician_id: string;
  kind: string;
  reason: string;
  /** Ids: JSON. */
  candidates: string;
}

export interface SourceRecord {
  source: string;
  last_attempt_at: number | null;
  last_success_at: number | null;
  last_error_code: string | null;
  last_error_detail: string | null;
  last_error_at: number | null;
  /** Instant of the source's first complete listing. */
  listing_completed_at: number | null;
  first_run_ended_at: number | null;
}

export interface BarsRecord {
  symbol: string;
  packed: Uint8Array;
  refreshed_at: number;
  company_name: string | null;
  /** Parted by commas; null for what was stored before it was recorded, as `adjustment`. */
  providers: string | null;
  adjustment: string | null;
}

/** Date range and dividends of a symbol's stored bars, written together with them. */
export interface PriceSpanRecord {
  symbol: string;
  first_day: string | null;
  last_day: string | null;
  /** The first and the last day for which the dividends are known; null where they are not, as the two columns after them. */
  dividends_from: string | null;
  dividends_to: string | null;
  /** `[[day, dollars], ...]`: ex-dividend days since 1970-01-01, ascending; dollars for a share on the scale of the bars. */
  dividends: string | null;
  dividend_providers: string | null;
  /** The day from which all providers have been asked for bars, and when; null before that. */
  asked_from: string | null;
  asked_at: number | null;
}

interface PriceMissRecord {
  symbol: string;
  tried_at: number;
  kind: "unknown" | "failed";
  reason: string;
}

export interface QuoteRecord {
  symbol: string;
  /** The Quote with `pricedAt` as an ISO instant. */
  quote: string;
  fetched_at: number;
}

/** Rows of all tables. Dates are `YYYY-MM-DD` texts, instants milliseconds since 1970 UTC, flags 0 or 1, nested values JSON. */
import type { Transaction } from "kysely";
import type { PremiumSchema } from "./premium/schema.ts";

export interface Schema extends PremiumSchema {
  meta: MetaRow;
  documents: DocumentRecord;
  filings: FilingRecord;
  filing_contents: PrintedReportRecord;
  listed_years: ListedYearRecord;
  page_readings: PageReadingRecord;
  rejected_lines: RejectedLineRecord;
  politicians: PoliticianRecord;
  securities: SecurityRecord;
  companies: CompanyRecord;
  trades: TradeRecord;
  dataset_versions: DatasetVersionRecord;
  former_states: PreviousStateRecord;
  amending_filings: AmendingFilingRecord;
  unsettled_amendments: UnsettledAmendmentRecord;
  sources: SourceRecord;
  bars: BarsRecord;
  price_spans: PriceSpanRecord;
  quotes: QuoteRecord;
  price_misses: PriceMissRecord;
}

export type Writing = Transaction<Schema>;

export interface MetaRow {
  key: string;
  value: string;
}

export interface DocumentRecord {
  url: string;
  sha256: string;
  byte_length: number;
  fetched_at: number;
  headers: string;
  /** Increases with each response of the URL, to order two responses within one millisecond. */
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
  /** State according to the filing's own document, ignoring other filings; null before the filing's first outcome. */
  read_state: string | null;
  /** JSON list of the source list's other rows for this filing (`AlsoListed`), with a different name or seat. Null if none. */
  also_listed: string | null;
}

interface ListedYearRecord {
  source: string;
  year: number;
  /** Number of rows of the list; a document that is listed twice counts twice. */
  rows: number;
  filings: number;
  listed_at: number;
}

export interface PrintedReportRecord {
  filing_id: string;
  /** The report's content as printed, as JSON compressed with Zstandard. */
  raw: Uint8Array;
}

/** The reading of one page of a scanned report, so that an interrupted run continues with the next page. */
interface PageReadingRecord {
  document_sha256: string;
  /** Page number, from 1. */
  page: number;
  /** Version of the reader; pages read by another version are read again. */
  reader: string;
  /** The `ScannedPage` as JSON, compressed with Zstandard. */
  reading: Uint8Array;
}

export interface RejectedLineRecord {
  filing_id: string;
  position: number;
  line: number;
  reason: string;
  text: string;
  /** Id of the trade in a later report that corrects the line; null if there is none. */
  corrected_by: string | null;
}

export interface PoliticianRecord {
  id: string;
  name: string;
  current: number;
  /** `{ names, terms, committees }`; older rows have no `committees`. */
  record: string;
  /** Id under which the member is published, if this record is merged into another; null if it is not merged. */
  merged_into: string | null;
}

export interface SecurityRecord {
  symbol: string;
  name: string;
  /** JSON list of the security's names in other lists; null if all lists use the same name. */
  other_names: string | null;
  exchange: string | null;
  etf: number;
  cik: number | null;
}

export interface CompanyRecord {
  /** The SEC's Central Index Key. */
  cik: number;
  /** Four digits; null if the SEC gives no code or has not answered yet. */
  sic: string | null;
  description: string | null;
  /** Time of the last answer, kept if a later request fails. */
  answered_at: number | null;
  tried_at: number;
  /** Why the last request failed; null if it succeeded. */
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
  /** Current symbol of the security; null if unknown. */
  current_ticker: string | null;
  /** Why `current_ticker` is null although the trade has a ticker. Null in all other cases. */
  no_current_ticker: string | null;
  ended_on: string | null;
  coin: string | null;
  company: string;
  transaction_type: string;
  amount_low_cents: number;
  amount_high_cents: number | null;
  amount_raw: string;
  /** Filing date of the trade's own filing. */
  filed_date: string;
  /** Date of the first disclosure, or `filed_date` if unknown. */
  disclosure_date: string;
  first_disclosed_date: string | null;
  first_disclosed_source: string;
  /** JSON object with `reason`, `amends` and `amendedBy`. Null if no amendment is pending. */
  amendment_pending: string | null;
  /** JSON list of the ids of trades that may be the same trade. Null if there are none. */
  possible_duplicate_of: string | null;
  is_repeat: number;
  transaction_date: string;
  notification_date: string | null;
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
  /** Why type and instrument do not determine the trade's direction. */
  direction_doubt: string | null;
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
  /** Id of the trade that replaces this one, or of the filing that deletes it. */
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

/** A row as it was up to a version. Versions store the old states of rows that they change, to reconstruct former versions. */
export interface PreviousStateRecord {
  /**
   * Kind of the row: `trade`, `politician` or `filing`. An entry of kind `start` stands for no row. Such an entry marks the first
   * version that can be reconstructed in a store from an earlier release.
   */
  kind: string;
  id: string;
  /** Serial of the last version with this content; 0 if there was no version yet. */
  until_serial: number;
  /** The row as JSON, compressed with Zstandard unless `kind` is `filing`; null if there was no row at that version. */
  record: Uint8Array | null;
}

interface AmendingFilingRecord {
  filing_id: string;
  /** The `StatedAmendments` as JSON. */
  amending: string;
}

interface UnsettledAmendmentRecord {
  /** Id of a filing or of one of its lines. */
  id: string;
  filing_id: string;
  politician_id: string;
  kind: string;
  reason: string;
  /** JSON list of the ids of filings or trades that this amendment may concern. */
  candidates: string;
}

export interface SourceRecord {
  source: string;
  last_attempt_at: number | null;
  last_success_at: number | null;
  last_error_code: string | null;
  last_error_detail: string | null;
  last_error_at: number | null;
  /** Time when the source's first complete listing ended. */
  listing_completed_at: number | null;
  first_run_ended_at: number | null;
}

export interface BarsRecord {
  symbol: string;
  packed: Uint8Array;
  refreshed_at: number;
  company_name: string | null;
  /** Comma-separated names; null, as is `adjustment`, for data stored before providers were recorded. */
  providers: string | null;
  adjustment: string | null;
}

/** Date range and dividends of a symbol's stored bars, written together with them. */
export interface PriceSpanRecord {
  symbol: string;
  first_day: string | null;
  last_day: string | null;
  /** First and last day for which dividends are known. If dividends are unknown, all four `dividend...` columns are null. */
  dividends_from: string | null;
  dividends_to: string | null;
  /**
   * `[[day, dollars], ...]`, ascending by day. `day`: ex-dividend day, as the number of days since 1970-01-01. `dollars`: per
   * share, on the scale of the bars.
   */
  dividends: string | null;
  dividend_providers: string | null;
  /**
   * `asked_from`: first day for which all providers were asked for bars; null if the last request failed. `asked_at`: time of the
   * last request. Both are null if there was no request.
   */
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
  /** The `Quote` as JSON, with `pricedAt` as an ISO 8601 timestamp. */
  quote: string;
  fetched_at: number;
}

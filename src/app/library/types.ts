/** The types of `congress-trades/filings`. */
// scripts/write-types.js also publishes the types of every module imported here. So the exports of those modules need explicit
// type annotations.
import type { Security } from "../../domain/security.ts";

export type { Security };

/** A report as read from the document. Days are as printed, `MM/DD/YYYY`. Every printed line is in `transactions` or in `rejected`. */
export interface PrintedReport {
  /** `house-clerk` or `senate-efd`. */
  readonly source: string;
  /**
   * `text`: PDF with text. `scan`: PDF without text. `html`: web page. `paper`: viewer page of a paper report. `other`: a
   * document that is not a periodic transaction report.
   */
  readonly kind: "text" | "scan" | "html" | "paper" | "other";
  readonly doc_id: string;
  readonly filer: string | null;
  readonly state_district: string | null;
  /** Only in House reports. */
  readonly signed_date?: string | null;
  /** Only in Senate reports. */
  readonly filed_date?: string | null;
  readonly amendment: string | null;
  readonly pages: number | null;
  /** The pages of a scan or of a paper report. */
  readonly scanned_pages?: readonly PrintedPage[];
  readonly transactions: readonly PrintedLine[];
  /** Lines that could not be parsed. */
  readonly rejected: readonly RejectedRow[];
}

/** A printed line that could not be used as a trade, with the reason (docs/codes.md) and its text. */
export interface RejectedRow {
  readonly line: number;
  readonly reason: string;
  readonly text: string;
}

export interface PrintedPage {
  readonly page: number;
  /** `transactions`: the page has rows of trades. `unknown`: the page needs review. */
  readonly kind: "transactions" | "nothing_to_report" | "cover" | "letter" | "other_form" | "blank" | "unknown";
  readonly turn_degrees: number;
  readonly skew_degrees: number;
  /** Why the page could not be read; null if it was read. */
  readonly failure: string | null;
}

/** A line of the transaction table as printed. A field that is missing in the form, blank or uncertain is null. */
export interface PrintedLine {
  readonly line: number;
  /** The row id that the House prints for an amended or deleted row. */
  readonly id: string | null;
  readonly owner: string | null;
  /** Full text of the asset cell. */
  readonly asset: string | null;
  readonly asset_name: string | null;
  readonly ticker: string | null;
  readonly asset_type_code: string | null;
  /** Only in Senate reports, like the next three fields. */
  readonly asset_type?: string | null;
  readonly tickers?: readonly (string | null)[];
  readonly asset_parts?: readonly string[];
  readonly asset_details?: Readonly<Record<string, string>>;
  readonly transaction_type: string | null;
  readonly transaction_date: string | null;
  readonly notification_date: string | null;
  readonly amount: string | null;
  readonly cap_gains_over_200: boolean | null;
  readonly filing_status: string | null;
  readonly subholding: string | null;
  readonly location: string | null;
  readonly description: string | null;
  readonly comment: string | null;
  /** Page number in the PDF, starting at 1. */
  readonly page: number | null;
  /** Names of uncertain fields. This and the following fields exist only for lines read from an image. */
  readonly uncertain?: readonly string[];
  /** Confidence in the least certain field, from 0 to 1. */
  readonly confidence?: number;
  readonly handwritten?: boolean;
  /** Position of the line in pixels on the upright page. */
  readonly box?: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  /** The best reading of each field, certain or not. */
  readonly readings?: Readonly<Record<string, { readonly reading: string | null; readonly confidence: number }>>;
  /** Why the service would not publish the line before a review; null if it would publish the line. */
  readonly waits?: "page_not_whole" | "uncertain" | null;
}

/** The output of `parse` for a document, plus the data that `normaliseReport` needs. It can be stored as JSON. */
export interface ReadReport extends PrintedReport {
  /** Input for `normaliseReport` of the same release; the fields of `raw` may change in any release. */
  readonly raw: unknown;
}

export interface ReadOptions {
  /** Returns the bytes of a page image by its URL in a Senate paper report. If it returns undefined, the page has a `failure`. */
  readonly pageImage?: (address: string) => Promise<Uint8Array | undefined>;
}

export interface NormaliseOptions {
  /** `YYYY-MM-DD`: the filing date in the official list. By default, the date printed in the report; scans have none. */
  readonly filed?: string;
  /** Listed securities from `readSecurities`: used to find a symbol within an asset's name, and to give each issuer one name. */
  readonly securities?: readonly Security[];
}

export interface NormalisedReport {
  /** One of the states counted in `/coverage`: `parsed`, `ocr`, `needs_review`, `no_trades`, `unreadable`, `not_a_ptr`. */
  readonly state: string;
  /** The reason for the state; null for a state that has no reason. */
  readonly reason: { readonly code: string; readonly detail: string } | null;
  readonly trades: readonly ReportedTrade[];
  /** Lines that are not trades, each with its reason (docs/codes.md). */
  readonly rejected: readonly RejectedRow[];
}

/**
 * A trade as described by its own report alone, with the API's field names (docs/api.md). Fields that depend on other reports, on
 * member records or on the current date are missing: member, party, current symbol, lateness, amendments. Dates: `YYYY-MM-DD`.
 */
export interface ReportedTrade {
  /** The trade's id in the service: `txn_h20024542_01`. */
  readonly id: string;
  readonly filing_id: string;
  readonly line: number;
  /** Page of the document, from 1; null for a web page. */
  readonly page: number | null;
  /** Position on that page's upright image; null if the line was read from text. */
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number } | null;
  /** The filer as printed; null for scans and paper. */
  readonly filer: string | null;
  readonly chamber: "senate" | "house";
  /**
   * Ticker as filed, in upper case, with a dot before the share class (`BRK.B`). Empty if no ticker was filed. The library does
   * not look up a missing ticker by the asset's name in other reports. Only the service does so.
   */
  readonly ticker: string;
  readonly company: string;
  /** Symbol of a cryptocurrency; null for any other asset. */
  readonly coin: string | null;
  readonly headline: string;
  readonly transaction_type: "purchase" | "sale_full" | "sale_partial" | "exchange" | "other";
  readonly amount_range: string;
  /** Bounds in US dollars; `amount_max` is null if the range has no upper bound. */
  readonly amount_min: number;
  readonly amount_max: number | null;
  readonly amount_raw: string;
  readonly transaction_date: string;
  readonly notification_date: string | null;
  /** Filing date of this report: `filed`, or else the printed date. */
  readonly filed_date: string;
  /** Code of the reason why a printed date is probably a typo, such as `transaction_year_alone`; null if no date is suspect. */
  readonly date_suspect: string | null;
  readonly owner: "self" | "spouse" | "joint" | "dependent" | null;
  readonly owner_unread: string | null;
  readonly asset_type: string;
  readonly asset_type_raw: string | null;
  readonly asset_name_raw: string;
  /** The Senate's labeled fields: `coupon`, `maturity`, `place`, `description`, `platform`. */
  readonly asset_details: Readonly<Record<string, string | null>> | null;
  readonly option: {
    readonly type: string | null;
    readonly strike: string | null;
    readonly expiry: string | null;
  } | null;
  readonly short_sale: boolean;
  /** The asset received in an exchange. */
  readonly received: { readonly ticker: string; readonly name: string } | null;
  readonly cap_gains_over_200: boolean | null;
  /** Account or trust that holds the asset. */
  readonly account: string | null;
  /** Status as printed: `New` or `Amended`. */
  readonly filing_status: string | null;
  readonly comment: string | null;
  /** `printed`: read from text. `ocr`: read from an image; an uncertain owner or notification date is null. */
  readonly confidence: "printed" | "ocr" | "reviewed";
}

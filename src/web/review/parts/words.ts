/** Words on the review pages for kinds of items, fields of a row, and parts of a report: a row, a page, or the whole report. */
import { PRINTED_RANGES } from "../../../domain/amount-range.ts";
import type { DecidedField } from "../../../domain/decision.ts";
import type { ReviewItem } from "../../../domain/review.ts";
import { type Html, html } from "../../html.ts";

export const KINDS: Readonly<Record<ReviewItem["kind"], string>> = {
  line: "Row",
  page: "Page",
  filer: "Filer",
  amendment: "Amendment",
};

export const FIELD_LABELS: Readonly<Record<DecidedField, string>> = {
  owner: "Owner",
  asset: "Asset",
  ticker: "Ticker",
  transactionType: "Type",
  transactionDate: "Traded",
  notificationDate: "Notified",
  amount: "Amount",
};

/** Returns `Row 3` for `txn_h8217343_03`, `Page 2` for `h8217343/p2`, `Report` for `h8217343`. */
export function formatPartName(id: string): string {
  const line = /^txn_.+_(\d+)$/.exec(id)?.[1];
  if (line !== undefined) return `Row ${Number(line)}`;
  const page = id.split("/p")[1];
  return page === undefined ? "Report" : `Page ${page}`;
}

/** Most frequent values of a field; any other valid one can be typed. */
export const SUGGESTIONS: { readonly [Field in DecidedField]?: readonly string[] } = {
  owner: ["SP", "JT", "DC", "Self", "Spouse", "Joint", "Child"],
  transactionType: ["P", "S", "S (partial)", "E"],
  amount: PRINTED_RANGES,
};

export function renderSuggestionLists(): Html {
  return html`${Object.entries(SUGGESTIONS).map(
    ([field, values]) =>
      html`<datalist id="choices-${field}">${values.map((value) => html`<option value="${value}">`)}</datalist>`,
  )}`;
}

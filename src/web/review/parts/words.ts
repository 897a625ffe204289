/** The words in which the pages for review speak of kinds, reasons and fields. */
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

export const FIELDS: Readonly<Record<DecidedField, string>> = {
  owner: "Owner",
  asset: "Asset",
  ticker: "Ticker",
  transactionType: "Type",
  transactionDate: "Traded",
  notificationDate: "Notified",
  amount: "Amount",
};

/** `transaction_after_filing` as `transaction after filing`. */
export function spaced(code: string): string {
  return code.replaceAll("_", " ");
}

/** `row 3 of h8217343` of `txn_h8217343_03`. */
export function nameOf(id: string): string {
  const [, filing, line] = /^txn_(.+)_(\d+)$/.exec(id) ?? [];
  if (line !== undefined) return `row ${Number(line)} of ${filing}`;
  const [whole, page] = id.split("/p");
  return page === undefined ? `report ${whole}` : `page ${page} of ${whole}`;
}

/** Values that a field has most often; any other that it may hold can be typed. */
export const CHOICES: { readonly [Field in DecidedField]?: readonly string[] } = {
  owner: ["SP", "JT", "DC", "Self", "Spouse", "Joint", "Child"],
  transactionType: ["P", "S", "S (partial)", "E"],
  amount: PRINTED_RANGES,
};

export function choiceLists(): Html {
  return html`${Object.entries(CHOICES).map(
    ([field, values]) =>
      html`<datalist id="choices-${field}">${values.map((value) => html`<option value="${value}">`)}</datalist>`,
  )}`;
}

/** Phrases that complete "it waits because ..." for review items. Codes: docs/codes.md, docs/sources/amendments.md. */
import type { RejectionCode } from "../base/error-codes.ts";
import type { UnsettledAmendment } from "./amendments/settlement.ts";
import type { ReviewSheet } from "./review.ts";

const AMENDMENTS: Readonly<Record<UnsettledAmendment["reason"], string>> = {
  none_fits: "no earlier trade fits",
  several_fit: "several earlier trades or reports fit equally well",
  original_not_found: "the report that it amends was not found",
  original_not_read: "the report that it amends has not been read",
  content_differs: "the earlier report with the same title says something else",
  nothing_restated: "the amendment has no trade",
  partly_restated: "it repeats only some rows of the report that it amends",
  lines_in_review: "rows that the amendment seems to leave out may be among its rows that still need review",
  line_unreadable: "the deleted row cannot be read",
  deleted_before: "the trade that it amends had already been deleted",
  decision_unknown: "no other filing has the trade or report that the decision refers to",
  decision_not_earlier: "the trade or report that the decision refers to was filed on a later day than the amendment",
  decision_taken: "the trade or report that the decision refers to has already been replaced or deleted",
  decision_circular: "the trade or report that the decision refers to already replaces this one",
};

const LINES: Readonly<Partial<Record<RejectionCode, string>>> = {
  uncertain: "a field could not be read with certainty",
  filer_not_a_member: "it is not known who filed the report",
  page_not_whole: "an earlier page of the report still needs review",
  transaction_after_filing: "the trade is dated after the day of filing",
  date_unreadable: "a date cannot be read",
  amount_unreadable: "the amount cannot be read",
  transaction_before_2008: "the trade is dated before 2008",
  transaction_type_missing: "the type of transaction is missing",
  asset_missing: "the asset is missing",
  no_disclosure_date: "it is not known when the report was filed",
  duplicate_line: "the report has two rows with this number",
};

const OTHERS: Readonly<Record<string, string>> = {
  owner_unread: "the owner could not be read",
  notification_unread: "the notification date could not be read",
  not_a_member: "the filer's name does not match exactly one member",
  unknown_page: "it is not a page of a known kind",
  attachment_unread: "it refers to an attachment that was not found",
  page_beside_form: "it is a letter or a different form in a report whose own form is empty",
  no_form: "the document has only correspondence or blank pages",
  pdf_damaged: "the page is damaged",
  image_damaged: "the page is damaged",
  missing_page_image: "the image of the page is missing",
};

const WORDS: Readonly<Record<string, string>> = { ...AMENDMENTS, ...LINES, ...OTHERS };

/** Formats a code as its phrase, or without underscores if the code has no phrase: `reader_timeout` as `reader timeout`. */
export function formatReasonCode(code: string): string {
  return WORDS[code] ?? code.replaceAll("_", " ");
}

/** Formats `Nancy Example: Sample Fund`, `...: page 2`, `...: report filed 2026-01-02`; an unknown member's name is as filed. */
export function formatSheetName({ filing, line, page }: Pick<ReviewSheet, "filing" | "line" | "page">): string {
  const asset = line?.fields.find(({ field }) => field === "asset");
  const named = asset?.reading || asset?.value;
  const what =
    line !== null ? named || `row ${line.line}` : page !== null ? `page ${page.page}` : formatReportName(filing);
  return `${filing.member ?? filing.filer}: ${what}`;
}

function formatReportName({ filed, title }: ReviewSheet["filing"]): string {
  return filed === null ? title : `report filed ${filed}`;
}

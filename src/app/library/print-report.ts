/** Converts a filing to the output of the command `parse` and of the library: the API's field names, the document's values. */
import type { RawFiling, RawTransaction } from "../../domain/printed-report.ts";
import { SCANNED_FIELDS, type ScannedFieldName, type ScannedLine } from "../../domain/scanned-page.ts";
import { parseDay } from "../../filings/normalise/disclosure.ts";
import { findFirstUnreadPage, findReviewReason, markFutureNoticeUncertain } from "../../filings/normalise/scanned.ts";
import { getSource } from "../../filings/sources/all.ts";
import type { PrintedLine, PrintedReport } from "./types.ts";

export function toPrintedReport(raw: RawFiling): PrintedReport {
  const { formFeatures } = getSource(raw.source);
  const unreadFrom = findFirstUnreadPage(raw);
  const filed = parseDay(raw.filedDate);
  return {
    source: raw.source,
    kind: raw.kind,
    doc_id: raw.docId,
    filer: raw.filer,
    state_district: raw.stateDistrict,
    ...(formFeatures.day === "signed" ? { signed_date: raw.signedDate } : { filed_date: raw.filedDate }),
    amendment: raw.amendment,
    pages: raw.pages,
    ...(raw.scan && {
      scanned_pages: raw.scan.pages.map(({ kind, turnDegrees, skew, failure }, at) => ({
        page: at + 1,
        kind,
        turn_degrees: turnDegrees,
        skew_degrees: skew.level,
        failure,
      })),
    }),
    transactions: raw.transactions.map((transaction) =>
      toPrintedLine(markFutureNoticeUncertain(transaction, filed), formFeatures.labelledDetails, unreadFrom),
    ),
    rejected: raw.rejected,
  };
}

function toPrintedLine(raw: RawTransaction, labelledDetails: boolean, unreadFrom: number): PrintedLine {
  const printed = {
    line: raw.line,
    id: raw.id,
    owner: raw.owner,
    asset: raw.assetCell,
    asset_name: raw.assetName,
    ticker: raw.ticker,
    asset_type_code: raw.assetTypeCode,
    ...(labelledDetails
      ? {
          asset_type: raw.assetType,
          tickers: raw.tickers,
          asset_parts: raw.assetParts,
          asset_details: raw.assetDetails,
        }
      : {}),
    transaction_type: raw.transactionType,
    transaction_date: raw.transactionDate,
    notification_date: raw.notificationDate,
    amount: raw.amount,
    cap_gains_over_200: raw.capGainsOver200,
    filing_status: raw.filingStatus,
    subholding: raw.subholding,
    location: raw.location,
    description: raw.description,
    comment: raw.comment,
    page: raw.page,
  };
  return raw.scan === undefined
    ? printed
    : { ...printed, ...toScannedLineFields(raw.scan), waits: findReviewReason(raw, unreadFrom) };
}

const NAMES: Readonly<Record<ScannedFieldName, string>> = {
  owner: "owner",
  asset: "asset",
  transactionType: "transaction_type",
  transactionDate: "transaction_date",
  notificationDate: "notification_date",
  amount: "amount",
};

/** Fields of a scanned line that override the printed ones: uncertain fields are null, and each field's reading is listed. */
function toScannedLineFields({ uncertain, row }: ScannedLine): Partial<PrintedLine> {
  const unread = uncertain.flatMap((field) => (field === "asset" ? ["asset", "asset_name"] : [NAMES[field]]));
  return {
    ...Object.fromEntries(unread.map((name) => [name, null])),
    uncertain: uncertain.map((field) => NAMES[field]),
    confidence: Math.min(...SCANNED_FIELDS.map((field) => row.fields[field].confidence)),
    handwritten: row.handwritten,
    box: row.box,
    readings: Object.fromEntries(
      SCANNED_FIELDS.map((field) => [
        NAMES[field],
        { reading: row.fields[field].reading, confidence: row.fields[field].confidence },
      ]),
    ),
  };
}

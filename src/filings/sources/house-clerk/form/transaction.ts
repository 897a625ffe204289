/** Converts a printed row to a transaction, with fields as printed. An invalid row becomes a rejected line with the reason. */
import type { RejectionCode } from "../../../../base/error-codes.ts";
import { splitAssetCell } from "../../../../domain/asset-cell.ts";
import type { RejectedLine } from "../../../../domain/filing.ts";
import { parsePrintedAmount } from "../../../../domain/printed-amount.ts";
import { createBlankLine, type RawTransaction } from "../../../../domain/printed-report.ts";
import { readDetails } from "./detail.ts";
import { joinBrokenLines, joinRuns } from "./line.ts";
import type { Row } from "./rows.ts";

const TYPE = /^(?:P|S|S \(partial\)|E)$/;
const DATE = /^\d{1,2}\/\d{1,2}\/\d{4}$/;
const OWNER = /^(?:SP|JT|DC)?$/;
const ID = /^\d*$/;
const STATUS = /^(?:New|Amended|Deleted)$/i;

/**
 * Pure. @param line number of the row in the report, from 1. @param classes true if the form prints every asset's class.
 * @throws {ParseError} like `readDetails`.
 */
export function readTransaction(
  line: number,
  row: Row,
  { classes }: { readonly classes: boolean },
): RawTransaction | RejectedLine {
  const copied = toRawLine(line, row);
  const reason =
    findRejectionReason(row, copied) ?? (classes && copied.assetTypeCode === null ? "no_asset_class" : null);
  return reason === null ? copied : { line, reason, text: formatPrintedRow(row) };
}

/** Pure. The row's fields as printed, valid or not. @throws {ParseError} like `readDetails`. */
export function toRawLine(line: number, row: Row): RawTransaction {
  const details = readDetails(row.details);
  const { cells } = row;
  const asset = splitAssetCell(cells.asset);
  return {
    ...createBlankLine(line),
    id: cells.id || null,
    owner: cells.owner || null,
    assetName: asset.name,
    assetCell: cells.asset,
    ticker: asset.ticker,
    assetTypeCode: asset.code,
    transactionType: cells.type,
    transactionDate: cells.date,
    notificationDate: cells.notification || null,
    amount: cells.amount,
    capGainsOver200: row.hasGainsTick,
    filingStatus: details.filingStatus || null,
    subholding: details.subholding || null,
    location: details.location || null,
    description: details.description || null,
    comment: details.comment || null,
    page: row.page,
  };
}

/** Finds why a row is rejected: its first field, in printed order, whose format is unknown; null if all fields are valid. */
function findRejectionReason({ cells }: Row, { filingStatus }: RawTransaction): RejectionCode | null {
  if (!ID.test(cells.id)) return "unknown_row_id";
  if (!OWNER.test(cells.owner)) return "unknown_owner";
  if (/^(?:\[..\])?$/.test(cells.asset)) return "no_asset";
  if (!TYPE.test(cells.type)) return cells.type === "" ? "no_transaction_type" : "unknown_transaction_type";
  if (!DATE.test(cells.date)) return cells.date === "" ? "no_transaction_date" : "unreadable_transaction_date";
  if (cells.notification !== "" && !DATE.test(cells.notification)) return "unreadable_notification_date";
  if (parsePrintedAmount(cells.amount) === null) return cells.amount === "" ? "no_amount" : "unreadable_amount";
  if (!STATUS.test(filingStatus ?? "")) return filingStatus ? "unknown_filing_status" : "no_filing_status";
  return null;
}

function formatPrintedRow({ cells, details }: Row): string {
  return joinBrokenLines([...Object.values(cells), ...details.map(({ runs }) => joinRuns(runs))]);
}

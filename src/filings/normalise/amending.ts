/** Reads what a filing amends: the Senate states it in the title, a paper form in a checkbox, the House row by row. */
import type { AmendingLine, DecidedAmendment, RejectedRow, StatedAmendments } from "../../domain/amendments/report.ts";
import type { RejectedLine } from "../../domain/filing.ts";
import type { RawFiling, RawTransaction } from "../../domain/printed-report.ts";
import type { Trade } from "../../domain/trade.ts";
import { parseDay } from "./disclosure.ts";

/**
 * Null unless the filing states an amendment, a person decided what the filing amends, or a row of a text report was rejected
 * only for its transaction date.
 * @param stated the amendment as stated in the report or its listing, `Amendment 1`.
 * @param normaliseLines normalizes the lines passed to it as if the filing had no other lines.
 */
export function readStatedAmendments(
  raw: RawFiling,
  stated: string | null,
  normaliseLines: (lines: readonly RawTransaction[]) => readonly Trade[],
  decided: readonly DecidedAmendment[] = [],
  rejected: readonly RejectedLine[] = [],
): StatedAmendments | null {
  const amending = raw.transactions.flatMap((line) => {
    const status = parseAmendingStatus(line);
    return status === null ? [] : [{ line, status }];
  });
  const misdated = listRowsRejectedForDate(raw, rejected, normaliseLines);
  if (stated === null && amending.length + decided.length + misdated.length === 0) return null;
  const deleted = amending.filter(({ status }) => status === "deleted").map(({ line }) => line);
  const trades = new Map(
    normaliseLines(deleted.map((line) => ({ ...line, filingStatus: null }))).map((trade) => [trade.line, trade]),
  );
  return {
    report: stated === null ? null : { number: parseAmendmentNumber(stated) },
    lines: amending.map(
      ({ line, status }): AmendingLine => ({
        line: line.line,
        status,
        rowId: line.id,
        deleted: status === "deleted" ? (trades.get(line.line) ?? null) : null,
      }),
    ),
    decided,
    ...(misdated.length > 0 && { rejected: misdated }),
  };
}

/** Rejection reasons about the transaction date. */
const DAY_REASONS: readonly RejectedLine["reason"][] = [
  "date_unreadable",
  "transaction_before_2008",
  "transaction_after_filing",
];

/** Rows of a text report that were rejected for their transaction date, which an amended row may correct. */
function listRowsRejectedForDate(
  raw: RawFiling,
  rejected: readonly RejectedLine[],
  normaliseLines: (lines: readonly RawTransaction[]) => readonly Trade[],
): readonly RejectedRow[] {
  const day = raw.signedDate;
  const misdated = new Set(rejected.filter(({ reason }) => DAY_REASONS.includes(reason)).map(({ line }) => line));
  if (raw.kind !== "text" || day === null || misdated.size === 0) return [];
  const lines = new Map(raw.transactions.filter(({ line }) => misdated.has(line)).map((line) => [line.line, line]));
  const trades = normaliseLines([...lines.values()].map((line) => ({ ...line, transactionDate: day })));
  return trades.map((trade) => {
    const { id = null, transactionDate = "" } = lines.get(trade.line) ?? {};
    return {
      line: trade.line,
      rowId: id,
      trade: { ...trade, transactionDate: parseDay(transactionDate) ?? trade.transactionDate },
    };
  });
}

function parseAmendingStatus({ filingStatus }: RawTransaction): AmendingLine["status"] | null {
  const status = filingStatus?.trim().toLowerCase();
  return status === "amended" || status === "deleted" ? status : null;
}

/** Parses the number in `Amendment 2`; null for paper reports, which print none. */
function parseAmendmentNumber(stated: string): number | null {
  const digits = /\d+/.exec(stated)?.[0];
  return digits === undefined ? null : Number(digits);
}

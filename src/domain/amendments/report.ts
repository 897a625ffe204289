/** A member's reports, each with what the report states about the amendments that it makes. */
import { compareTexts } from "../../base/compare-texts.ts";
import { type IsoDate, parseUsDate } from "../dates.ts";
import type { FilingSourceId } from "../filing.ts";
import type { Trade } from "../trade.ts";

/** What a filing states about the amendments that it makes. The filing's document does not name the amended filings. */
export interface StatedAmendments {
  /**
   * Set if the report says that it restates another report. The Senate's title `(Amendment 2)` or the checkbox of a paper form
   * says so. `number` is null if the form gives none.
   */
  readonly report: { readonly number: number | null } | null;
  /** House rows with status Amended or Deleted. */
  readonly lines: readonly AmendingLine[];
  /** People's decisions about what this filing amends. */
  readonly decided: readonly DecidedAmendment[];
  /** Rows rejected for their transaction date; absent if there are none. */
  readonly rejected?: readonly RejectedRow[];
}

/** A row with an impossible transaction date. */
export interface RejectedRow {
  readonly line: number;
  /** Same as in `AmendingLine`; null for a row that amends nothing. */
  readonly rowId: string | null;
  /** The row as a trade with the printed date. If the printed date is not a calendar date, the report's date is used. */
  readonly trade: Trade;
}

export interface DecidedAmendment {
  /** Null for the whole report. */
  readonly line: number | null;
  /** Id of the superseded trade or report; null if the amendment supersedes nothing. */
  readonly supersedes: string | null;
}

export interface AmendingLine {
  readonly line: number;
  readonly status: "amended" | "deleted";
  /** The House's id of the amended row (ten digits). The original does not print it, but other amendments of the row do. */
  readonly rowId: string | null;
  /** The deleted row as a trade; null if it is unreadable or `status` is `amended` (an amended row's trade is published). */
  readonly deleted: Trade | null;
}

export interface Report {
  /** `h20024542` or `s<uuid>`. */
  readonly id: string;
  readonly source: FilingSourceId;
  readonly docId: string;
  readonly title: string;
  readonly filedDate: IsoDate | null;
  /** Digest of the document; null if the document is not the report itself, e.g. the Senate's viewer page of a paper report. */
  readonly digest: string | null;
  /** True if the report's lines are known; false while the report waits to be fetched or read, or if it is unreadable. */
  readonly isRead: boolean;
  /**
   * Number of rejected lines, except lines that the filer deleted or that a person rejected in review. If no trade of this report
   * restates an earlier line, one of the rejected lines may restate the earlier line. The number is at least 1 if the report
   * itself needs review, because an unread page may have rows.
   */
  readonly linesOpen: number;
  readonly amending: StatedAmendments | null;
  /** True for a paper report. A paper amendment might contain only the changed lines. */
  readonly isPaper: boolean;
  /** Trades in line order. */
  readonly trades: readonly Trade[];
}

/** Orders reports as they were filed: by date, amendment number, id. */
export function compareFilingOrder(a: Report, b: Report): number {
  return (
    compareTexts(getReportDay(a), getReportDay(b)) ||
    getAmendmentRank(a) - getAmendmentRank(b) ||
    a.docId.length - b.docId.length ||
    compareTexts(a.docId, b.docId)
  );
}

/**
 * True if `a` was certainly filed before `b`. For reports of the same date, House document numbers decide. Paper and electronic
 * House reports are numbered separately: between two such reports, only an amendment is known to be later than an original.
 * Senate ids are random, so amendment numbers decide.
 */
export function isEarlier(a: Report, b: Report): boolean {
  const days = compareTexts(getReportDay(a), getReportDay(b));
  if (days !== 0 || a.id === b.id) return days < 0;
  if (!isNumericDocId(a.docId) || !isNumericDocId(b.docId)) return getAmendmentRank(a) < getAmendmentRank(b);
  if (a.docId.length !== b.docId.length) return !hasStatedAmendments(a) && hasStatedAmendments(b);
  return compareFilingOrder(a, b) < 0;
}

/** True for a numeric document id. Numbers follow the order of filing; other ids, such as UUIDs, do not. */
function isNumericDocId(docId: string): boolean {
  return /^\d+$/.test(docId);
}

/** True for the number of a paper report, which has fewer than eight digits; a report filed on the site has eight. */
export function isPaperDocId(docId: string): boolean {
  return isNumericDocId(docId) && docId.length < 8;
}

export function isFiledOnLaterDay(a: Report, b: Report): boolean {
  return getReportDay(a) > getReportDay(b);
}

function hasStatedAmendments({ amending }: Report): boolean {
  return amending !== null && (amending.report !== null || amending.lines.length > 0);
}

/** Returns 0 for an original, else the amendment number; 1 for an amendment without a number. */
export function getAmendmentRank({ amending }: Report): number {
  return amending?.report ? (amending.report.number ?? 1) : 0;
}

/** Parses the date in a Senate title (`Periodic Transaction Report for 12/12/2018`); an amendment repeats the original's date. */
export function parseTitleDay({ title }: Report): IsoDate | null {
  return parseUsDate(/\bfor\s+(\d{1,2}\/\d{1,2}\/\d{4})/i.exec(title)?.[1] ?? "");
}

export function getReportDay({ filedDate, trades }: Report): string {
  return filedDate ?? trades[0]?.filedDate ?? "";
}

/** A member's reports, with what each states about amending another. */
import { type IsoDate, parseUsDate } from "../dates.ts";
import type { FilingSourceId } from "../filing.ts";
import type { Trade } from "../trade.ts";

/** The amendments that a filing states; its document does not name the amended filings. */
export interface StatedAmendments {
  /** The Senate's title `(Amendment 2)`, or the checkbox of a paper form: the report restates another. `number` is null if the form gives none. */
  readonly report: { readonly number: number | null } | null;
  /** House rows with status Amended or Deleted. */
  readonly lines: readonly AmendingLine[];
  /** Decisions by people about this filing. */
  readonly decided: readonly DecidedAmendment[];
  /** Rows rejected for their transaction date; absent if there are none. */
  readonly rejected?: readonly RejectedRow[];
}

/** A row with an impossible transaction date. */
export interface RejectedRow {
  readonly line: number;
  /** Same as in `AmendingLine`; null for a row that amends nothing. */
  readonly rowId: string | null;
  /** The trade as it would be with the printed date, or with the report's date if the printed one is not a calendar date. */
  readonly trade: Trade;
}

export interface DecidedAmendment {
  /** Null for the whole report. */
  readonly line: number | null;
  /** Id of the superseded trade or report; null if it supersedes nothing. */
  readonly supersedes: string | null;
}

export interface AmendingLine {
  readonly line: number;
  readonly status: "amended" | "deleted";
  /** The House's id of the amended row (ten digits). The original does not print it, but other amendments of the row do. */
  readonly rowId: string | null;
  /** A deleted row as a trade; null if unreadable, and for an amended row, whose trade is published. */
  readonly deleted: Trade | null;
}

export interface Report {
  /** `h20024542` or `s<uuid>`. */
  readonly id: string;
  readonly source: FilingSourceId;
  readonly docId: string;
  readonly title: string;
  readonly filedDate: IsoDate | null;
  /** Digest of the document; null if the document does not contain the report itself, such as the Senate's viewer page of a paper report. */
  readonly digest: string | null;
  /** True if its lines are known: false for a filing that is waiting to be fetched or read, or is unreadable. */
  readonly isRead: boolean;
  /** Number of rejected lines, without those deleted or rejected in review; each may restate a line that no trade restates. */
  readonly linesOpen: number;
  readonly amending: StatedAmendments | null;
  /** Paper amendments may contain only the changed lines. */
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
 * True if `a` was certainly filed before `b`. On one date, House document numbers decide; between paper and electronic House
 * reports, which are numbered separately, only an amendment is later than an original. In the Senate, whose ids are random, the
 * amendment number decides.
 */
export function isEarlier(a: Report, b: Report): boolean {
  const days = compareTexts(getReportDay(a), getReportDay(b));
  if (days !== 0 || a.id === b.id) return days < 0;
  if (!isNumber(a.docId) || !isNumber(b.docId)) return getAmendmentRank(a) < getAmendmentRank(b);
  if (a.docId.length !== b.docId.length) return !isStatedAmendment(a) && isStatedAmendment(b);
  return compareFilingOrder(a, b) < 0;
}

/** True for a numeric document id. Numbers follow the order of filing; other ids, such as UUIDs, do not. */
function isNumber(docId: string): boolean {
  return /^\d+$/.test(docId);
}

/** True for the number of a paper report, which has fewer than the eight digits of reports filed on the site. */
export function isPaperNumber(docId: string): boolean {
  return isNumber(docId) && docId.length < 8;
}

/** True if `a` was filed on a later date than `b`. */
export function isOfLaterDay(a: Report, b: Report): boolean {
  return getReportDay(a) > getReportDay(b);
}

function isStatedAmendment({ amending }: Report): boolean {
  return amending !== null && (amending.report !== null || amending.lines.length > 0);
}

/** 0 for an original, 1 for its first amendment and for an unnumbered one. */
export function getAmendmentRank({ amending }: Report): number {
  return amending?.report ? (amending.report.number ?? 1) : 0;
}

/** The date in a Senate title (`Periodic Transaction Report for 12/12/2018`); an amendment repeats it. */
export function parseTitleDay({ title }: Report): IsoDate | null {
  return parseUsDate(/\bfor\s+(\d{1,2}\/\d{1,2}\/\d{4})/i.exec(title)?.[1] ?? "");
}

export function getReportDay({ filedDate, trades }: Report): string {
  return filedDate ?? trades[0]?.filedDate ?? "";
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

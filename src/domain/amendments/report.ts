/** A member's reports as the rules on amendments see them, and what each says of amending another. */
import { type IsoDate, usDate } from "../dates.ts";
import type { FilingSourceId } from "../filing.ts";
import type { Trade } from "../trade.ts";

/** The amendments that a filing states; its document does not name the filings that it amends. */
export interface StatedAmendments {
  /** The Senate's title `(Amendment 2)`, or the box of a paper form: the report restates another one. `number` is null where the form gives none. */
  readonly report: { readonly number: number | null } | null;
  /** The House's rows of status Amended or Deleted. */
  readonly lines: readonly AmendingLine[];
  /** Decisions of persons on it. */
  readonly decided: readonly DecidedAmendment[];
  /** Its rows that were rejected for their day of transaction; absent where there are none. */
  readonly rejected?: readonly RejectedRow[];
}

/** A row whose day of transaction cannot be. */
export interface RejectedRow {
  readonly line: number;
  /** Same as in `AmendingLine`; null for a row that amends nothing. */
  readonly rowId: string | null;
  /** The trade that it would be, on the day that it prints; on the day of the report where that is no day of the calendar. */
  readonly trade: Trade;
}

export interface DecidedAmendment {
  /** Null: the whole report. */
  readonly line: number | null;
  /** Id of the trade, or of the report, that it supersedes; null for none. */
  readonly supersedes: string | null;
}

export interface AmendingLine {
  readonly line: number;
  readonly status: "amended" | "deleted";
  /** The House's id of the amended row (ten digits); the original does not print it, another amendment of the row does. */
  readonly rowId: string | null;
  /** A deleted row as the trade that it would be; null where it cannot be read, and of an amended row, whose trade is published. */
  readonly deleted: Trade | null;
}

export interface Report {
  /** `h20024542` or `s<uuid>`. */
  readonly id: string;
  readonly source: FilingSourceId;
  readonly docId: string;
  readonly title: string;
  readonly filedDate: IsoDate | null;
  /** Digest of the document; null where it does not hold the report itself, as the Senate's viewer page of a paper report. */
  readonly digest: string | null;
  /** Its lines are known. That is false for a filing that waits to be fetched or read, or cannot be read. */
  readonly isRead: boolean;
  /** Lines that were rejected, those left out that were deleted or rejected in review: they may restate what no trade of the report does. */
  readonly linesOpen: number;
  readonly amending: StatedAmendments | null;
  /** Paper amendments may hold the changed lines alone. */
  readonly isPaper: boolean;
  /** Trades by line. */
  readonly trades: readonly Trade[];
}

/** The order of filing: day, number of the amendment, id. */
export function inOrderOfFiling(a: Report, b: Report): number {
  return (
    compared(dayOfReport(a), dayOfReport(b)) ||
    amendmentRank(a) - amendmentRank(b) ||
    a.docId.length - b.docId.length ||
    compared(a.docId, b.docId)
  );
}

/**
 * True if `a` was certainly filed before `b`. Within one day the House's numbers decide, but its paper is numbered separately and the
 * Senate's ids are random; then an amending filing comes after one that does not amend, and of two that amend neither is earlier.
 */
export function isEarlier(a: Report, b: Report): boolean {
  const days = compared(dayOfReport(a), dayOfReport(b));
  if (days !== 0 || a.id === b.id) return days < 0;
  if (!isNumber(a.docId) || !isNumber(b.docId)) return amendmentRank(a) < amendmentRank(b);
  if (a.docId.length !== b.docId.length) return !statesAmending(a) && statesAmending(b);
  return inOrderOfFiling(a, b) < 0;
}

/** True if a body numbers its reports. Numbers follow the order of filing; ids of another form, such as UUIDs, do not. */
function isNumber(docId: string): boolean {
  return /^\d+$/.test(docId);
}

/** Reports on paper have numbers of their own; those filed on the site have eight digits. */
export function isPaperNumber(docId: string): boolean {
  return isNumber(docId) && docId.length < 8;
}

/** True if `a` was filed on a later day than `b`. */
export function isOfLaterDay(a: Report, b: Report): boolean {
  return dayOfReport(a) > dayOfReport(b);
}

function statesAmending({ amending }: Report): boolean {
  return amending !== null && (amending.report !== null || amending.lines.length > 0);
}

/** 0 of an original, 1 of its first amendment, and where the form gives no number. */
export function amendmentRank({ amending }: Report): number {
  return amending?.report ? (amending.report.number ?? 1) : 0;
}

/** The day that a Senate title names (`Periodic Transaction Report for 12/12/2018`); an amendment repeats it. */
export function titleDay({ title }: Report): IsoDate | null {
  return usDate(/\bfor\s+(\d{1,2}\/\d{1,2}\/\d{4})/i.exec(title)?.[1] ?? "");
}

export function dayOfReport({ filedDate, trades }: Report): string {
  return filedDate ?? trades[0]?.filedDate ?? "";
}

function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

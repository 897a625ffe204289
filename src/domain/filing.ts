import type { FormerCode, RejectionCode } from "../base/error-codes.ts";
import type { IsoDate } from "./dates.ts";
import type { Chamber } from "./politician.ts";

/** Id of the public body that published a report, `house-clerk`. All ids stand in `filings/sources/all.ts`. */
export type FilingSourceId = string;

/** A source as the operator's settings leave it. */
export interface SourceState {
  readonly id: FilingSourceId;
  readonly chamber: Chamber;
  readonly isOff: boolean;
}

/**
 * The one state that every known filing is in. `pending` is a filing that an index names and whose document
 * has not been fetched or read yet; `withdrawn` is one that the index has ceased to name before anything of it was read; every other state is an outcome.
 */
export const FILING_STATES = [
  "pending",
  "parsed",
  "no_trades",
  "needs_ocr",
  "ocr",
  "needs_review",
  "unreadable",
  "missing_document",
  "withdrawn",
  "superseded",
  "not_a_member",
  "not_a_ptr",
] as const;
export type FilingState = (typeof FILING_STATES)[number];

/** States of filings without any known line. */
export const UNREAD_STATES: readonly FilingState[] = [
  "pending",
  "needs_ocr",
  "unreadable",
  "missing_document",
  "withdrawn",
];

/** True if nothing of a report is served, since it is not read or nothing in it is sure: the number of its trades is not known. */
export function isUnread(state: FilingState, hasListedTrades: boolean): boolean {
  return UNREAD_STATES.includes(state) || (state === "needs_review" && !hasListedTrades);
}

/** The entry of an index or a search for a filing, before its document is fetched. */
export interface FilingListing {
  /** `h20024542` or `s<uuid>`: what it is served under, for ever. */
  readonly id: string;
  readonly source: FilingSourceId;
  /** Document id at the source: `20024542`, or a lower-case UUID with dashes. */
  readonly docId: string;
  /** `ptr` electronic or scanned report, `paper` a Senate paper report (page images), `other` another kind of filing, which is counted and not read. */
  readonly kind: "ptr" | "paper" | "other";
  /** Year the source files it under (the folder of the House's URL; the year of receipt in the Senate). */
  readonly year: number;
  readonly filer: FilerName;
  /** `CA11`, `MT00`; null in the Senate. */
  readonly stateDistrict: string | null;
  /** Day it was filed as the index says; null where that is empty or impossible. */
  readonly filedDate: IsoDate | null;
  /** Title of the search row (Senate), or the House's filing-type code. */
  readonly title: string;
  readonly url: string;
}

/** A further row of the list for the same filing, under a different name or seat. */
export type AlsoListed = Pick<FilingListing, "filer" | "stateDistrict" | "filedDate" | "title">;

/** The filer's name as an index prints it, in its own fields. */
export interface FilerName {
  readonly prefix: string | null;
  readonly first: string;
  readonly last: string;
  readonly suffix: string | null;
}

/** `txn_h20024542_01`: permanent, at least two digits of line number. */
export function tradeId(filing: string, line: number): string {
  return `txn_${filing.replaceAll("-", "")}_${String(line).padStart(2, "0")}`;
}

const UUID_WITHOUT_DASHES = /^(.)(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** `txn_h20024542_01` -> filing `h20024542`, line 1; null for a text that `tradeId` does not make. */
export function filingAndLineOf(id: string): { readonly filingId: string; readonly line: number } | null {
  const [, filing, line] = /^txn_([a-z][0-9a-f]{1,32})_(\d{2,6})$/.exec(id) ?? [];
  if (filing === undefined || line === undefined) return null;
  return { filingId: filing.replace(UUID_WITHOUT_DASHES, "$1$2-$3-$4-$5-$6"), line: Number(line) };
}

/** A printed line that does not become a trade, stored with its reason; `text` is the line as printed. */
export interface RejectedLine {
  readonly line: number;
  /** Stable snake_case token, e.g. `deleted`, `transaction_after_filing`. */
  readonly reason: RejectionCode | FormerCode;
  readonly text: string;
  /** Id of the trade of a later report that corrects the line; absent where none does. */
  readonly correctedBy?: string;
}

/** True if a person has to decide about the line. */
export function waits({ reason, correctedBy }: RejectedLine): boolean {
  return correctedBy === undefined && !SETTLED_REASONS.includes(reason);
}

/** Reasons after which nothing about a line is left for a person to decide: the filer or a person took it back. */
export const SETTLED_REASONS: readonly RejectedLine["reason"][] = ["deleted", "rejected_in_review"];

import type { RejectionCode, RetiredCode } from "../base/error-codes.ts";
import type { IsoDate } from "./dates.ts";
import type { Chamber } from "./politician.ts";

/** Id of the public body that published a report, `house-clerk`. All ids are in `filings/sources/all.ts`. */
export type FilingSourceId = string;

/** A source and whether the operator's settings turn it off. */
export interface SourceState {
  readonly id: FilingSourceId;
  readonly chamber: Chamber;
  readonly isOff: boolean;
}

/**
 * The state of a known filing. `pending`: listed in an index, document not fetched or read yet. `withdrawn`: removed from the
 * list before it was read. All other states are results of fetching or reading.
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

/** States of filings without any known lines. */
export const UNREAD_STATES: readonly FilingState[] = [
  "pending",
  "needs_ocr",
  "unreadable",
  "missing_document",
  "withdrawn",
];

/** True if no line of a report is published: the report was not read, or no line is certain. Its trades cannot be counted. */
export function isUnread(state: FilingState, hasListedTrades: boolean): boolean {
  return UNREAD_STATES.includes(state) || (state === "needs_review" && !hasListedTrades);
}

/** A filing's entry in an index or a search, before its document is fetched. */
export interface FilingListing {
  /** `h20024542` or `s<uuid>`: the permanent id under which it is served. */
  readonly id: string;
  readonly source: FilingSourceId;
  /** Document id at the source: `20024542`, or a lower-case UUID with dashes. */
  readonly docId: string;
  /** `ptr`: electronic or scanned report. `paper`: Senate paper report (page images). `other`: any other filing, only counted. */
  readonly kind: "ptr" | "paper" | "other";
  /** The source's filing year (the folder in the House's URL, the year of receipt in the Senate). */
  readonly year: number;
  readonly filer: FilerName;
  /** `CA11`, `MT00`; null in the Senate. */
  readonly stateDistrict: string | null;
  /** Filing date in the index; null if missing or impossible. */
  readonly filedDate: IsoDate | null;
  /** Title of the Senate's search result, or the House's filing-type code. */
  readonly title: string;
  readonly url: string;
}

/** Another row of the list for the same filing, with a different name or seat. */
export type AlsoListed = Pick<FilingListing, "filer" | "stateDistrict" | "filedDate" | "title">;

/** The filer's name as printed in an index, in separate fields. */
export interface FilerName {
  readonly prefix: string | null;
  readonly first: string;
  readonly last: string;
  readonly suffix: string | null;
}

/** Formats the permanent id `txn_h20024542_01`; the line number has at least two digits. */
export function buildTradeId(filing: string, line: number): string {
  return `txn_${filing.replaceAll("-", "")}_${String(line).padStart(2, "0")}`;
}

const UUID_WITHOUT_DASHES = /^(.)(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** Parses `txn_h20024542_01` as filing `h20024542`, line 1; null if the text is not the id of a trade. */
export function parseTradeId(id: string): { readonly filingId: string; readonly line: number } | null {
  const [, filing, line] = /^txn_([a-z][0-9a-f]{1,32})_(\d{2,6})$/.exec(id) ?? [];
  if (filing === undefined || line === undefined) return null;
  return { filingId: filing.replace(UUID_WITHOUT_DASHES, "$1$2-$3-$4-$5-$6"), line: Number(line) };
}

/** A printed line that did not become a trade, with the reason; `text` is the line as printed. */
export interface RejectedLine {
  readonly line: number;
  /** Stable snake_case token, e.g. `deleted`, `transaction_after_filing`. */
  readonly reason: RejectionCode | RetiredCode;
  readonly text: string;
  /** Id of the correcting trade, which is in a later report; absent if no trade corrects the line. */
  readonly correctedBy?: string;
}

/** True if a person must decide about the line. */
export function needsDecision({ reason, correctedBy }: RejectedLine): boolean {
  return correctedBy === undefined && !SETTLED_REASONS.includes(reason);
}

/** Reasons that need no decision: the filer deleted the line, or a person rejected it. */
export const SETTLED_REASONS: readonly RejectedLine["reason"][] = ["deleted", "rejected_in_review"];

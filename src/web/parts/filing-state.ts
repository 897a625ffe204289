/** The meaning of a filing's state, in words for readers. */

import type { FilingState } from "../../domain/filing.ts";
import type { YearCoverage } from "../../publication/dataset/coverage.ts";

/**
 * `read`: everything in it is published. `partly`: part of it is pending review. `waiting`: it has not been read yet. `failed`: it could
 * not be read. `other`: it is not a member's transaction report.
 */
export type Standing = "read" | "partly" | "waiting" | "failed" | "other";

interface StateWords {
  readonly label: string;
  readonly sentence: string;
  readonly standing: Standing;
}

export const STATES: Readonly<Record<FilingState, StateWords>> = {
  parsed: {
    label: "Read",
    sentence: "The report was read; each of its lines is a trade, or is stored with the reason why it is not.",
    standing: "read",
  },
  ocr: {
    label: "Scan, read",
    sentence: "The report is a scanned image; every line could be read for sure.",
    standing: "read",
  },
  no_trades: { label: "Nothing to report", sentence: "The report was read; it names no trade.", standing: "read" },
  superseded: {
    label: "Replaced",
    sentence: "Every trade of the report was replaced or taken back by an amendment.",
    standing: "read",
  },
  needs_review: {
    label: "Waits for a person",
    sentence:
      "Something of the report could not be read for sure, or is not certain; it is not served until a person has looked.",
    standing: "partly",
  },
  pending: {
    label: "Not read yet",
    sentence: "The official list names the report; it has not been fetched and read yet.",
    standing: "waiting",
  },
  needs_ocr: {
    label: "Scan, not read yet",
    sentence: "The report is a scanned image whose text has not been recognised yet.",
    standing: "waiting",
  },
  unreadable: {
    label: "Could not be read",
    sentence: "The document was fetched and could not be read.",
    standing: "failed",
  },
  missing_document: {
    label: "Document missing",
    sentence:
      "The official list names the report; the official site does not have its document, or not at the stored address.",
    standing: "failed",
  },
  withdrawn: {
    label: "Taken off the list",
    sentence: "The official list named the report once and names it no more; nothing of it could be read.",
    standing: "failed",
  },
  not_a_member: {
    label: "Not by a member",
    sentence:
      "No single member of Congress was found for the filer, who may be a candidate or an officer; nothing of it is served.",
    standing: "other",
  },
  not_a_ptr: {
    label: "Another kind of filing",
    sentence: "It is no report of transactions, such as a yearly statement; it is counted and left alone.",
    standing: "other",
  },
};

export const STANDINGS: Readonly<Record<Standing, string>> = {
  read: "Read in full",
  partly: "Partly waits for a person",
  waiting: "Not read yet",
  failed: "Could not be read",
  other: "Not a member's report of trades",
};

/** Standings of transaction reports, from best to worst. */
export const REPORT_STANDINGS = ["read", "partly", "waiting", "failed"] as const;

/** Number of filings by standing. */
export function byStanding(states: YearCoverage["states"]): Readonly<Record<Standing, number>> {
  const sums = { read: 0, partly: 0, waiting: 0, failed: 0, other: 0 };
  for (const [state, filings] of Object.entries(states)) sums[STATES[state as FilingState].standing] += filings;
  return sums;
}

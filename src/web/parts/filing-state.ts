/** The meaning of a filing's state, in words for readers. */
import type { FilingState } from "../../domain/filing.ts";
import type { YearCoverage } from "../../publication/dataset/coverage.ts";

/**
 * `read`: everything in the filing is published. `partly`: part of the filing needs review. `waiting`: it has not been read yet.
 * `failed`: it could not be read. `other`: it is not a member's transaction report.
 */
export type ReadingProgress = "read" | "partly" | "waiting" | "failed" | "other";

interface StateWords {
  readonly label: string;
  readonly sentence: string;
  readonly progress: ReadingProgress;
}

export const STATES: Readonly<Record<FilingState, StateWords>> = {
  parsed: {
    label: "Read",
    sentence: "The report was read; each line is a trade or is stored with the reason why not.",
    progress: "read",
  },
  ocr: {
    label: "Scan, read",
    sentence: "The report is a scanned image; every line was read, and anything uncertain is marked.",
    progress: "read",
  },
  no_trades: { label: "Nothing to report", sentence: "The report was read; it lists no trade.", progress: "read" },
  superseded: {
    label: "Replaced",
    sentence: "Every trade in the report was replaced or withdrawn by an amendment.",
    progress: "read",
  },
  needs_review: {
    label: "Needs review",
    sentence:
      "Part of the report could not be read, or is not certain, and is not published until a person reviews it.",
    progress: "partly",
  },
  pending: {
    label: "Not read yet",
    sentence: "The report is on the official list; it has not been downloaded and read yet.",
    progress: "waiting",
  },
  needs_ocr: {
    label: "Scan, not read yet",
    sentence: "The report is a scanned image that has not been read yet.",
    progress: "waiting",
  },
  unreadable: {
    label: "Could not be read",
    sentence: "The document was downloaded but could not be read.",
    progress: "failed",
  },
  missing_document: {
    label: "Document missing",
    sentence: "The report is on the official list, but the official site has no document at the stored address.",
    progress: "failed",
  },
  withdrawn: {
    label: "Removed from the list",
    sentence: "The report was once on the official list and no longer is; nothing of it could be read.",
    progress: "failed",
  },
  not_a_member: {
    label: "Not by a member",
    sentence:
      "The filer could not be matched to exactly one member of Congress and may be a candidate or an officer. Nothing from the filing is published.",
    progress: "other",
  },
  not_a_ptr: {
    label: "Other filing type",
    sentence: "Not a transaction report (for example a yearly statement); it is counted and not read.",
    progress: "other",
  },
};

export const PROGRESS_LABELS: Readonly<Record<ReadingProgress, string>> = {
  read: "Read in full",
  partly: "Read in part; rest needs review",
  waiting: "Not read yet",
  failed: "Could not be read",
  other: "Not a member's report of trades",
};

/** Reading progress of transaction reports, from best to worst. */
export const REPORT_PROGRESS = ["read", "partly", "waiting", "failed"] as const;

export function countByProgress(states: YearCoverage["states"]): Readonly<Record<ReadingProgress, number>> {
  const sums = { read: 0, partly: 0, waiting: 0, failed: 0, other: 0 };
  for (const [state, filings] of Object.entries(states)) sums[STATES[state as FilingState].progress] += filings;
  return sums;
}

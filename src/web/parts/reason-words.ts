/** Reasons why something is not published, as sentences for readers. */
import { ERROR_CODES } from "../../base/error-codes.ts";
import type { UnsettledAmendment } from "../../domain/amendments/settlement.ts";
import type { Reason } from "../../domain/reason.ts";

/** Returns a reason code's sentence. A code without a sentence, such as a code of an earlier release, is returned unchanged. */
export function getReasonSentence(code: string): string {
  return (ERROR_CODES as Readonly<Record<string, string>>)[code] ?? code;
}

/** Returns details to show after the reason code's sentence. Empty if that sentence already contains the details. */
export function getExtraDetail({ code, detail }: Reason): string {
  return code === "no_usable_row" || code === "deleted_rows" ? "" : detail;
}

/** Reasons why it is uncertain which line or report an amendment corrects. */
const AMENDMENTS: Readonly<Record<UnsettledAmendment["reason"], string>> = {
  none_fits: "No earlier line is certain to be the one it corrects.",
  several_fit: "Several earlier lines or reports could be the one it corrects.",
  original_not_found: "The report it corrects was not found.",
  original_not_read: "The report it corrects is known but has not been read.",
  content_differs: "An earlier report has the same title, but its content differs.",
  nothing_restated: "It contains no trade.",
  partly_restated: "It repeats only some lines of the report it corrects; the others stay.",
  lines_in_review:
    "It seems to leave out lines of the report it corrects, but they may be among its own lines that still need review.",
  line_unreadable: "The row that withdraws a trade cannot be read.",
  deleted_before: "The trade it corrects was withdrawn earlier.",
  decision_unknown: "The reviewer named a trade or report that does not exist.",
  decision_not_earlier: "The reviewer named a trade or report filed on a later day, which this one cannot replace.",
  decision_taken: "The trade or report the reviewer named has been replaced or withdrawn.",
  decision_circular: "The reviewer named a trade or report that already replaces this one.",
};

export function getAmendmentSentence(reason: string): string {
  return (AMENDMENTS as Readonly<Record<string, string>>)[reason] ?? reason;
}

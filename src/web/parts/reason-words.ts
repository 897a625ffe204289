/** Reasons why something is not published, as sentences for readers. */

import { ERROR_CODES } from "../../base/error-codes.ts";
import type { UnsettledAmendment } from "../../domain/amendments/settlement.ts";
import type { Reason } from "../../domain/reason.ts";

/** The sentence for a code of the catalog; an unknown code from an earlier release is shown as it is. */
export function sentenceOf(code: string): string {
  return (ERROR_CODES as Readonly<Record<string, string>>)[code] ?? code;
}

/** Details in addition to the code's sentence; empty if that already says it. */
export function detailOf({ code, detail }: Reason): string {
  return code === "no_usable_row" || code === "deleted_rows" ? "" : detail;
}

/** Reasons why the target of an amendment is uncertain. */
const AMENDMENTS: Readonly<Record<UnsettledAmendment["reason"], string>> = {
  none_fits: "No earlier line is surely the one that it corrects.",
  several_fit: "Several earlier lines or reports could be the one that it corrects.",
  original_not_found: "The report that it corrects was not found.",
  original_not_read: "The report that it corrects is known, but has not been read.",
  content_differs: "The report of the same title says something else.",
  nothing_restated: "It holds no trade.",
  partly_restated: "It repeats only some lines of the report that it corrects; the others stay.",
  lines_in_review: "Lines that it seems to drop may be among its own that wait for a person.",
  line_unreadable: "The row that takes something back cannot be read.",
  deleted_before: "What it corrects was taken back before.",
  decision_unknown: "A person named something that does not exist.",
  decision_not_earlier: "What a person named was filed later.",
  decision_taken: "What a person named has been replaced by something else, or was taken back.",
  decision_circular: "What a person named stands in this one's own place.",
};

export function amendmentSentence(reason: string): string {
  return (AMENDMENTS as Readonly<Record<string, string>>)[reason] ?? reason;
}

/** Sentences about reports missing from a list of trades. */
import { pluralize } from "./count-words.ts";

/** Formats `not read: 28 reports`, shown in place of 0 or beside a count that may be too low; empty if all reports were read. */
export function formatUnreadCount(unreadReports: number): string {
  return unreadReports === 0 ? "" : `not read: ${pluralize(unreadReports, "report")}`;
}

/** @param states numbers of filings by state; absent states count as 0. */
export function formatMissingReports(states: Readonly<Partial<Record<string, number>>>): string {
  const phrases = (
    [
      ["pending", "not read yet", "not read yet"],
      ["needs_ocr", "scan not read yet", "scans not read yet"],
      ["needs_review", "filing awaiting human review", "filings awaiting human review"],
      ["unreadable", "that could not be read", "that could not be read"],
      [
        "missing_document",
        "whose document is missing on the official site",
        "whose documents are missing on the official sites",
      ],
    ] as const
  ).flatMap(([state, one, many]) => {
    const filings = states[state] ?? 0;
    return filings === 0 ? [] : [pluralize(filings, one, many)];
  });
  const last = phrases.pop();
  if (last === undefined) {
    return Object.values(states).some(Boolean) ? "Every known report has been read." : "No report is known yet.";
  }
  return `Reports that are missing from this list, or only partly in it: ${phrases.length > 0 ? `${phrases.join(", ")} and ${last}` : last}.`;
}

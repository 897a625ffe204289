/** What a list does not contain, from what is known of every filing. */
import type { Coverage } from "../../dataset/coverage.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { count, counted } from "./words.ts";

/** @param states numbers of filings by state; those that are no number are none. */
export function missingSentence(states: Readonly<Partial<Record<string, number>>>): string {
  const said = (
    [
      ["pending", "not read yet", "not read yet"],
      ["needs_ocr", "scan that waits to be read", "scans that wait to be read"],
      ["needs_review", "filing that waits for a person", "filings that wait for a person"],
      ["unreadable", "that could not be read", "that could not be read"],
      ["missing_document", "whose document does not exist", "whose documents do not exist"],
    ] as const
  ).flatMap(([state, one, many]) => {
    const filings = states[state] ?? 0;
    return filings === 0 ? [] : [counted(filings, one, many)];
  });
  const last = said.pop();
  if (last === undefined) return "Every known report has been read.";
  return `Reports that are not, or not wholly, in this list: ${said.length > 0 ? `${said.join(", ")} and ${last}` : last}.`;
}

/** @param whose a sentence on the numbers, where the list is of one subject and they are of all. */
export function missingFromList(links: Links, { totals }: Coverage, whose?: string): Html {
  const repeats = totals.possible_repeats;
  return html`<aside class="missing"><p>${missingSentence(totals.states)}${
    totals.rejected > 0 && ` ${count(totals.rejected)} lines could not be understood and are left out.`
  }${
    repeats > 0 && ` ${count(repeats)} trades may be the same as one of an earlier report, and are in it.`
  }${whose !== undefined && ` ${whose}`} <a href="${links.to("/coverage")}">Coverage</a></p></aside>`;
}

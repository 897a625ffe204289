/** Renders a note on what a list does not contain. The note is based on all known filings, not only on the list's filings. */
import { formatMissingReports } from "../../domain/missing-reports.ts";
import type { Coverage, YearCoverage } from "../../publication/dataset/coverage.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { pluralize } from "./words.ts";

/** @param lastSentence an additional last sentence, specific to the list's security or industry. */
export function renderMissingFromList(
  links: Links,
  { totals, years, open_amendments: open }: Coverage,
  lastSentence?: string,
): Html {
  const repeats = totals.possible_repeats;
  const sentences = [
    formatMissingReports(totals.states),
    ...describeLeftOutLines(totals.rejected, years),
    open > 0 &&
      `For ${pluralize(open, "amendment")} it is not certain what ${open === 1 ? "it corrects" : "they correct"}; until that is settled, both the correction and the trades it may replace are listed.`,
    repeats > 0 &&
      `${pluralize(repeats, "trade")} in the list may repeat ${repeats === 1 ? "one" : "trades"} of an earlier report.`,
    lastSentence,
  ];
  return html`<aside class="missing"><p>${sentences.map((each) => each && `${each} `)}<a href="${links.to("/coverage")}">Coverage</a></p></aside>`;
}

/** States how many lines are left out: lines not understood, marked as deleted by the filer, or rejected in review. */
function describeLeftOutLines(rejected: number, years: readonly YearCoverage[]): readonly string[] {
  const countLinesWith = (reason: string) => years.reduce((sum, { reasons }) => sum + (reasons.lines[reason] ?? 0), 0);
  const deleted = countLinesWith("deleted");
  const refused = countLinesWith("rejected_in_review");
  const unclear = rejected - deleted - refused;
  return [
    ...(unclear > 0
      ? [`${pluralize(unclear, "line")} could not be understood and ${pickIsOrAre(unclear)} left out.`]
      : []),
    ...(deleted > 0
      ? [`${pluralize(deleted, "line")} that the filer marked as deleted ${pickIsOrAre(deleted)} left out.`]
      : []),
    ...(refused > 0
      ? [`${pluralize(refused, "line")} that a reviewer found not to be a trade ${pickIsOrAre(refused)} left out.`]
      : []),
  ];
}

function pickIsOrAre(number: number): string {
  return number === 1 ? "is" : "are";
}

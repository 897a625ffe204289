/** Note on what a list does not contain, based on all known filings. */

import { missingSentence } from "../../domain/missing-reports.ts";
import type { Coverage, YearCoverage } from "../../publication/dataset/coverage.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { counted } from "./words.ts";

/** @param whose a sentence on the numbers, if the list has one subject but they cover all. */
export function missingFromList(
  links: Links,
  { totals, years, open_amendments: open }: Coverage,
  whose?: string,
): Html {
  const repeats = totals.possible_repeats;
  const sentences = [
    missingSentence(totals.states),
    ...leftOut(totals.rejected, years),
    open > 0 &&
      `${counted(open, "amendment")} ${open === 1 ? "waits" : "wait"} because it is not certain what ${open === 1 ? "it corrects" : "they correct"}; until then both the correction and the trades it may replace are listed.`,
    repeats > 0 &&
      `${counted(repeats, "trade")} in the list may repeat ${repeats === 1 ? "one" : "trades"} of an earlier report.`,
    whose,
  ];
  return html`<aside class="missing"><p>${sentences.map((each) => each && `${each} `)}<a href="${links.to("/coverage")}">Coverage</a></p></aside>`;
}

/** Lines that are not trades: those that could not be parsed, and those that could but were withdrawn by the filer or in review. */
function leftOut(rejected: number, years: readonly YearCoverage[]): readonly string[] {
  const linesWith = (reason: string) => years.reduce((sum, { reasons }) => sum + (reasons.lines[reason] ?? 0), 0);
  const deleted = linesWith("deleted");
  const refused = linesWith("rejected_in_review");
  const unclear = rejected - deleted - refused;
  return [
    ...(unclear > 0
      ? [`${counted(unclear, "line")} could not be read with certainty and ${isOrAre(unclear)} left out.`]
      : []),
    ...(deleted > 0
      ? [`${counted(deleted, "line")} that the filer marked as deleted ${isOrAre(deleted)} left out.`]
      : []),
    ...(refused > 0
      ? [`${counted(refused, "line")} that a reviewer found not to be a trade ${isOrAre(refused)} left out.`]
      : []),
  ];
}

function isOrAre(number: number): string {
  return number === 1 ? "is" : "are";
}

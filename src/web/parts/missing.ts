/** Note on what a list does not contain, from what is known of every filing. */
import type { Coverage } from "../../dataset/coverage.ts";
import { missingSentence } from "../../domain/missing-reports.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { count } from "./words.ts";

/** @param whose a sentence on the numbers, where the list is of one subject and they are of all. */
export function missingFromList(links: Links, { totals }: Coverage, whose?: string): Html {
  const repeats = totals.possible_repeats;
  return html`<aside class="missing"><p>${missingSentence(totals.states)}${
    totals.rejected > 0 && ` ${count(totals.rejected)} lines could not be understood and are left out.`
  }${
    repeats > 0 && ` ${count(repeats)} trades may be the same as one of an earlier report, and are in it.`
  }${whose !== undefined && ` ${whose}`} <a href="${links.to("/coverage")}">Coverage</a></p></aside>`;
}

/** Freshness of each source, and its last failure. */

import { parseReason } from "../../../domain/reason.ts";
import type { Coverage, SourceFreshness } from "../../../publication/dataset/coverage.ts";
import { type Html, html } from "../../html.ts";
import { getSourceName, wasSkipped } from "../../parts/notice.ts";
import { getReasonSentence } from "../../parts/reason-words.ts";
import { renderStartedFromNote } from "../../parts/started-from.ts";
import { pluralize, renderInstant } from "../../parts/words.ts";

const CONDITIONS: Readonly<Record<SourceFreshness["status"], string>> = {
  ok: "Responding",
  stale: "No successful check for more than a day, or its last answer was not plausible",
  blocked: "Refuses our requests; this does not mean that there is nothing",
  failing: "Failed at the last attempt",
  never: "Not contacted yet, or never responded",
  off: "Not turned on by the operator",
};

export function renderFreshnessSection({ sources, held_publications: held, ...coverage }: Coverage): Html {
  return html`<section><h2>How current the data is</h2>
<table class="fields"><thead><tr><th scope="col">Source</th><th scope="col">Condition</th><th scope="col">Last success</th><th scope="col">Last error</th></tr></thead>
<tbody>
${sources.map(
  (
    each,
  ) => html`<tr><th scope="row">${getSourceName(each.source)}</th><td>${wasSkipped(each) ? "Skipped at the last attempt" : CONDITIONS[each.status]}</td><td data-label="Last success">${each.last_success_at === null ? "never" : renderInstant(each.last_success_at)}</td><td data-label="Last error">${renderLastError(each)}</td></tr>
`,
)}</tbody></table>
${held.length > 0 && html`<p>${pluralize(held.length, "publication")} ${held.length === 1 ? "waits" : "wait"} for the operator's approval, because more would change than usual; the filings in ${held.length === 1 ? "it" : "them"} are counted as before.</p>`}${renderStartedFromNote(coverage)}</section>`;
}

function renderLastError({ last_error, last_error_at }: SourceFreshness): Html {
  if (last_error === null) return html`none`;
  const { code, detail } = parseReason(last_error);
  return html`${getReasonSentence(code)}<small class="note">${detail}${last_error_at !== null && html` (${renderInstant(last_error_at)})`}</small>`;
}

/** Filings that a filing amends or that amend it, and what is uncertain about that. */
import { filingAndLineOf } from "../../../domain/filing.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { amendmentSentence } from "../../parts/reason-words.ts";
import type { FilingRecord } from "../../records.ts";

export function amendmentsSection(links: Links, { filing, trades, amendmentPending: pending }: FilingRecord): Html {
  const corrects = filingsOf(trades.map(({ supersedes }) => supersedes));
  const correctedBy = filingsOf(trades.map(({ supersededBy }) => supersededBy));
  const isAlone = corrects.length + correctedBy.length + pending.length === 0;
  return html`<section><h2>Corrections</h2>
${isAlone && html`<p>It corrects no known filing, and none corrects it.</p>`}${
  corrects.length > 0 && html`<p>It corrects ${linksTo(links, corrects)}.</p>`
}${correctedBy.length > 0 && html`<p>It is corrected by ${linksTo(links, correctedBy)}.</p>`}${
  pending.length > 0 && html`<ul>${pending.map((each) => open(links, filing.id, each))}</ul>`
}</section>`;
}

/** The filings of these trades, or these filings, without duplicates. */
function filingsOf(ids: readonly (string | null)[]): readonly string[] {
  return [...new Set(ids.flatMap((id) => (id === null ? [] : [filingAndLineOf(id)?.filingId ?? id])))];
}

function open(links: Links, ownId: string, { id, reason, candidates }: FilingRecord["amendmentPending"][number]): Html {
  return html`<li><strong>Not certain yet:</strong> what ${id === ownId ? "this filing" : linksTo(links, [id])} corrects. ${amendmentSentence(reason)}${candidates.length > 0 && html` Perhaps ${linksTo(links, candidates)}.`}</li>
`;
}

function linksTo(links: Links, ids: readonly string[]): Html {
  return html`${ids.map((id, at) => html`${at > 0 && ", "}<a href="${id.startsWith("txn_") ? links.trade(id) : links.filing(id)}">${id}</a>`)}`;
}

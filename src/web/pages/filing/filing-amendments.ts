/** Filings that a filing amends or that amend it, and what is uncertain about that. */
import { parseTradeId } from "../../../domain/filing.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { getAmendmentSentence } from "../../parts/reason-words.ts";
import type { FilingRecord } from "../../records.ts";

export function renderAmendmentsSection(
  links: Links,
  { filing, trades, amendmentPending: pending }: FilingRecord,
): Html {
  const corrects = listFilingIds(trades.map(({ supersedes }) => supersedes));
  const correctedBy = listFilingIds(trades.map(({ supersededBy }) => supersededBy));
  const isAlone = corrects.length + correctedBy.length + pending.length === 0;
  return html`<section><h2>Corrections</h2>
${isAlone && html`<p>It corrects no known filing, and none corrects it.</p>`}${
  corrects.length > 0 && html`<p>It corrects ${renderLinksTo(links, corrects)}.</p>`
}${correctedBy.length > 0 && html`<p>It is corrected by ${renderLinksTo(links, correctedBy)}.</p>`}${
  pending.length > 0 && html`<ul>${pending.map((each) => open(links, filing.id, each))}</ul>`
}</section>`;
}

/** The filings of these trades, or these filings, without duplicates. */
function listFilingIds(ids: readonly (string | null)[]): readonly string[] {
  return [...new Set(ids.flatMap((id) => (id === null ? [] : [parseTradeId(id)?.filingId ?? id])))];
}

function open(links: Links, ownId: string, { id, reason, candidates }: FilingRecord["amendmentPending"][number]): Html {
  return html`<li><strong>Not certain yet:</strong> what ${id === ownId ? "this filing" : renderLinksTo(links, [id])} corrects. ${getAmendmentSentence(reason)}${candidates.length > 0 && html` Perhaps ${renderLinksTo(links, candidates)}.`}</li>
`;
}

function renderLinksTo(links: Links, ids: readonly string[]): Html {
  return html`${ids.map((id, at) => html`${at > 0 && ", "}<a href="${id.startsWith("txn_") ? links.toTrade(id) : links.toFiling(id)}">${id}</a>`)}`;
}

/** The page for an unknown trade id, with suggestions. */
import { parseTradeId } from "../../../domain/filing.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import type { Rendered } from "../../page.ts";
import { STATES } from "../../parts/filing-state.ts";
import { getReasonSentence } from "../../parts/reason-words.ts";
import type { FilingRecord, Records } from "../../records.ts";

const MOST_NAMED = 20;

export async function renderUnknownTrade(
  { links, records }: { readonly links: Links; readonly records: Pick<Records, "findFiling"> },
  id: string,
): Promise<Rendered> {
  const shown = id.slice(0, 64);
  const named = parseTradeId(id);
  const record = named ? await records.findFiling(named.filingId) : undefined;
  return {
    status: 404,
    title: "No such trade",
    description: "No trade has this id.",
    canonical: `/trades/${encodeURIComponent(shown.toWellFormed())}`,
    main: html`<h1>No such trade</h1>
<p>No trade has the id <code>${shown}</code>.</p>
${named && record ? renderKnownFiling(links, record, named.line) : FORM}
<p><a href="${links.toLatestTrades()}">Latest trades</a> · <a href="${links.to("/coverage")}">Coverage: what is known and what is missing</a></p>`,
  };
}

const FORM = html`<p>An id names the filing and the line, such as <code>txn_h20024542_01</code>: <code>h</code> or <code>s</code> for House or Senate, the official number of the document, and the number of the line.</p>`;

function renderKnownFiling(links: Links, { filing, trades, rejected }: FilingRecord, line: number): Html {
  const refused = rejected.find((each) => each.line === line);
  const named = trades.slice(0, MOST_NAMED);
  return html`<p>The filing it names is known: <a href="${links.toFiling(filing.id)}">${filing.id}</a>. ${STATES[filing.state].sentence}</p>
${refused && html`<p>Its line ${line} is stored, but not served as a trade: ${getReasonSentence(refused.reason)}</p>`}${
  named.length > 0 &&
  html`<p>Trades of this filing: ${named.map(({ trade: { id } }, at) => html`${at > 0 && ", "}<a href="${links.toTrade(id)}">${id}</a>`)}${trades.length > named.length && html` and ${trades.length - named.length} more`}.</p>`
}`;
}

import { parseTradeId } from "../../../domain/filing.ts";
import { PUBLIC_FIELDS, type PublicTrade } from "../../../domain/public-trade.ts";
import { buildHeadlineParts, formatHeadline, lowercaseFirst } from "../../../domain/trade-headline.ts";
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import { readTrade } from "../../../publication/export/columns.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import type { Rendered } from "../../page.ts";
import { STATES } from "../../parts/filing-state.ts";
import { renderPersonLink } from "../../parts/person.ts";
import { getReasonSentence } from "../../parts/reason-words.ts";
import type { FilingRecord, Records } from "../../records.ts";

/** A trade's page while the store is unavailable: public fields and a note on the others. Null for a trade not in the dataset. */
export function renderTradeWithoutRecord(links: Links, dataset: Dataset, id: string): Rendered | null {
  const named = parseTradeId(id);
  const position = named && dataset.findTradesOfFiling(named.filingId).find((at) => dataset.getSummaryAt(at).id === id);
  if (position == null) return null;
  const trade = readTrade(dataset.getTradeAt(position));
  const summary = dataset.getSummaryAt(position);
  const { action, asset } = buildHeadlineParts(summary);
  const rows = Object.keys(PUBLIC_FIELDS) as (keyof PublicTrade)[];
  return {
    status: 503,
    title: `${trade.politician}: ${lowercaseFirst(formatHeadline(summary))}, ${trade.transaction_date}`,
    description: "A trade. Only its public fields are available right now.",
    canonical: `/trades/${id}`,
    main: html`<h1>${action} <bdi>${asset}</bdi></h1>
<p class="standfirst">${renderPersonLink(links, { id: trade.politician_id, name: trade.politician })}</p>
<p class="notice stale" role="note"><strong>The filing store is not responding.</strong> Below is this trade as published. Once the store responds again, this page also shows the line in the report, the printed words, corrections and lateness; reload the page in a minute.</p>
<table class="fields"><tbody>
${rows.map(
  (name) => html`<tr><th scope="row"><code>${name}</code></th><td><bdi>${trade[name]}</bdi></td></tr>
`,
)}</tbody></table>`,
  };
}

const MAX_NAMED = 20;

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
  const named = trades.slice(0, MAX_NAMED);
  return html`<p>The filing named in this id is known: <a href="${links.toFiling(filing.id)}">${filing.id}</a>. ${STATES[filing.state].sentence}</p>
${refused && html`<p>Line ${line} of this filing is stored, but is not published as a trade: ${getReasonSentence(refused.reason)}</p>`}${
  named.length > 0 &&
  html`<p>Trades of this filing: ${named.map(({ trade: { id } }, at) => html`${at > 0 && ", "}<a href="${links.toTrade(id)}">${id}</a>`)}${trades.length > named.length && html` and ${trades.length - named.length} more`}.</p>`
}`;
}

import { parseTradeId } from "../../../domain/filing.ts";
import { PUBLIC_FIELDS, type PublicTrade } from "../../../domain/public-trade.ts";
import { buildHeadlineParts, formatHeadline, lowercaseFirst } from "../../../domain/trade-headline.ts";
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import { html } from "../../html.ts";
import type { Links } from "../../links.ts";
import type { Rendered } from "../../page.ts";
import { renderPersonLink } from "../../parts/person.ts";

/** The page of a trade while the store cannot be read: the public fields, and what is missing; null for a trade that is not in the dataset. */
export function renderWithoutRecord(links: Links, dataset: Dataset, id: string): Rendered | null {
  const named = parseTradeId(id);
  const position = named && dataset.findTradesOfFiling(named.filingId).find((at) => dataset.getSummaryAt(at).id === id);
  if (position == null) return null;
  const trade = readPublicFieldsAt(dataset, position);
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
<p class="notice stale" role="note"><strong>The filing store is not responding.</strong> Below is this trade as published. The line in the report, the printed words, corrections and lateness come back when it does; reload the page in a minute.</p>
<table class="fields"><tbody>
${rows.map(
  (name) => html`<tr><th scope="row"><code>${name}</code></th><td><bdi>${trade[name]}</bdi></td></tr>
`,
)}</tbody></table>`,
  };
}

function readPublicFieldsAt(dataset: Dataset, position: number): PublicTrade {
  return JSON.parse(dataset.getTradeAt(position).toString("utf8")) as PublicTrade;
}

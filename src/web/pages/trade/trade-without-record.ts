import { filingAndLineOf } from "../../../domain/filing.ts";
import { PUBLIC_FIELDS, type PublicTrade } from "../../../domain/public-trade.ts";
import { headline, headlineParts, inSentence } from "../../../domain/trade-headline.ts";
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import { html } from "../../html.ts";
import type { Links } from "../../links.ts";
import type { Rendered } from "../../page.ts";
import { personLink } from "../../parts/person.ts";

/** The page of a trade while the store cannot be read: the public fields, and what is missing; null for a trade that is not in the dataset. */
export function tradeWithoutRecord(links: Links, dataset: Dataset, id: string): Rendered | null {
  const named = filingAndLineOf(id);
  const position = named && dataset.tradesOfFiling(named.filingId).find((at) => dataset.summaryAt(at).id === id);
  if (position == null) return null;
  const trade = fieldsAt(dataset, position);
  const summary = dataset.summaryAt(position);
  const { action, asset } = headlineParts(summary);
  const rows = Object.keys(PUBLIC_FIELDS) as (keyof PublicTrade)[];
  return {
    status: 503,
    title: `${trade.politician}: ${inSentence(headline(summary))}, ${trade.transaction_date}`,
    description: "A trade. Only its public fields are available right now.",
    canonical: `/trades/${id}`,
    main: html`<h1>${action} <bdi>${asset}</bdi></h1>
<p class="standfirst">${personLink(links, { id: trade.politician_id, name: trade.politician })}</p>
<p class="notice stale" role="note"><strong>The filing store is not responding.</strong> Below is this trade as published. The line in the report, the printed words, corrections and lateness come back when it does; reload the page in a minute.</p>
<table class="fields"><tbody>
${rows.map(
  (name) => html`<tr><th scope="row"><code>${name}</code></th><td><bdi>${trade[name]}</bdi></td></tr>
`,
)}</tbody></table>`,
  };
}

function fieldsAt(dataset: Dataset, position: number): PublicTrade {
  return JSON.parse(dataset.tradeAt(position).toString("utf8")) as PublicTrade;
}

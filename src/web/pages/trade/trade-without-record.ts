import type { Dataset } from "../../../dataset/dataset.ts";
import { filingAndLineOf } from "../../../domain/filing.ts";
import { PUBLIC_FIELDS, type PublicTrade } from "../../../domain/public-trade.ts";
import { html } from "../../html.ts";
import type { Links } from "../../links.ts";
import type { Rendered } from "../../page.ts";
import { personLink } from "../../parts/person.ts";
import { TYPE_NAMES } from "../../parts/trade-words.ts";

/** The page of a trade while the store cannot be read: the public fields, and what is missing; null for a trade that the dataset does not list. */
export function tradeWithoutRecord(links: Links, dataset: Dataset, id: string): Rendered | null {
  const named = filingAndLineOf(id);
  const trade =
    named &&
    dataset
      .tradesOfFiling(named.filingId)
      .map((at) => fieldsAt(dataset, at))
      .find((each) => each.id === id);
  if (!trade) return null;
  const rows = Object.keys(PUBLIC_FIELDS) as (keyof PublicTrade)[];
  return {
    status: 503,
    title: `${trade.politician}: ${trade.company}, ${trade.transaction_date}`,
    description: "A trade. Only its public fields can be shown at the moment.",
    canonical: `/trades/${id}`,
    main: html`<h1>${TYPE_NAMES[trade.transaction_type as keyof typeof TYPE_NAMES]} of <bdi>${trade.company}</bdi></h1>
<p class="standfirst">${personLink(links, { id: trade.politician_id, name: trade.politician })}</p>
<p class="notice stale" role="note"><strong>The store of filings does not answer at the moment.</strong> Below is what is published of this trade. The line of the document, the printed words, corrections and lateness are shown again as soon as it answers; load the page again in a minute.</p>
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

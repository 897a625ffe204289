import { RECENT_FIRST } from "../../../domain/trade-filter.ts";
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { pluralize } from "../../parts/words.ts";

/** The trades of a committee's current members. */
export function renderCommitteeTrades(
  links: Links,
  dataset: Pick<Dataset, "select">,
  people: readonly { readonly id: string }[],
): Html {
  const politicianId = people.map(({ id }) => id);
  const trades = dataset.select({ politicianId }, RECENT_FIRST).length;
  if (trades === 0) return html``;
  return html`<section><h2>Trades of these people</h2>
<p><a href="${links.toLatestTrades({ politician_id: politicianId })}">${pluralize(trades, "trade")}</a>, which you can filter by industry. The seats are current; a trade may predate the seat.</p></section>`;
}

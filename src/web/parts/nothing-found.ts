/** Message for an empty list, with the closest matches to the search. */
import type { Dataset } from "../../publication/dataset/dataset.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { nearest } from "../nearest.ts";
import { currentSeat } from "./seat.ts";

interface NothingFoundParts {
  readonly links: Links;
  readonly dataset: Dataset;
  /** Words, a name or a symbol; may be blank. */
  readonly typed: string;
  readonly isFiltered: boolean;
}

export function nothingFound({ links, dataset, typed, isFiltered }: NothingFoundParts): Html {
  return html`<section class="nothing"><h2>Nothing found</h2>
<p>${isFiltered ? html`No trade matches all of these filters. Remove one, or <a href="${links.latestTrades()}">see all trades</a>.` : "There are no trades yet."}</p>
${typed.trim() !== "" && suggestions(links, dataset, typed)}</section>`;
}

/** The people and securities that may have been meant; empty if none is close. */
export function suggestions(links: Links, dataset: Dataset, typed: string): Html {
  const { politicians, tickers } = nearest(dataset, typed);
  if (politicians.length + tickers.length === 0) return html``;
  return html`<p>Did you mean:</p>
<ul class="suggestions">${politicians.map(({ id, name }) => html`<li><a href="${links.politician(id)}"><bdi>${name}</bdi></a> ${currentSeat(dataset, id)}</li>`)}${tickers.map(
    ({ id, name }) => html`<li><a href="${links.ticker(id)}">${id}</a> <bdi>${name}</bdi></li>`,
  )}</ul>`;
}

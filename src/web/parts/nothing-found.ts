/** Message for an empty list, with the closest matches to the search. */
import type { Dataset } from "../../publication/dataset/dataset.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { findNearestNames } from "../nearest.ts";
import { renderLatestSeat } from "./seat.ts";

interface NothingFoundParts {
  readonly links: Links;
  readonly dataset: Dataset;
  /** The visitor's search: words, a name or a symbol; may be blank. */
  readonly typed: string;
  readonly isFiltered: boolean;
}

export function renderNothingFound({ links, dataset, typed, isFiltered }: NothingFoundParts): Html {
  return html`<section class="nothing"><h2>Nothing found</h2>
<p>${isFiltered ? html`No trade matches all of these filters. Remove one, or <a href="${links.toLatestTrades()}">see all trades</a>.` : "There are no trades yet."}</p>
${typed.trim() !== "" && renderSuggestions(links, dataset, typed)}</section>`;
}

/** Politicians and securities with names close to the search; empty if none is close. */
export function renderSuggestions(links: Links, dataset: Dataset, typed: string): Html {
  const { politicians, tickers } = findNearestNames(dataset, typed);
  if (politicians.length + tickers.length === 0) return html``;
  return html`<p>Did you mean:</p>
<ul class="suggestions">${politicians.map(({ id, name }) => html`<li><a href="${links.toPolitician(id)}"><bdi>${name}</bdi></a> ${renderLatestSeat(dataset, id)}</li>`)}${tickers.map(
    ({ id, name }) => html`<li><a href="${links.toTicker(id)}">${id}</a> <bdi>${name}</bdi></li>`,
  )}</ul>`;
}

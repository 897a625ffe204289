/** A filing in a list: the member, the date and the trades. Rows after the tenth are collapsed. */
import type { Dataset } from "../../publication/dataset/dataset.ts";
import type { FiledTrades } from "../../publication/dataset/search/trade-search.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { renderPartyMark, renderPersonLink } from "./person.ts";
import { formatSeatAtTrade, renderFormerMark } from "./seat.ts";
import { renderTradeTable } from "./trade-table.ts";
import { formatCount, pluralize } from "./words.ts";

/** Maximum number of rows that are not collapsed, and of collapsed rows; the filing's page has all of them. */
const OPEN_ROWS = 10;
const FOLDED_ROWS = 20;

export function renderFilingEntry(links: Links, dataset: Dataset, { filingId, positions }: FiledTrades): Html {
  const rows = positions.slice(0, OPEN_ROWS + FOLDED_ROWS).map((position) => dataset.getSummaryAt(position));
  const [first] = rows;
  if (first === undefined) return html``;
  const { politician: name, politicianId: id, party, disclosureDate: published } = first;
  const seats = new Set(rows.map((row) => formatSeatAtTrade(dataset, row)));
  const folded = rows.slice(OPEN_ROWS);
  const remaining = positions.length - rows.length;
  const caption = `Trades that ${name} disclosed on ${published}`;
  const trades = pluralize(positions.length, "trade");
  return html`<article class="filing">
<header><h2>${renderPersonLink(links, { id, name })}</h2>
<p>${renderPartyMark(party)} ${[...seats].join("; ")}${renderFormerMark(dataset.getMember(id))}</p>
<p><span class="label">Disclosed</span> <time datetime="${published}">${published}</time></p>
<p><a href="${links.toFiling(filingId)}">Filing, ${trades}</a></p></header>
<div class="rows">${renderTradeTable(links, rows.slice(0, OPEN_ROWS), caption)}
${
  folded.length > 0 &&
  html`<details><summary>${formatCount(folded.length + remaining)} more${remaining > 0 && ` trades: show the next ${folded.length}`}</summary>
${renderTradeTable(links, folded, `${caption}, continued`)}
${remaining > 0 && html`<p class="beyond"><a href="${links.toFiling(filingId)}">All ${trades} of this filing</a></p>`}</details>`
}</div>
</article>
`;
}

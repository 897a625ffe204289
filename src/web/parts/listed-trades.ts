/** Trades of many filings as rows, in the familiar column order: who, what, published, traded, disclosed after, owner, type, size. */

import { TYPE_NAMES } from "../../domain/trade-headline.ts";
import type { Dataset, TradeSummary } from "../../publication/dataset/dataset.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { renderAmountBar } from "./amount-bar.ts";
import { renderPartyMark, renderPersonLink } from "./person.ts";
import { formatSeatOfTrade, renderFormerMark } from "./seat.ts";
import { renderAsset, renderDaysToDisclose } from "./trade-table.ts";
import { formatAssetKind, getTypeClass, OWNER_NAMES } from "./trade-words.ts";
import { renderDay } from "./words.ts";

/** The column that varies: who traded, or what was traded. */
export type Differing = "who" | "what";

interface ListParts {
  readonly links: Links;
  readonly dataset: Pick<Dataset, "getMember">;
}

/** @param caption what the rows have in common, for people who cannot see the page. */
export function renderListedTrades(
  parts: ListParts,
  rows: readonly TradeSummary[],
  differing: Differing,
  caption: string,
): Html {
  return html`<table class="trades listed">
<caption class="unseen">${caption}</caption>
<thead><tr><th scope="col">${differing === "who" ? "Who" : "What"}</th><th scope="col">Disclosed</th><th scope="col">Traded</th><th scope="col">Days to disclose</th><th scope="col">Owner</th><th scope="col">Type</th><th scope="col">Size</th></tr></thead>
<tbody>
${rows.map((row) => renderListedTradeRow(parts, row, differing))}</tbody>
</table>`;
}

function renderListedTradeRow({ links, dataset }: ListParts, trade: TradeSummary, differing: Differing): Html {
  const { transactionDate: traded, disclosureDate: published, transactionType: type, owner } = trade;
  return html`<tr><td class="what">${differing === "who" ? renderWho({ links, dataset }, trade) : renderAsset(links, trade)}</td><td class="published"><a href="${links.toFiling(trade.filingId)}">${renderDay(published)}</a></td><td class="traded"><a href="${links.toTrade(trade.id)}">${renderDay(traded)}</a></td><td class="days">${renderDaysToDisclose(trade)}</td><td class="owner">${owner === null ? html`<span class="unknown">Unknown</span>` : OWNER_NAMES[owner]}</td><td class="${getTypeClass(type, trade.instrument)}">${TYPE_NAMES[type]}</td><td class="size">${renderAmountBar(trade.amount)}</td></tr>
`;
}

/** The member with the seat held on the trade date. */
function renderWho({ links, dataset }: ListParts, trade: TradeSummary): Html {
  const { politicianId: id, politician: name, party, ticker, currentTicker } = trade;
  const other = [
    ...[formatAssetKind(trade)].filter((kind) => kind !== ""),
    ...(ticker === (currentTicker ?? ticker) ? [] : [`as ${ticker}`]),
  ];
  return html`${renderPersonLink(links, { id, name })} ${renderPartyMark(party)} <small>${formatSeatOfTrade(dataset, trade)}${renderFormerMark(dataset.getMember(id))}${other.map((each) => `, ${each}`)}</small>`;
}

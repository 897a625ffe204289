/** Trades as rows: what, traded, disclosed after so many days, owner, type, size. The name and publication date are above them. */

import { TYPE_NAMES } from "../../domain/trade-headline.ts";
import type { TradeSummary } from "../../publication/dataset/dataset.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { renderAmountBar } from "./amount-bar.ts";
import { renderDaysToDisclose } from "./days-to-disclose.ts";
import { formatAssetKind, getTypeClass, OWNER_NAMES } from "./trade-words.ts";

/** The fields of a trade shown in a row. */
export type TradeOfRow = Pick<
  TradeSummary,
  | "id"
  | "ticker"
  | "currentTicker"
  | "company"
  | "assetType"
  | "transactionType"
  | "transactionDate"
  | "instrument"
  | "option"
  | "amount"
  | "owner"
  | "late"
  | "daysLate"
  | "reportingGapDays"
>;

/** @param caption what the rows have in common, for people who cannot see the page. */
export function renderTradeTable(links: Links, rows: readonly TradeOfRow[], caption: string): Html {
  return html`<table class="trades">
<caption class="unseen">${caption}</caption>
<thead><tr><th scope="col">What</th><th scope="col">Traded</th><th scope="col">Days to disclose</th><th scope="col">Owner</th><th scope="col">Type</th><th scope="col">Size</th></tr></thead>
<tbody>
${rows.map((row) => renderTradeRow(links, row))}</tbody>
</table>`;
}

function renderTradeRow(links: Links, trade: TradeOfRow): Html {
  const { transactionDate: traded, transactionType: type, owner } = trade;
  return html`<tr><td class="what">${renderAsset(links, trade)}</td><td class="traded"><a href="${links.toTrade(trade.id)}"><time datetime="${traded}">${traded}</time></a></td><td class="days">${renderDaysToDisclose(trade)}</td><td class="owner">${owner === null ? html`<span class="unknown">Unknown</span>` : OWNER_NAMES[owner]}</td><td class="${getTypeClass(type, trade.instrument)}">${TYPE_NAMES[type]}</td><td class="size">${renderAmountBar(trade.amount)}</td></tr>
`;
}

/** The symbol, linked to the security's page, and the name. */
export function renderAsset(links: Links, trade: TradeOfRow): Html {
  const { ticker, currentTicker, company } = trade;
  const kind = formatAssetKind(trade);
  const symbol = currentTicker ?? ticker;
  const name = html`<bdi class="company">${company}</bdi>${kind !== "" && html` <small>${kind}</small>`}`;
  if (ticker === "") return name;
  return html`<a class="symbol" href="${links.toTicker(symbol)}">${ticker}</a> ${name}`;
}

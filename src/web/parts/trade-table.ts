/** Trades as rows: what, traded, disclosed after so many days, owner, type, size. The name and publication date are above them. */

import { GRACE_DAYS } from "../../domain/reporting-deadline.ts";
import { TYPE_NAMES } from "../../domain/trade-headline.ts";
import type { TradeSummary } from "../../publication/dataset/dataset.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { renderAmountBar } from "./amount-bar.ts";
import { formatMissedDeadline } from "./late-words.ts";
import { formatAssetKind, getTypeClass, OWNER_NAMES } from "./trade-words.ts";
import { pluralize } from "./words.ts";

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

/** `17 days`; for a late disclosure also how many days late, which deadline was missed, and whether a fee is due; says so if a date is unknown. */
export function renderDaysToDisclose({
  reportingGapDays: days,
  daysLate,
}: Pick<TradeSummary, "reportingGapDays" | "daysLate">): Html {
  if (days === null) return html`<span class="unknown">Unknown</span>`;
  if (daysLate === null) return html`<span>${pluralize(days, "day")}</span>`;
  return html`<span>${pluralize(days, "day")},</span> <strong class="late">${pluralize(daysLate, "day")} late</strong><small>${formatMissedDeadline(days)}${daysLate <= GRACE_DAYS && ", within the grace period"}</small>`;
}

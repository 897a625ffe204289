/** Tables of trades: of one filing, whose member and date are shown above the table, or of many filings. */
import { GRACE_DAYS } from "../../domain/reporting-deadline.ts";
import { TYPE_NAMES } from "../../domain/trade-headline.ts";
import type { Dataset, TradeSummary } from "../../publication/dataset/dataset.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { renderAmountBar } from "./amount-bar.ts";
import { formatMissedDeadline } from "./late-words.ts";
import { renderPartyMark, renderPersonLink } from "./person.ts";
import { formatSeatAtTrade, renderFormerMark } from "./seat.ts";
import { formatAssetKind, getTypeCssClass, OWNER_NAMES } from "./trade-words.ts";
import { pluralize, renderDay } from "./words.ts";

export type ShownTrade = Pick<
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

/** @param caption says for screen readers what the rows have in common. */
export function renderTradeTable(links: Links, rows: readonly ShownTrade[], caption: string): Html {
  return html`<table class="trades">
<caption class="unseen">${caption}</caption>
<thead><tr><th scope="col">What</th><th scope="col">Traded</th><th scope="col">Days to disclose</th><th scope="col">Owner</th><th scope="col">Type</th><th scope="col">Size</th></tr></thead>
<tbody>
${rows.map((row) => renderTradeRow(links, row))}</tbody>
</table>`;
}

function renderTradeRow(links: Links, trade: ShownTrade): Html {
  return html`<tr><td class="what">${renderAsset(links, trade)}</td>${renderTradeCells(links, trade)}</tr>
`;
}

function renderTradeCells(links: Links, trade: ShownTrade): Html {
  const { transactionType: type, owner } = trade;
  return html`<td class="traded"><a href="${links.toTrade(trade.id)}">${renderDay(trade.transactionDate)}</a></td><td class="days">${renderDaysToDisclose(trade)}</td><td class="owner">${owner === null ? html`<span class="unknown">Unknown</span>` : OWNER_NAMES[owner]}</td><td class="${getTypeCssClass(type, trade.instrument)}">${TYPE_NAMES[type]}</td><td class="size">${renderAmountBar(trade.amount)}</td>`;
}

/** The symbol, linked to the security's page, and the name. */
function renderAsset(links: Links, trade: ShownTrade): Html {
  const { ticker, currentTicker, company } = trade;
  const kind = formatAssetKind(trade);
  const symbol = currentTicker ?? ticker;
  const name = html`<bdi class="company">${company}</bdi>${kind !== "" && html` <small>${kind}</small>`}`;
  if (ticker === "") return name;
  return html`<a class="symbol" href="${links.toTicker(symbol)}">${ticker}</a> ${name}`;
}

/** `17 days`, or `Unknown`. If late, also the days late, the deadline missed, and `no late fee due` in the grace period. */
export function renderDaysToDisclose({
  reportingGapDays: days,
  daysLate,
}: Pick<TradeSummary, "reportingGapDays" | "daysLate">): Html {
  if (days === null) return html`<span class="unknown">Unknown</span>`;
  if (daysLate === null) return html`<span>${pluralize(days, "day")}</span>`;
  return html`<span>${pluralize(days, "day")},</span> <strong class="late">${pluralize(daysLate, "day")} late</strong><small>${formatMissedDeadline(days)}${daysLate <= GRACE_DAYS && "; no late fee due"}</small>`;
}

/** The first column of a list: who traded, or what was traded. */
export type VaryingColumn = "who" | "what";

interface ListParts {
  readonly links: Links;
  readonly dataset: Pick<Dataset, "getMember">;
}

/** A table of trades from many filings. @param firstColumn selects the first column. @param caption as in `renderTradeTable`. */
export function renderListedTrades(
  parts: ListParts,
  rows: readonly TradeSummary[],
  firstColumn: VaryingColumn,
  caption: string,
): Html {
  return html`<table class="trades listed">
<caption class="unseen">${caption}</caption>
<thead><tr><th scope="col">${firstColumn === "who" ? "Who" : "What"}</th><th scope="col">Disclosed</th><th scope="col">Traded</th><th scope="col">Days to disclose</th><th scope="col">Owner</th><th scope="col">Type</th><th scope="col">Size</th></tr></thead>
<tbody>
${rows.map((row) => renderListedTradeRow(parts, row, firstColumn))}</tbody>
</table>`;
}

function renderListedTradeRow({ links, dataset }: ListParts, trade: TradeSummary, firstColumn: VaryingColumn): Html {
  const what = firstColumn === "who" ? renderMember({ links, dataset }, trade) : renderAsset(links, trade);
  return html`<tr><td class="what">${what}</td><td class="published"><a href="${links.toFiling(trade.filingId)}">${renderDay(trade.disclosureDate)}</a></td>${renderTradeCells(links, trade)}</tr>
`;
}

/** Renders the member, and the seat that the member held on the trade date. */
function renderMember({ links, dataset }: ListParts, trade: TradeSummary): Html {
  const { politicianId: id, politician: name, party, ticker, currentTicker } = trade;
  const other = [
    ...[formatAssetKind(trade)].filter((kind) => kind !== ""),
    ...(ticker === (currentTicker ?? ticker) ? [] : [`as ${ticker}`]),
  ];
  return html`${renderPersonLink(links, { id, name })} ${renderPartyMark(party)} <small>${formatSeatAtTrade(dataset, trade)}${renderFormerMark(dataset.getMember(id))}${other.map((each) => `, ${each}`)}</small>`;
}

/** Trades of many filings as rows, in the familiar column order: who, what, published, traded, disclosed after, owner, type, size. */

import { TYPE_NAMES } from "../../domain/trade-headline.ts";
import type { Dataset, TradeSummary } from "../../publication/dataset/dataset.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { amountBar } from "./amount-bar.ts";
import { daysToDisclose } from "./days-to-disclose.ts";
import { partyMark, personLink } from "./person.ts";
import { formerMark, seatOfTrade } from "./seat.ts";
import { asset } from "./trade-table.ts";
import { assetKind, OWNER_NAMES, typeClass } from "./trade-words.ts";
import { day } from "./words.ts";

/** The column that varies: who traded, or what was traded. */
export type Differing = "who" | "what";

interface ListParts {
  readonly links: Links;
  readonly dataset: Pick<Dataset, "member">;
}

/** @param caption what the rows have in common, for people who cannot see the page. */
export function listedTrades(
  parts: ListParts,
  rows: readonly TradeSummary[],
  differing: Differing,
  caption: string,
): Html {
  return html`<table class="trades listed">
<caption class="unseen">${caption}</caption>
<thead><tr><th scope="col">${differing === "who" ? "Who" : "What"}</th><th scope="col">Disclosed</th><th scope="col">Traded</th><th scope="col">Days to disclose</th><th scope="col">Owner</th><th scope="col">Type</th><th scope="col">Size</th></tr></thead>
<tbody>
${rows.map((row) => tradeRow(parts, row, differing))}</tbody>
</table>`;
}

function tradeRow({ links, dataset }: ListParts, trade: TradeSummary, differing: Differing): Html {
  const { transactionDate: traded, disclosureDate: published, transactionType: type, owner } = trade;
  return html`<tr><td class="what">${differing === "who" ? who({ links, dataset }, trade) : asset(links, trade)}</td><td class="published"><a href="${links.filing(trade.filingId)}">${day(published)}</a></td><td class="traded"><a href="${links.trade(trade.id)}">${day(traded)}</a></td><td class="days">${daysToDisclose(trade)}</td><td class="owner">${owner === null ? html`<span class="unknown">Unknown</span>` : OWNER_NAMES[owner]}</td><td class="${typeClass(type, trade.instrument)}">${TYPE_NAMES[type]}</td><td class="size">${amountBar(trade.amount)}</td></tr>
`;
}

/** The member with the seat held on the trade date. */
function who({ links, dataset }: ListParts, trade: TradeSummary): Html {
  const { politicianId: id, politician: name, party, ticker, currentTicker } = trade;
  const other = [
    ...[assetKind(trade)].filter((kind) => kind !== ""),
    ...(ticker === (currentTicker ?? ticker) ? [] : [`as ${ticker}`]),
  ];
  return html`${personLink(links, { id, name })} ${partyMark(party)} <small>${seatOfTrade(dataset, trade)}${formerMark(dataset.member(id))}${other.map((each) => `, ${each}`)}</small>`;
}

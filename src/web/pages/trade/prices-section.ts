/** Share prices on the trade date, at the first close after the disclosure, and at the last close: a table and a chart. */
import { type PricedTrade, readTradePrices, type StoredMarket } from "../../../api/disclosures/priced-trade.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import { toTradeSign } from "../../../domain/direction.ts";
import { parseTradeId } from "../../../domain/filing.ts";
import { BENCHMARK } from "../../../domain/symbol.ts";
import type { Trade } from "../../../domain/trade.ts";
import type { Market, StoredCloses } from "../../../prices/market.ts";
import { getPricedSymbol } from "../../../prices/returns/decision.ts";
import { formatSignedPercent } from "../../../prices/returns/return-words.ts";
import {
  computeChangeSince,
  type MissingPrice,
  type PriceChange,
  type TradePrices,
} from "../../../prices/returns/trade-prices.ts";
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import { renderDrawingSvg } from "../../charts/drawing.ts";
import { drawPriceChart } from "../../charts/price-chart.ts";
import { formatPrice } from "../../charts/price-line.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { formatMissingChangeReason, formatMissingPriceReason } from "../../parts/missing-price-words.ts";
import { renderScrollingTable } from "../../parts/scrolling-table.ts";
import { renderDay, renderReadableDate } from "../../parts/words.ts";
import { awaitIfAvailable } from "../../records.ts";

export type PagePrices = StoredMarket & Pick<Market, "readStoredHistory">;

const ROWS = [
  ["transaction", "Close on the trade date, or on the next trading day"],
  ["afterDisclosure", "First close after the disclosure"],
  ["last", "Last close"],
] as const satisfies readonly (readonly [keyof TradePrices, string])[];

const ALL = { from: null, to: null };

/** A text that changes whenever the prices on the page change. */
export async function readTradePricesRevision(
  market: PagePrices,
  { dataset, parameters }: { readonly dataset: Dataset; readonly parameters: Readonly<Record<string, string>> },
): Promise<string> {
  const position = findPosition(dataset, parameters["id"] ?? "");
  const symbol = position === null ? null : getPricedSymbol(dataset.getSummaryAt(position), market.isListed);
  if (symbol === null) return "";
  const bothCloses = await awaitIfAvailable(Promise.all([market.readCloses(symbol), market.readCloses(BENCHMARK)]));
  if (bothCloses === null) return "unavailable";
  return bothCloses.map((closes) => closes && `${closes.days[0]} ${closes.days.length} ${closes.finalDay}`).join(" ");
}

export async function renderPricesSection(
  { links, market }: { readonly links: Links; readonly market: PagePrices },
  dataset: Dataset,
  trade: Trade,
): Promise<Html> {
  const answered = await awaitIfAvailable(Promise.all([readTradePrices(trade, market), market.readCloses(BENCHMARK)]));
  if (answered === null) return renderNoPrices(links, trade, "the price store is not responding");
  const [priced, benchmark] = answered;
  const { last } = priced.prices;
  if (typeof last === "string") return renderNoPrices(links, trade, formatMissingPriceReason(last));
  return html`<section><h2>Share price around the trade</h2>
${renderReturnSinceTrade(trade, priced.prices, benchmark)}
${await renderTradeChart({ links, market }, dataset, trade)}
${renderClosingPrices(priced)}
<p class="small">Closing prices of ${priced.closes?.symbol ?? ""}, adjusted for splits and not for dividends${priced.closes?.origin.adjustment === "unverified" && ", though not confirmed for every day"}, from ${priced.closes?.origin.providers.join(", ") ?? ""}. The first close after the disclosure is the earliest closing price that anyone acting on the report could have gotten. The dollar range on the form says nothing about the price at which the member traded.</p></section>`;
}

/** Return of the security since the trade and since the disclosure, with the return of SPY. */
function renderReturnSinceTrade(
  { transactionType, transactionDate, dateSuspect }: Trade,
  { transaction, afterDisclosure, last }: TradePrices,
  benchmark: StoredCloses | null,
): Html {
  const trade =
    dateSuspect === null
      ? renderPriceChange(computeChangeSince(transaction, last, benchmark), transactionDate)
      : html`not shown, because a printed date is doubtful`;
  const sinceDisclosure = renderPriceChange(computeChangeSince(afterDisclosure, last, benchmark));
  const side = toTradeSign(transactionType) < 0 && " For a sale, a rise is a gain that the seller missed.";
  return html`<p>Since the trade: ${trade}. Since the disclosure: ${sinceDisclosure}.${side}</p>`;
}

/** @param since a day: if the change is counted from another day, the text says that this is the next trading day. */
function renderPriceChange(change: PriceChange | MissingPrice, since?: IsoDate): Html {
  if (typeof change === "string") {
    return html`<span class="unknown">${formatMissingChangeReason(change)}</span>`;
  }
  const { from, to, security, benchmark } = change;
  const beside =
    benchmark === null ? "no close of SPY is stored for one or both days" : `SPY ${formatSignedPercent(benchmark)}`;
  return html`<strong>${formatSignedPercent(security)}</strong> (${beside}), from ${renderReadableDate(from)}${since !== undefined && from !== since && " (the next trading day)"} to ${renderReadableDate(to)}`;
}

function renderClosingPrices({ prices }: PricedTrade): Html {
  return renderScrollingTable({
    look: "data",
    caption: "Closing prices",
    rows: html`<thead><tr><th scope="col">When</th><th scope="col">Day</th><th scope="col" class="number">Close</th></tr></thead>
<tbody>${ROWS.map(([name, words]) => {
      const found = prices[name];
      return typeof found === "string"
        ? html`<tr><th scope="row">${words}</th><td colspan="2"><span class="unknown">${formatMissingPriceReason(found)}</span></td></tr>`
        : html`<tr><th scope="row">${words}</th><td>${renderDay(found.day)}</td><td class="number">${formatPrice(found)}</td></tr>`;
    })}</tbody>`,
  });
}

/** @param reason why there are no prices: the text that follows `No price is shown: `. */
function renderNoPrices(links: Links, { ticker, currentTicker }: Trade, reason: string): Html {
  const page = ticker !== "" && html` <a href="${links.toTicker(currentTicker ?? ticker)}">Price history</a>`;
  return html`<section><h2>Share price around the trade</h2>
<p>No price is shown: ${reason}.${page}</p></section>`;
}

/** A chart of weekly closing prices with only this trade marked; empty for a trade that is not in the current dataset. */
async function renderTradeChart(
  { links, market }: { readonly links: Links; readonly market: PagePrices },
  dataset: Dataset,
  trade: Trade,
): Promise<Html> {
  const position = findPosition(dataset, trade.id);
  const symbol = getPricedSymbol(trade, market.isListed);
  const history = symbol === null ? null : await market.readStoredHistory(symbol, ALL, "1wk").catch(() => null);
  if (position === null || symbol === null || history === null || history.bars.count === 0) return html``;
  const trades = dataset.facts.listChartTrades(Uint32Array.of(position), symbol);
  const buildTradeUrl = () => links.toTrade(trade.id);
  const { drawing } = drawPriceChart({ links, symbol, history, trades, origin: "", named: {}, buildTradeUrl });
  // A phone shows half of the chart at a time: start with the half that has the trade.
  const isInLatterHalf = drawing.marks.some(({ x }) => x > drawing.width / 2);
  return html`<figure class="chart wide${isInLatterHalf && " from-end"}"><div class="scroll" role="region" aria-label="Chart of the price of ${symbol} with this trade" tabindex="0">${renderDrawingSvg(drawing, "price", "group")}</div></figure>`;
}

function findPosition(dataset: Dataset, id: string): number | null {
  const filing = parseTradeId(id)?.filingId;
  const positions = filing === undefined ? [] : dataset.findTradesOfFiling(filing);
  return positions.find((position) => dataset.getSummaryAt(position).id === id) ?? null;
}

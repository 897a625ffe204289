/** The security's price on the trade date, when others could follow, and last: as a table and on the price line. */
import { type PricedTrade, pricesOf, type StoredMarket } from "../../../api/disclosures/priced-trade.ts";
import { UnavailableError } from "../../../base/errors.ts";
import { sideOf } from "../../../domain/direction.ts";
import { filingAndLineOf } from "../../../domain/filing.ts";
import { BENCHMARK } from "../../../domain/symbol.ts";
import type { Trade } from "../../../domain/trade.ts";
import type { Market, StoredCloses } from "../../../prices/market.ts";
import { pricedSymbol } from "../../../prices/returns/decision.ts";
import { percent } from "../../../prices/returns/return-words.ts";
import {
  changeSince,
  type MissingPrice,
  type PriceChange,
  type TradePrices,
} from "../../../prices/returns/trade-prices.ts";
import type { Dataset } from "../../../publication/dataset/dataset.ts";
import { drawingSvg } from "../../charts/drawing.ts";
import { priceChartDrawing } from "../../charts/price-chart.ts";
import { priceText } from "../../charts/price-line.ts";
import { type Html, html } from "../../html.ts";
import type { Links } from "../../links.ts";
import { missingPriceWords } from "../../parts/missing-price-words.ts";
import { scrollingTable } from "../../parts/scrolling-table.ts";
import { day, writtenDay } from "../../parts/words.ts";

export type PagePrices = StoredMarket & Pick<Market, "storedHistory">;

const ROWS = [
  ["transaction", "On the day of the trade"],
  ["afterDisclosure", "First close after the disclosure"],
  ["last", "Last close"],
] as const satisfies readonly (readonly [keyof TradePrices, string])[];

const ALL = { from: null, to: null };

/** Identifies the prices that the page shows. */
export async function pricesEdition(
  market: PagePrices,
  { dataset, parameters }: { readonly dataset: Dataset; readonly parameters: Readonly<Record<string, string>> },
): Promise<string> {
  const position = positionOf(dataset, parameters["id"] ?? "");
  const symbol = position === null ? null : pricedSymbol(dataset.summaryAt(position), market.isListed);
  if (symbol === null) return "";
  const both = await unlessSilent(Promise.all([market.closes(symbol), market.closes(BENCHMARK)]));
  if (both === "silent") return both;
  return both.map((closes) => closes && `${closes.days[0]} ${closes.days.length} ${closes.finalDay}`).join(" ");
}

export async function pricesSection(
  { links, market }: { readonly links: Links; readonly market: PagePrices },
  dataset: Dataset,
  trade: Trade,
): Promise<Html> {
  const answered = await unlessSilent(Promise.all([pricesOf(trade, market), market.closes(BENCHMARK)]));
  if (answered === "silent") return noPrices(links, trade, "the price store is not responding");
  const [priced, benchmark] = answered;
  const { last } = priced.prices;
  if (typeof last === "string") return noPrices(links, trade, missingPriceWords(last));
  return html`<section><h2>Share price around the trade</h2>
${sinceSentence(trade, priced.prices, benchmark)}
${await chart({ links, market }, dataset, trade)}
${table(priced)}
<p class="small">Closing prices of ${priced.closes?.symbol ?? ""}, adjusted for splits and not for dividends${priced.closes?.origin.adjustment === "unverified" && ", though not confirmed for every day"}, from ${priced.closes?.origin.providers.join(", ") ?? ""}. The first close after the disclosure is the first that anybody who followed the report could have had. A range of amounts says nothing about the price that the member paid.</p></section>`;
}

/** Return of the share since the trade, and since its disclosure, next to SPY. */
function sinceSentence(
  { transactionType, dateSuspect }: Trade,
  { transaction, afterDisclosure, last }: TradePrices,
  benchmark: StoredCloses | null,
): Html {
  const trade =
    dateSuspect === null
      ? changeText(changeSince(transaction, last, benchmark))
      : html`not shown, because a printed date is doubtful`;
  const known = changeText(changeSince(afterDisclosure, last, benchmark));
  const side = sideOf(transactionType) < 0 && " This was a sale: a plus is not a gain for the seller.";
  return html`<p>Since the trade: ${trade}. Since anyone could know: ${known}.${side}</p>`;
}

function changeText(change: PriceChange | MissingPrice): Html {
  if (typeof change === "string") {
    return html`<span class="unknown">${change === "too_recent" ? "no later close yet" : missingPriceWords(change)}</span>`;
  }
  const { from, to, security, benchmark } = change;
  const beside = benchmark === null ? "no close of SPY is stored for both days" : `SPY ${percent(benchmark)}`;
  return html`<strong>${percent(security)}</strong> (${beside}), from ${writtenDay(from)} to ${writtenDay(to)}`;
}

function table({ prices }: PricedTrade): Html {
  return scrollingTable({
    look: "data",
    caption: "Closing prices",
    rows: html`<thead><tr><th scope="col">When</th><th scope="col">Day</th><th scope="col" class="number">Close</th></tr></thead>
<tbody>${ROWS.map(([name, words]) => {
      const found = prices[name];
      return typeof found === "string"
        ? html`<tr><th scope="row">${words}</th><td colspan="2"><span class="unknown">${missingPriceWords(found)}</span></td></tr>`
        : html`<tr><th scope="row">${words}</th><td>${day(found.day)}</td><td class="number">${priceText(found)}</td></tr>`;
    })}</tbody>`,
  });
}

/** @param reason completes the sentence. */
function noPrices(links: Links, { ticker, currentTicker }: Trade, reason: string): Html {
  const page = ticker !== "" && html` <a href="${links.ticker(currentTicker ?? ticker)}">Price history</a>`;
  return html`<section><h2>Share price around the trade</h2>
<p>No price is shown: ${reason}.${page}</p></section>`;
}

async function unlessSilent<T>(answer: Promise<T>): Promise<T | "silent"> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof UnavailableError) return "silent";
    throw error;
  }
}

/** The weekly line with only this trade; empty for a trade that is no longer listed. */
async function chart(
  { links, market }: { readonly links: Links; readonly market: PagePrices },
  dataset: Dataset,
  trade: Trade,
): Promise<Html> {
  const position = positionOf(dataset, trade.id);
  const symbol = pricedSymbol(trade, market.isListed);
  const history = symbol === null ? null : await market.storedHistory(symbol, ALL, "1wk").catch(() => null);
  if (position === null || symbol === null || history === null || history.bars.count === 0) return html``;
  const trades = dataset.facts.marked(Uint32Array.of(position), symbol);
  const tradeAt = () => links.trade(trade.id);
  const { drawing } = priceChartDrawing({ links, symbol, history, trades, origin: "", named: {}, tradeAt });
  // A phone shows half of the chart at a time: start with the half that has the trade.
  const isInLatterHalf = drawing.marks.some(({ x }) => x > drawing.width / 2);
  return html`<figure class="chart wide${isInLatterHalf && " from-end"}"><div class="scroll" role="region" aria-label="Chart of the price of ${symbol} with this trade" tabindex="0">${drawingSvg(drawing, "price", "group")}</div></figure>`;
}

function positionOf(dataset: Dataset, id: string): number | null {
  const filing = filingAndLineOf(id)?.filingId;
  const positions = filing === undefined ? [] : dataset.tradesOfFiling(filing);
  return positions.find((position) => dataset.summaryAt(position).id === id) ?? null;
}

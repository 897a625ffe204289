/** The price chart on a security's page: the drawing, the legend, the numbers, and links to download the chart. */
import { toDayText } from "../../domain/bar-columns.ts";
import type { HistoryAnswer } from "../../prices/market.ts";
import type { MarkedTrade } from "../../publication/dataset/facts/marked-trades.ts";
import { type Html, html } from "../html.ts";
import type { Links, Query } from "../links.ts";
import { renderScrollingTable } from "../parts/scrolling-table.ts";
import { formatCount, pluralize, renderDay, renderReadableDate } from "../parts/words.ts";
import { renderChartFileLinks, renderDrawingSvg } from "./drawing.ts";
import { KIND_LOOKS, renderKindLegend } from "./kind-looks.ts";
import { drawPrices, type PriceDrawing } from "./price-drawing.ts";
import { findPricePoint, formatPrice, type PricePoint, toPricePoints } from "./price-line.ts";
import { listMarkDays, type PriceMark } from "./price-marks.ts";

/** Days of prices drawn before the first trade. */
const BEFORE = 182;

export interface PriceChartParts {
  readonly links: Links;
  readonly symbol: string;
  readonly history: HistoryAnswer;
  /** Earliest traded first. */
  readonly trades: readonly MarkedTrade[];
  /** Origin such as `https://example.org`, to make URLs absolute in a file; empty on a page. */
  readonly origin: string;
  /** Filters of the page. */
  readonly named: Readonly<Record<string, string>>;
  readonly buildTradeUrl: (position: number) => string;
}

/** Draws prices from half a year before the first trade. Draws all prices if there is no trade, or if no price is that recent. */
export function drawPriceChart(parts: PriceChartParts) {
  const { symbol, history, trades } = parts;
  const [first] = trades;
  const points = toPricePoints(history.bars, first === undefined ? Number.NEGATIVE_INFINITY : first.tradedDay - BEFORE);
  const shown = points.length > 0 ? points : toPricePoints(history.bars, Number.NEGATIVE_INFINITY);
  const drawing = drawPrices({ symbol, points: shown, trades, buildLink: (mark) => buildMarkUrl(parts, mark) });
  return { points: shown, drawing };
}

/** @param all number of trades in the list on the page, some of which the chart may not show. */
export function renderPriceChart(parts: PriceChartParts, all: number): Html {
  const { links, symbol, history, named } = parts;
  const { points, drawing } = drawPriceChart(parts);
  const marked = drawing.marks.reduce((sum, { trades }) => sum + trades.length, 0);
  const kinds = [...new Set(drawing.marks.map(({ kind }) => kind))];
  return html`<figure class="chart wide from-end"><div class="scroll" role="region" aria-label="Chart of the price of ${symbol} with trades" tabindex="0">${renderDrawingSvg(drawing, "price", "group")}</div>
<figcaption>${renderKindLegend(kinds)}with the tip at the day of the trade and that week's price. Trades in the same or neighboring weeks share one marker with their number, at the day of the median trade; a thick bar runs from the first to the last. <span class="key">—|</span> leads to the day of disclosure. Weekly closing prices, adjusted for splits and not for dividends, from ${history.origin.providers.join(", ")}, up to ${renderReadableDate(history.lastDay)}.${marked < all && ` ${formatUnmarkedCount(all - marked)}`}</figcaption>
${renderChartFileLinks(links, { path: `/tickers/${encodeURIComponent(symbol)}/price`, query: named })}
${drawing.marks.length > 0 && renderMarksTable(parts, points, drawing)}</figure>`;
}

function formatUnmarkedCount(trades: number): string {
  const [be, their] = trades === 1 ? ["is", "its day"] : ["are", "their days"];
  return `${pluralize(trades, "trade")} in the list below ${be} not marked, because the chart has no price for ${their}, or because another security had the symbol then.`;
}

/** A mark with one trade links to the trade's page. Other marks link to the list below, filtered to the mark's days. */
function buildMarkUrl(
  { links, origin, symbol, named, buildTradeUrl }: PriceChartParts,
  { trades, firstDay, lastDay }: PriceMark,
): string {
  const [only, second] = trades;
  if (only !== undefined && second === undefined) return origin + buildTradeUrl(only.position);
  const query: Query = { ...named, traded_from: toDayText(firstDay), traded_to: toDayText(lastDay) };
  return `${origin}${links.to(`/tickers/${encodeURIComponent(symbol)}`, query)}#trades`;
}

function renderMarksTable(parts: PriceChartParts, points: readonly PricePoint[], { marks }: PriceDrawing): Html {
  const renderPriceAt = (at: number) => {
    const week = findPricePoint(points, at);
    return week === null ? html`<span class="unknown">not known</span>` : html`${formatPrice(week)}`;
  };
  const newest = marks.toSorted((a, b) => b.firstDay - a.firstDay);
  return html`<details><summary>Show the data</summary>${renderScrollingTable({
    look: "data",
    caption: "Trades with prices",
    rows: html`<thead><tr><th scope="col">Traded</th><th scope="col">Trades</th><th scope="col" class="number">Members</th><th scope="col" class="number">Price in the week of the median trade</th><th scope="col">Last disclosed</th><th scope="col" class="number">Price in the week of the last disclosure</th></tr></thead>
<tbody>${newest.map((mark) => {
      const { singular, plural } = KIND_LOOKS[mark.kind];
      return html`<tr><th scope="row"><a href="${buildMarkUrl(parts, mark)}">${listMarkDays(mark).map((each, at) => html`${at > 0 && " to "}${renderDay(each)}`)}</a></th><td>${pluralize(mark.trades.length, singular, plural)}</td><td class="number">${formatCount(mark.members)}</td><td class="number">${renderPriceAt(mark.medianDay)}</td><td>${renderDay(toDayText(mark.lastDisclosedDay))}</td><td class="number">${renderPriceAt(mark.lastDisclosedDay)}</td></tr>
`;
    })}</tbody>`,
  })}</details>`;
}

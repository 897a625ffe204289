/** The price chart on a security's page: the drawing, its legend, its numbers and links to its files. */

import { dayText } from "../../domain/bar-columns.ts";
import type { HistoryAnswer } from "../../prices/market.ts";
import type { MarkedTrade } from "../../publication/dataset/facts/marked-trades.ts";
import { type Html, html } from "../html.ts";
import type { Links, Query } from "../links.ts";
import { scrollingTable } from "../parts/scrolling-table.ts";
import { count, counted, day, writtenDay } from "../parts/words.ts";
import { chartFileLinks, drawingSvg } from "./drawing.ts";
import { KIND_LOOKS, kindKey } from "./kind-looks.ts";
import { type PriceDrawing, priceDrawing } from "./price-drawing.ts";
import { type PricePoint, pricePoints, priceText, weekOf } from "./price-line.ts";
import { daysOf, type PriceMark } from "./price-marks.ts";

/** Days of prices before the first trade. */
const BEFORE = 182;

export interface PriceChartParts {
  readonly links: Links;
  readonly symbol: string;
  readonly history: HistoryAnswer;
  /** Earliest traded first. */
  readonly trades: readonly MarkedTrade[];
  /** Origin to prefix to URLs in a file, which is viewed elsewhere; empty on a page. */
  readonly origin: string;
  /** Filters of the page. */
  readonly named: Readonly<Record<string, string>>;
  /** URL of a trade by its position. */
  readonly tradeAt: (position: number) => string;
}

/** Prices from half a year before the first trade on; all prices if no trade is within them. */
export function priceChartDrawing(parts: PriceChartParts) {
  const { symbol, history, trades } = parts;
  const [first] = trades;
  const points = pricePoints(history.bars, first === undefined ? Number.NEGATIVE_INFINITY : first.tradedDay - BEFORE);
  const shown = points.length > 0 ? points : pricePoints(history.bars, Number.NEGATIVE_INFINITY);
  const drawing = priceDrawing({ symbol, points: shown, trades, linkTo: (mark) => markAddress(parts, mark) });
  return { points: shown, drawing };
}

/** @param all number of trades in the page's list. */
export function priceChart(parts: PriceChartParts, all: number): Html {
  const { links, symbol, history, named } = parts;
  const { points, drawing } = priceChartDrawing(parts);
  const marked = drawing.marks.reduce((sum, { trades }) => sum + trades.length, 0);
  const kinds = [...new Set(drawing.marks.map(({ kind }) => kind))];
  return html`<figure class="chart wide from-end"><div class="scroll" role="region" aria-label="Chart of the price of ${symbol} with trades" tabindex="0">${drawingSvg(drawing, "price", "group")}</div>
<figcaption>${kindKey(kinds)}with the tip at the day of the trade and that week's price. Trades in the same or neighboring weeks share one marker with their number, at the day of the median trade; a thick bar runs from the first to the last. <span class="key">—|</span> leads to the day of disclosure. Weekly closing prices, adjusted for splits and not for dividends, from ${history.origin.providers.join(", ")}, up to ${writtenDay(history.lastDay)}.${marked < all && ` ${notMarked(all - marked)}`}</figcaption>
${chartFileLinks(links, { path: `/tickers/${encodeURIComponent(symbol)}/price`, query: named })}
${drawing.marks.length > 0 && marksTable(parts, points, drawing)}</figure>`;
}

function notMarked(trades: number): string {
  const [be, their] = trades === 1 ? ["is", "it lies"] : ["are", "they lie"];
  return `${counted(trades, "trade")} in the list below ${be} not marked: ${their} outside these prices, or another security had the symbol.`;
}

/** Links to the page of a single trade; for several, to the list below with the days of the mark. */
function markAddress(
  { links, origin, symbol, named, tradeAt }: PriceChartParts,
  { trades, firstDay, lastDay }: PriceMark,
): string {
  const [only, second] = trades;
  if (only !== undefined && second === undefined) return origin + tradeAt(only.position);
  const query: Query = { ...named, traded_from: dayText(firstDay), traded_to: dayText(lastDay) };
  return `${origin}${links.to(`/tickers/${encodeURIComponent(symbol)}`, query)}#trades`;
}

function marksTable(parts: PriceChartParts, points: readonly PricePoint[], { marks }: PriceDrawing): Html {
  const price = (at: number) => {
    const week = weekOf(points, at);
    return week === null ? html`<span class="unknown">not known</span>` : html`${priceText(week)}`;
  };
  const newest = marks.toSorted((a, b) => b.firstDay - a.firstDay);
  return html`<details><summary>Show the data</summary>${scrollingTable({
    look: "data",
    caption: "Trades with prices",
    rows: html`<thead><tr><th scope="col">Traded</th><th scope="col">What</th><th scope="col" class="number">Members</th><th scope="col" class="number">Price in the week of the median trade</th><th scope="col">Disclosed up to</th><th scope="col" class="number">Price in that week</th></tr></thead>
<tbody>${newest.map((mark) => {
      const { one, many } = KIND_LOOKS[mark.kind];
      return html`<tr><th scope="row"><a href="${markAddress(parts, mark)}">${daysOf(mark).map((each, at) => html`${at > 0 && " to "}${day(each)}`)}</a></th><td>${counted(mark.trades.length, one, many)}</td><td class="number">${count(mark.members)}</td><td class="number">${price(mark.medianDay)}</td><td>${day(dayText(mark.lastDisclosedDay))}</td><td class="number">${price(mark.lastDisclosedDay)}</td></tr>
`;
    })}</tbody>`,
  })}</details>`;
}

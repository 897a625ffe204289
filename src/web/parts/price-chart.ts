/** The price of a security as a line, with two marks for each trade: when it was made, and when it was disclosed. */
import { type ScaleLinear, type ScaleTime, scaleLinear, scaleUtc } from "d3-scale";
import { line } from "d3-shape";
import { type BarColumns, dayNumber, dayText } from "../../domain/bar-columns.ts";
import type { HistoryAnswer } from "../../market/market.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import type { TradeLine } from "../trade-line.ts";
import { scrollingTable } from "./scrolling-table.ts";
import { count, day } from "./words.ts";

const WIDTH = 720;
const HEIGHT = 320;
const LEFT = 58;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 24;
const DAY_MS = 86_400_000;
/** More marks than this cover each other. */
const MOST_MARKED = 60;

interface Point {
  readonly day: number;
  readonly close: number;
}

interface Scales {
  readonly x: (day: number) => number;
  readonly y: (price: number) => number;
}

interface Mark {
  readonly trade: TradeLine;
  readonly traded: Point;
  /** Null where the prices end before. */
  readonly disclosed: Point | null;
}

interface PriceChart {
  readonly links: Links;
  readonly symbol: string;
  readonly history: HistoryAnswer;
  /** Newest disclosed first. */
  readonly trades: readonly TradeLine[];
  /** Number of trades in the list below. */
  readonly all: number;
}

export function priceChart({ links, symbol, history, trades, all }: PriceChart): Html {
  const points = pointsOf(history.bars);
  const marks = trades.flatMap((trade) => markOf(points, trade) ?? []).slice(0, MOST_MARKED);
  const time = scaleUtc([(points[0]?.day ?? 0) * DAY_MS, (points.at(-1)?.day ?? 1) * DAY_MS], [LEFT, WIDTH - RIGHT]);
  const prices = points.map(({ close }) => close);
  const price = scaleLinear([Math.min(...prices), Math.max(...prices)], [HEIGHT - BOTTOM, TOP]).nice(4);
  const scales = { x: (at: number) => time(at * DAY_MS), y: (dollars: number) => price(dollars) };
  const path = line<Point>(
    ({ day: at }) => Number(scales.x(at).toFixed(1)),
    ({ close }) => Number(scales.y(close).toFixed(1)),
  )(points);
  const first = dayText(points[0]?.day ?? 0);
  return html`<figure class="chart wide"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="price-title price-desc">
<title id="price-title">Price of ${symbol} from ${first} to ${history.lastDay}, with trades</title>
<desc id="price-desc">Weekly closing prices as a line. A triangle marks the day of a trade, a ring the day on which it was disclosed. The same dates and prices stand in the table under the chart.</desc>
${axes(price, time)}
<path class="price" d="${path ?? ""}"/>
${marks.map((mark) => drawn(mark, scales))}
</svg>
<figcaption><span class="key buys">▲ bought</span> <span class="key sells">▼ sold</span> on the day of the trade; <span class="key ring">○ disclosed</span>. Weekly closing prices, adjusted for splits and not for dividends, from ${history.origin.providers.join(", ")}, up to ${day(history.lastDay)}.${marks.length < all && ` Of the trades in the list below, the newest ${marks.length} that lie within these prices are marked.`}</figcaption>
${
  marks.length > 0 &&
  html`<details><summary>The trades of this chart</summary>${scrollingTable({
    look: "data",
    caption: "Trades with prices",
    rows: html`<thead><tr><th scope="col">Who</th><th scope="col">Traded</th><th scope="col" class="number">Price that week</th><th scope="col">Disclosed</th><th scope="col" class="number">Price that week</th></tr></thead>
<tbody>${marks.map(
      ({ trade, traded, disclosed }) =>
        html`<tr><th scope="row"><a href="${links.trade(trade.id)}"><bdi>${trade.politician}</bdi></a></th><td>${day(trade.transaction_date)}</td><td class="number">${dollars(traded)}</td><td>${day(trade.disclosure_date)}</td><td class="number">${disclosed === null ? html`<span class="unknown">not known</span>` : dollars(disclosed)}</td></tr>
`,
    )}</tbody>`,
  })}</details>`
}</figure>`;
}

function axes(price: ScaleLinear<number, number>, time: ScaleTime<number, number>): Html {
  const days = time.ticks(6);
  const form = days.every((tick) => tick.getUTCMonth() === 0 && tick.getUTCDate() === 1) ? 4 : 7;
  return html`${price.ticks(4).map((tick) => {
    const y = price(tick);
    return html`<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}"/><text x="${LEFT - 6}" y="${(y + 4).toFixed(1)}" text-anchor="end">$${count(tick)}</text>`;
  })}${days.map((tick) => html`<text x="${time(tick).toFixed(1)}" y="${HEIGHT - 5}" text-anchor="middle">${tick.toISOString().slice(0, form)}</text>`)}`;
}

/** Oldest first. */
function pointsOf({ count, days, close, decimals }: BarColumns): readonly Point[] {
  return Array.from({ length: count }, (_, index) => ({
    day: days[count - 1 - index] ?? 0,
    close: (close[count - 1 - index] ?? 0) / 10 ** decimals,
  }));
}

/** Undefined of a trade that was made outside the prices. */
function markOf(points: readonly Point[], trade: TradeLine): Mark | undefined {
  const traded = weekOf(points, dayNumber(trade.transaction_date as Parameters<typeof dayNumber>[0]));
  if (traded === null) return undefined;
  return {
    trade,
    traded,
    disclosed: weekOf(points, dayNumber(trade.disclosure_date as Parameters<typeof dayNumber>[0])),
  };
}

const WEEK = 7;

/** The place of a day on the line: at the day itself, with the price of its week. */
function weekOf(points: readonly Point[], at: number): Point | null {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.day ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const week = points[low - 1];
  return week === undefined || at - week.day >= WEEK ? null : { day: at, close: week.close };
}

function drawn({ trade, traded, disclosed }: Mark, { x, y }: Scales): Html {
  const [left, top] = [x(traded.day), y(traded.close)];
  const type = trade.transaction_type;
  const kind = type === "purchase" ? "buys" : type.startsWith("sale") ? "sells" : "others";
  const triangle = kind === "sells" ? "-4.5,-8 4.5,-8 0,0" : kind === "buys" ? "-4.5,8 4.5,8 0,0" : "-4,0 0,-4 4,0 0,4";
  return html`<g class="mark ${kind}"><title>${trade.politician}: traded ${trade.transaction_date}, disclosed ${trade.disclosure_date}, ${trade.amount_range}</title>${disclosed !== null && html`<line x1="${left.toFixed(1)}" y1="${top.toFixed(1)}" x2="${x(disclosed.day).toFixed(1)}" y2="${y(disclosed.close).toFixed(1)}"/><circle cx="${x(disclosed.day).toFixed(1)}" cy="${y(disclosed.close).toFixed(1)}" r="2.6"/>`}<polygon points="${triangle}" transform="translate(${left.toFixed(1)} ${top.toFixed(1)})"/></g>
`;
}

function dollars({ close }: Point): string {
  return `$${close.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

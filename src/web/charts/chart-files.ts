/** The charts of the pages as files: `/tickers/AAPL/price.svg`, `/politicians/P000197/trades-by-quarter.csv` and so on. */

import { dayText } from "../../domain/bar-columns.ts";
import type { HistoryAnswer } from "../../prices/market.ts";
import type { Dataset } from "../../publication/dataset/dataset.ts";
import { KINDS } from "../../publication/dataset/facts/trade-sums.ts";
import type { Links } from "../links.ts";
import type { View, WebFile } from "../page.ts";
import type { PriceHistories } from "../price-histories.ts";
import { namedOf, tradeView } from "../trade-view.ts";
import { activityDrawing, activityNumbers } from "./activity-drawing.ts";
import { CHART_FORMATS } from "./chart-address.ts";
import { type ChartFile, chartFile } from "./chart-file.ts";
import { KIND_LOOKS } from "./kind-looks.ts";
import { type PriceChartParts, priceChartDrawing } from "./price-chart.ts";
import { type PricePoint, weekOf } from "./price-line.ts";

interface ChartFilesParts {
  readonly links: Links;
  readonly prices: PriceHistories;
  /** Notice that the data is fictional; null for real data. */
  readonly dataNotice: string | null;
}

/** Files of all charts. A subject without trades has no charts, and one without prices has no price chart. */
export function chartFiles(parts: ChartFilesParts): readonly WebFile[] {
  const files = (path: string, find: (view: View) => Promise<ChartFile | null>, edition?: WebFile["edition"]) =>
    CHART_FORMATS.map(
      ({ ending, contentType }): WebFile => ({
        name: "chart",
        path: `${path}.${ending}`,
        contentType,
        ...(edition && { edition }),
        render: async (view) => {
          const chart = await find(view);
          return chart && chartFile(chart, ending);
        },
      }),
    );
  return [
    ...files("/politicians/:id/trades-by-quarter", (view) => politicianActivity(parts, view)),
    ...files("/tickers/:symbol/trades-by-quarter", async (view) => tickerActivity(parts, view)),
    ...files(
      "/tickers/:symbol/price",
      (view) => tickerPrice(parts, view),
      ({ dataset, parameters }) => {
        const symbol = parameters["symbol"] ?? "";
        return dataset.ticker(symbol) === undefined ? Promise.resolve("") : parts.prices.edition(symbol);
      },
    ),
  ];
}

async function politicianActivity(parts: ChartFilesParts, { dataset, parameters }: View): Promise<ChartFile | null> {
  const id = parameters["id"] ?? "";
  const body = dataset.politician(id);
  const facts = body && (await dataset.facts.politician(id));
  if (!body || !facts) return null;
  const { name } = JSON.parse(body.toString("utf8")) as { readonly name: string };
  return {
    drawing: activityDrawing(facts.quarters, `of ${name}`),
    numbers: activityNumbers(facts.quarters),
    source: sourceOf(parts, dataset, `/politicians/${id}`),
  };
}

function tickerActivity(parts: ChartFilesParts, { dataset, parameters }: View): ChartFile | null {
  const symbol = parameters["symbol"] ?? "";
  const facts = dataset.facts.ticker(symbol);
  if (facts === undefined) return null;
  return {
    drawing: activityDrawing(facts.quarters, `of ${symbol}`),
    numbers: activityNumbers(facts.quarters),
    source: sourceOf(parts, dataset, `/tickers/${encodeURIComponent(symbol)}`),
  };
}

async function tickerPrice(parts: ChartFilesParts, view: View): Promise<ChartFile | null> {
  const { dataset, parameters } = view;
  const symbol = parameters["symbol"] ?? "";
  if (dataset.ticker(symbol) === undefined) return null;
  const { history } = await parts.prices.of(symbol);
  if (history === null) return null;
  const path = `/tickers/${encodeURIComponent(symbol)}`;
  const trades = tradeView(view, path, { ticker: symbol });
  const { links } = parts;
  const marked = dataset.facts.marked(trades.positions, symbol);
  const { points, drawing } = priceChartDrawing({
    links,
    symbol,
    history,
    trades: marked,
    origin: links.origin,
    named: namedOf(trades),
    tradeAt: (position) => links.trade(dataset.summaryAt(position).id),
  });
  return {
    drawing,
    numbers: {
      columns: ["week", "close_usd", ...KINDS.map((kind) => KIND_LOOKS[kind].column)],
      rows: weekRows(points, marked),
    },
    source: [...sourceOf(parts, dataset, trades.canonical), priceSource(history)],
  };
}

/** One row per week: its Monday, the closing price, and that week's trades of each kind. */
function weekRows(points: readonly PricePoint[], trades: PriceChartParts["trades"]) {
  const ofWeek = Map.groupBy(trades, ({ tradedDay }) => weekOf(points, tradedDay)?.day);
  return points.map(({ day, close }) => {
    const counts = KINDS.map((kind) => [
      KIND_LOOKS[kind].column,
      (ofWeek.get(day) ?? []).filter((trade) => trade.kind === kind).length,
    ]);
    return { week: dayText(day), close_usd: close, ...Object.fromEntries(counts) };
  });
}

function sourceOf({ links, dataNotice }: ChartFilesParts, { version, publishedAt }: Dataset, page: string): string[] {
  const published = publishedAt === null ? "" : ` of ${publishedAt.toISOString().slice(0, 10)}`;
  return [
    `Source: Congress Trades, ${links.absolute(page)}, dataset ${version}${published}, from the reports filed with the Clerk of the House and the Secretary of the Senate.`,
    ...(dataNotice === null ? [] : [dataNotice]),
  ];
}

function priceSource({ origin, lastDay }: HistoryAnswer): string {
  return `Prices: weekly closing prices from ${origin.providers.join(", ")}, adjusted for splits and not for dividends, up to ${lastDay}.`;
}

/** The charts of the pages as files: `/tickers/AAPL/price.svg`, `/politicians/P000197/trades-by-quarter.csv` and so on. */

import { toDayText } from "../../domain/bar-columns.ts";
import type { HistoryAnswer } from "../../prices/market.ts";
import type { Dataset } from "../../publication/dataset/dataset.ts";
import { KINDS } from "../../publication/dataset/facts/trade-sums.ts";
import type { Links } from "../links.ts";
import type { View, WebFile } from "../page.ts";
import { readPoliticianFields } from "../politician-list.ts";
import type { PriceHistories } from "../price-histories.ts";
import { getNamedFilters, readTradeView } from "../trade-view.ts";
import { drawActivity, listActivityNumbers } from "./activity-drawing.ts";
import { CHART_FORMATS } from "./chart-address.ts";
import { type ChartFile, createChartFile } from "./chart-file.ts";
import { KIND_LOOKS } from "./kind-looks.ts";
import { drawPriceChart, type PriceChartParts } from "./price-chart.ts";
import { findWeek, type PricePoint } from "./price-line.ts";

interface ChartFilesParts {
  readonly links: Links;
  readonly prices: PriceHistories;
  /** Notice that the data is fictional; null for real data. */
  readonly dataNotice: string | null;
}

/** Files of all charts. A subject without trades has no charts, and one without prices has no price chart. */
export function createChartFiles(parts: ChartFilesParts): readonly WebFile[] {
  const createFilesInFormats = (
    path: string,
    find: (view: View) => Promise<ChartFile | null>,
    edition?: WebFile["edition"],
  ) =>
    CHART_FORMATS.map(
      ({ ending, contentType }): WebFile => ({
        name: "chart",
        path: `${path}.${ending}`,
        contentType,
        ...(edition && { edition }),
        render: async (view) => {
          const chart = await find(view);
          return chart && createChartFile(chart, ending);
        },
      }),
    );
  return [
    ...createFilesInFormats("/politicians/:id/trades-by-quarter", (view) => findPoliticianChart(parts, view)),
    ...createFilesInFormats("/tickers/:symbol/trades-by-quarter", async (view) => findTickerChart(parts, view)),
    ...createFilesInFormats(
      "/tickers/:symbol/price",
      (view) => findPriceChart(parts, view),
      ({ dataset, parameters }) => {
        const symbol = parameters["symbol"] ?? "";
        return dataset.getTicker(symbol) === undefined ? Promise.resolve("") : parts.prices.readEdition(symbol);
      },
    ),
  ];
}

async function findPoliticianChart(parts: ChartFilesParts, { dataset, parameters }: View): Promise<ChartFile | null> {
  const id = parameters["id"] ?? "";
  const politician = readPoliticianFields(dataset, id);
  const facts = politician && (await dataset.facts.getPoliticianFacts(id));
  if (!politician || !facts) return null;
  return {
    drawing: drawActivity(facts.quarters, `of ${politician.name}`),
    numbers: listActivityNumbers(facts.quarters),
    source: listSourceSentences(parts, dataset, `/politicians/${id}`),
  };
}

function findTickerChart(parts: ChartFilesParts, { dataset, parameters }: View): ChartFile | null {
  const symbol = parameters["symbol"] ?? "";
  const facts = dataset.facts.getTickerFacts(symbol);
  if (facts === undefined) return null;
  return {
    drawing: drawActivity(facts.quarters, `of ${symbol}`),
    numbers: listActivityNumbers(facts.quarters),
    source: listSourceSentences(parts, dataset, `/tickers/${encodeURIComponent(symbol)}`),
  };
}

async function findPriceChart(parts: ChartFilesParts, view: View): Promise<ChartFile | null> {
  const { dataset, parameters } = view;
  const symbol = parameters["symbol"] ?? "";
  if (dataset.getTicker(symbol) === undefined) return null;
  const { history } = await parts.prices.getPriceState(symbol);
  if (history === null) return null;
  const path = `/tickers/${encodeURIComponent(symbol)}`;
  const trades = readTradeView(view, path, { ticker: symbol });
  const { links } = parts;
  const marked = dataset.facts.listMarkedTrades(trades.positions, symbol);
  const { points, drawing } = drawPriceChart({
    links,
    symbol,
    history,
    trades: marked,
    origin: links.origin,
    named: getNamedFilters(trades),
    buildTradeUrl: (position) => links.toTrade(dataset.getSummaryAt(position).id),
  });
  return {
    drawing,
    numbers: {
      columns: ["week", "close_usd", ...KINDS.map((kind) => KIND_LOOKS[kind].column)],
      rows: listWeekRows(points, marked),
    },
    source: [...listSourceSentences(parts, dataset, trades.canonical), formatPriceSource(history)],
  };
}

/** One row per week: its Monday, the closing price, and that week's trades of each kind. */
function listWeekRows(points: readonly PricePoint[], trades: PriceChartParts["trades"]) {
  const ofWeek = Map.groupBy(trades, ({ tradedDay }) => findWeek(points, tradedDay)?.day);
  return points.map(({ day, close }) => {
    const counts = KINDS.map((kind) => [
      KIND_LOOKS[kind].column,
      (ofWeek.get(day) ?? []).filter((trade) => trade.kind === kind).length,
    ]);
    return { week: toDayText(day), close_usd: close, ...Object.fromEntries(counts) };
  });
}

function listSourceSentences(
  { links, dataNotice }: ChartFilesParts,
  { version, publishedAt }: Dataset,
  page: string,
): string[] {
  const published = publishedAt === null ? "" : ` of ${publishedAt.toISOString().slice(0, 10)}`;
  return [
    `Source: Congress Trades, ${links.toAbsolute(page)}, dataset ${version}${published}, from the reports filed with the Clerk of the House and the Secretary of the Senate.`,
    ...(dataNotice === null ? [] : [dataNotice]),
  ];
}

function formatPriceSource({ origin, lastDay }: HistoryAnswer): string {
  return `Prices: weekly closing prices from ${origin.providers.join(", ")}, adjusted for splits and not for dividends, up to ${lastDay}.`;
}

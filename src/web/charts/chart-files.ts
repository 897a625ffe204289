/** The charts of the pages as files: `/tickers/AAPL/price.svg`, `/politicians/P000197/trades-by-quarter.csv` and so on. */
import { toDayText } from "../../domain/bar-columns.ts";
import type { HistoryAnswer } from "../../prices/market.ts";
import type { Dataset } from "../../publication/dataset/dataset.ts";
import { KINDS } from "../../publication/dataset/facts/trade-sums.ts";
import type { Cells } from "../../publication/export/columns.ts";
import { formatCsvHeader, formatCsvLine } from "../../publication/export/csv.ts";
import { type Html, html, trustMarkup } from "../html.ts";
import type { Links } from "../links.ts";
import type { View, WebFile } from "../page.ts";
import { drawPng } from "../pictures/png.ts";
import { toPrintableText, wrapText } from "../pictures/text-lines.ts";
import { readPoliticianFields } from "../politician-list.ts";
import type { PriceHistories } from "../price-histories.ts";
import { getFiltersInQuery, readTradeView } from "../trade-view.ts";
import { drawActivity, toActivityRows } from "./activity-drawing.ts";
import { CHART_FORMATS, type ChartFormat, type ChartNumbers, type Drawing } from "./drawing.ts";
import { KIND_LOOKS } from "./kind-looks.ts";
import { drawPriceChart, type PriceChartParts } from "./price-chart.ts";
import { findPricePoint, type PricePoint } from "./price-line.ts";

interface ChartFilesParts {
  readonly links: Links;
  readonly prices: PriceHistories;
  readonly dataNotice: string | null;
}

/** Files of all charts. A subject without trades has no charts, and one without prices has no price chart. */
export function createChartFiles(parts: ChartFilesParts): readonly WebFile[] {
  const createFileInEachFormat = (
    path: string,
    find: (view: View) => Promise<ChartFile | null>,
    revision?: WebFile["revision"],
  ) =>
    CHART_FORMATS.map(
      ({ ending, contentType }): WebFile => ({
        name: "chart",
        path: `${path}.${ending}`,
        contentType,
        ...(revision && { revision }),
        render: async (view) => {
          const chart = await find(view);
          return chart && createChartFile(chart, ending);
        },
      }),
    );
  return [
    ...createFileInEachFormat("/politicians/:id/trades-by-quarter", (view) => findPoliticianChart(parts, view)),
    ...createFileInEachFormat("/tickers/:symbol/trades-by-quarter", async (view) => findTickerChart(parts, view)),
    ...createFileInEachFormat(
      "/tickers/:symbol/price",
      (view) => buildPriceChartFile(parts, view),
      ({ dataset, parameters }) => {
        const symbol = parameters["symbol"] ?? "";
        return dataset.getTicker(symbol) === undefined ? Promise.resolve("") : parts.prices.readRevision(symbol);
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
    numbers: toActivityRows(facts.quarters),
    source: listSourceSentences(parts, dataset, `/politicians/${id}`),
  };
}

function findTickerChart(parts: ChartFilesParts, { dataset, parameters }: View): ChartFile | null {
  const symbol = parameters["symbol"] ?? "";
  const facts = dataset.facts.getTickerFacts(symbol);
  if (facts === undefined) return null;
  return {
    drawing: drawActivity(facts.quarters, `of ${symbol}`),
    numbers: toActivityRows(facts.quarters),
    source: listSourceSentences(parts, dataset, `/tickers/${encodeURIComponent(symbol)}`),
  };
}

async function buildPriceChartFile(parts: ChartFilesParts, view: View): Promise<ChartFile | null> {
  const { dataset, parameters } = view;
  const symbol = parameters["symbol"] ?? "";
  if (dataset.getTicker(symbol) === undefined) return null;
  const { history } = await parts.prices.getPriceState(symbol);
  if (history === null) return null;
  const path = `/tickers/${encodeURIComponent(symbol)}`;
  const trades = readTradeView(view, path, { ticker: symbol });
  const { links } = parts;
  const marked = dataset.facts.listChartTrades(trades.positions, symbol);
  const { points, drawing } = drawPriceChart({
    links,
    symbol,
    history,
    trades: marked,
    origin: links.origin,
    named: getFiltersInQuery(trades),
    buildTradeUrl: (position) => links.toTrade(dataset.getSummaryAt(position).id),
  });
  return {
    drawing,
    numbers: {
      columns: ["week", "close_usd", ...KINDS.map((kind) => KIND_LOOKS[kind].column)],
      rows: buildWeekRows(points, marked),
    },
    source: [...listSourceSentences(parts, dataset, trades.canonical), formatPriceSource(history)],
  };
}

/** Returns one row per week: its Monday, the closing price, and the number of that week's trades of each kind. */
function buildWeekRows(points: readonly PricePoint[], trades: PriceChartParts["trades"]) {
  const ofWeek = Map.groupBy(trades, ({ tradedDay }) => findPricePoint(points, tradedDay)?.day);
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

interface ChartFile {
  readonly drawing: Drawing;
  readonly numbers: ChartNumbers;
  /** Sentences that name the source of the data, one per line. */
  readonly source: readonly string[];
}

const MARGIN = 16;
const TITLE_HEIGHT = 40;
const LINE_HEIGHT = 15;
/** Mean letter widths in drawing units: of the title (15 px), and of the lines that name the data's source (10 px). */
const TITLE_LETTER = 7.9;
const SOURCE_LETTER = 5.3;
/** Pixels of the PNG per unit of the drawing. */
const DENSITY = 2;

/** The colors of the pages' light theme, for programs that show a chart without our style sheet. */
const CHART_STYLE = `text { fill: #5c584f; font-size: 12px }
.title { fill: #1b1a17; font-size: 15px; font-weight: 700 }
.source { font-size: 10px }
.grid { stroke: #dedad0; fill: none }
.zero { stroke: #1b1a17; fill: none }
.price { fill: none; stroke: #1b1a17; stroke-width: 1.4 }
.room { fill: none }
.wait { fill: none; stroke: #5c584f }
.span { fill: none; stroke: #5c584f; stroke-width: 3; opacity: 0.45 }
.buys, .buys polygon { fill: #14713c }
.sells, .sells polygon { fill: #b02a1b }
.optionsBought, .optionsBought polygon, .optionsSold, .optionsSold polygon { fill: #6b3fa0 }
.exchanges polygon, .shortSales polygon, .others polygon { fill: #5c584f }
.mark text { fill: #1b1a17; font-size: 11px; stroke: #fdfcf9; stroke-width: 3; paint-order: stroke }`;

/** Creates a chart as a standalone file: an image has the title above and the source below. */
async function createChartFile(file: ChartFile, format: ChartFormat): Promise<Buffer> {
  if (format === "csv") return Buffer.from(formatChartCsv(file));
  const { svg, width } = renderStandaloneSvg(file);
  return format === "svg" ? Buffer.from(svg) : drawPng(svg, width * DENSITY);
}

/** Formats a chart's numbers as CSV. The last lines name the source in the first column; nothing else in the file does. */
function formatChartCsv({ numbers: { columns, rows }, source }: ChartFile): string {
  const [first = ""] = columns;
  const lines: readonly Cells[] = [...rows, ...source.map((sentence) => ({ [first]: sentence }))];
  return formatCsvHeader(columns) + lines.map((line) => formatCsvLine(line, columns, false)).join("");
}

function renderStandaloneSvg({ drawing, source }: ChartFile): { readonly svg: string; readonly width: number } {
  const width = drawing.width + 2 * MARGIN;
  const titles = wrapText(toPrintableText(drawing.title), Math.floor(drawing.width / TITLE_LETTER));
  const sources = source.flatMap((sentence) => wrapText(sentence, Math.floor(drawing.width / SOURCE_LETTER)));
  const top = TITLE_HEIGHT + (titles.length - 1) * 20;
  const height = top + drawing.height + (sources.length + 1) * LINE_HEIGHT;
  const renderSvgTextLines = (kind: string, lines: readonly string[], y: (at: number) => number): Html =>
    html`${lines.map((line, at) => html`<text class="${kind}" x="${MARGIN}" y="${y(at)}">${line}</text>\n`)}`;
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Inter, system-ui, sans-serif">
<title>${toPrintableText(drawing.title)}</title>
<desc>${drawing.description}</desc>
<style>${trustMarkup(CHART_STYLE)}</style>
<rect width="${width}" height="${height}" fill="#fdfcf9"/>
${renderSvgTextLines("title", titles, (at) => 26 + at * 20)}<g transform="translate(${MARGIN} ${top})">
${drawing.body}</g>
${renderSvgTextLines("source", sources, (at) => top + drawing.height + (at + 1) * LINE_HEIGHT)}</svg>
`;
  return { svg: String(svg), width };
}

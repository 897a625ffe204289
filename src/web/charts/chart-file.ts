/** A chart as a standalone file: its title above, its source below. */
import type { Cells } from "../../publication/export/columns.ts";
import { formatCsvHeader, formatCsvLine } from "../../publication/export/csv.ts";
import { type Html, html, trustMarkup } from "../html.ts";
import { drawPng } from "../pictures/png.ts";
import { toPrintable, wrapToLetters } from "../pictures/text-lines.ts";
import type { ChartFormat } from "./chart-address.ts";
import type { ChartNumbers, Drawing } from "./drawing.ts";

export interface ChartFile {
  readonly drawing: Drawing;
  readonly numbers: ChartNumbers;
  /** Sentences on the source, one per line. */
  readonly source: readonly string[];
}

const MARGIN = 16;
const TITLE_HEIGHT = 40;
const LINE_HEIGHT = 15;
/** Mean width of a letter at 15 and 10 points, in drawing units. */
const TITLE_LETTER = 7.9;
const SOURCE_LETTER = 5.3;
/** Pixels of the PNG per unit of the drawing. */
const DENSITY = 2;

/** The light colors of the pages, for viewers without our style sheet. */
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

export async function createChartFile(file: ChartFile, format: ChartFormat): Promise<Buffer> {
  if (format === "csv") return Buffer.from(formatChartCsv(file));
  const { svg, width } = renderStandaloneSvg(file);
  return format === "svg" ? Buffer.from(svg) : drawPng(svg, width * DENSITY);
}

/** The source is in the last lines, in the first column: nothing else in the file says where it comes from. */
function formatChartCsv({ numbers: { columns, rows }, source }: ChartFile): string {
  const [first = ""] = columns;
  const lines: readonly Cells[] = [...rows, ...source.map((sentence) => ({ [first]: sentence }))];
  return formatCsvHeader(columns) + lines.map((line) => formatCsvLine(line, columns, false)).join("");
}

function renderStandaloneSvg({ drawing, source }: ChartFile): { readonly svg: string; readonly width: number } {
  const width = drawing.width + 2 * MARGIN;
  const titles = wrapToLetters(toPrintable(drawing.title), Math.floor(drawing.width / TITLE_LETTER));
  const sources = source.flatMap((sentence) => wrapToLetters(sentence, Math.floor(drawing.width / SOURCE_LETTER)));
  const top = TITLE_HEIGHT + (titles.length - 1) * 20;
  const height = top + drawing.height + (sources.length + 1) * LINE_HEIGHT;
  const renderTextLines = (kind: string, lines: readonly string[], y: (at: number) => number): Html =>
    html`${lines.map((line, at) => html`<text class="${kind}" x="${MARGIN}" y="${y(at)}">${line}</text>\n`)}`;
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Inter, system-ui, sans-serif">
<title>${toPrintable(drawing.title)}</title>
<desc>${drawing.description}</desc>
<style>${trustMarkup(CHART_STYLE)}</style>
<rect width="${width}" height="${height}" fill="#fdfcf9"/>
${renderTextLines("title", titles, (at) => 26 + at * 20)}<g transform="translate(${MARGIN} ${top})">
${drawing.body}</g>
${renderTextLines("source", sources, (at) => top + drawing.height + (at + 1) * LINE_HEIGHT)}</svg>
`;
  return { svg: String(svg), width };
}

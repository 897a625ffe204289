/** Draws purchases and sales by quarter, as columns above and below a line, with options stacked on top. */
import { type ScaleLinear, scaleBand, scaleLinear } from "d3-scale";
import { KINDS, type Kind, type Quarter } from "../../publication/dataset/facts/trade-sums.ts";
import { type Html, html } from "../html.ts";
import { formatCount } from "../parts/words.ts";
import { type ChartNumbers, type Drawing, dropTouchingLabels } from "./drawing.ts";
import { KIND_LOOKS } from "./kind-looks.ts";

const WIDTH = 520;
const HEIGHT = 190;
const LEFT = 38;
const TOP = 30;
const BOTTOM = 24;
const WIDEST_COLUMN = 28;
/** Minimum distance between two year labels, and between two numbers on the axis, at the largest font size. */
const YEAR_GAP = 52;
const NUMBER_GAP = 20;

/** @param quarters oldest first, at least one. @param whose `of AAPL`, for the title "Trades of AAPL by quarter". */
export function drawActivity(quarters: readonly Quarter[], whose: string): Drawing {
  const place = scaleBand(quarters.keys(), [LEFT, WIDTH]).paddingInner(0.25).paddingOuter(0.1);
  const most = Math.max(1, ...quarters.map(({ buys, optionsBought }) => buys + optionsBought));
  const least = Math.max(1, ...quarters.map(({ sells, optionsSold }) => sells + optionsSold));
  const height = scaleLinear([most, -least], [TOP, HEIGHT - BOTTOM]);
  const zero = Math.round(height(0));
  const width = Math.max(1, Math.min(WIDEST_COLUMN, place.bandwidth()));
  const columns = quarters.map((each, at) => {
    const x = ((place(at) ?? 0) + (place.bandwidth() - width) / 2).toFixed(1);
    const renderColumn = (kind: Kind, from: number, to: number) => {
      if (from === to) return false;
      const [first, second] = [Math.round(height(from)), Math.round(height(to))];
      return html`<rect class="${kind}" x="${x}" y="${Math.min(first, second)}" width="${width.toFixed(1)}" height="${Math.abs(first - second)}"/>`;
    };
    const { buys, sells, optionsBought, optionsSold } = each;
    const counts = KINDS.filter((kind) => each[kind] > 0).map(
      (kind) => `${KIND_LOOKS[kind].name.toLowerCase()} ${each[kind]}`,
    );
    return html`<g><title>${formatQuarter(each)}: ${counts.join(", ")}</title>${renderColumn("buys", 0, buys)}${renderColumn("optionsBought", buys, buys + optionsBought)}${renderColumn("sells", 0, -sells)}${renderColumn("optionsSold", -sells, -sells - optionsSold)}</g>`;
  });
  return {
    title: `Trades ${whose} by quarter`,
    description:
      "Columns above the line count purchases, columns below it sales, by quarter of the transaction; the part farther from the line is options. Exchanges and short sales are only in the table below the chart, which also has all other numbers.",
    width: WIDTH,
    height: HEIGHT,
    body: html`<text x="0" y="11">Trades per quarter</text>
${renderNumberAxis(height, most, least)}
${columns}
<line class="zero" x1="${LEFT}" x2="${WIDTH}" y1="${zero}" y2="${zero}"/>
${renderYearLabels(quarters, (at) => (place(at) ?? 0) + place.bandwidth() / 2)}`,
  };
}

/** Labels zero and both ends, except an end too close to zero. */
function renderNumberAxis(height: ScaleLinear<number, number>, most: number, least: number): Html {
  const zero = height(0);
  const ends = [most, -least].filter((value) => Math.abs(height(value) - zero) >= NUMBER_GAP);
  return html`${[...ends, 0].map((value) => html`<text x="${LEFT - 8}" y="${Math.round(height(value)) + 4}" text-anchor="end">${formatCount(Math.abs(value))}</text>`)}`;
}

/** Labels each year below its first quarter; a partial first year is not labeled if it would touch the next. */
function renderYearLabels(quarters: readonly Quarter[], getPlace: (at: number) => number): Html {
  const labels = quarters.flatMap(({ year, quarter }, at) =>
    quarter === 1 || at === 0 ? [{ x: getPlace(at), year }] : [],
  );
  const [first, second] = labels;
  const shown = first && second && second.x - first.x < YEAR_GAP ? labels.slice(1) : labels;
  return html`${dropTouchingLabels(shown, YEAR_GAP).map(({ x, year }) => html`<text x="${x.toFixed(1)}" y="${HEIGHT - 4}" text-anchor="middle">${year}</text>`)}`;
}

/** `2026 Q1` */
export function formatQuarter({ year, quarter }: Quarter): string {
  return `${year} Q${quarter}`;
}

/** Rows and columns of the chart's CSV file, newest quarter first like the table below the chart. */
export function toActivityRows(quarters: readonly Quarter[]): ChartNumbers {
  return {
    columns: ["quarter", ...KINDS.map((kind) => KIND_LOOKS[kind].column)],
    rows: quarters.toReversed().map((each) => ({
      quarter: formatQuarter(each),
      ...Object.fromEntries(KINDS.map((kind) => [KIND_LOOKS[kind].column, each[kind]])),
    })),
  };
}

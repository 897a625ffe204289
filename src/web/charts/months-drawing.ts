/** Draws how many members bought and sold per month. */
import { scaleBand, scaleLinear } from "d3-scale";
import type { TradedMonth } from "../../publication/dataset/facts/monthly-trades.ts";
import { html } from "../html.ts";
import { formatCount } from "../parts/words.ts";
import type { Drawing } from "./drawing.ts";

const WIDTH = 520;
const HEIGHT = 170;
const LEFT = 38;
const TOP = 36;
const BOTTOM = 24;
const NUMBER_GAP = 16;

/** @param months oldest first, at least one. */
export function drawMonths(months: readonly TradedMonth[]): Drawing {
  const place = scaleBand(months.keys(), [LEFT, WIDTH]).paddingInner(0.25).paddingOuter(0.1);
  const width = place.bandwidth();
  const most = Math.max(1, ...months.map(({ buyers }) => buyers));
  const least = Math.max(1, ...months.map(({ sellers }) => sellers));
  const height = scaleLinear([most, -least], [TOP, HEIGHT - BOTTOM]);
  const zero = Math.round(height(0));
  const ends = [most, -least].filter((value) => Math.abs(height(value) - zero) >= NUMBER_GAP);
  // Labels the newest month and every second month before it: on a phone, labels of all months would overlap.
  const isLabeled = (at: number) => (months.length - 1 - at) % 2 === 0;
  const columns = months.map((each, at) => {
    const x = place(at) ?? 0;
    const renderColumn = (kind: "buys" | "sells", to: number) => {
      const end = Math.round(height(to));
      return (
        to !== 0 &&
        html`<rect class="${kind}" x="${x.toFixed(1)}" y="${Math.min(zero, end)}" width="${width.toFixed(1)}" height="${Math.abs(zero - end)}"/>`
      );
    };
    return html`<g><title>${formatMonth(each)}: bought by ${formatCount(each.buyers)}, sold by ${formatCount(each.sellers)}</title>${renderColumn("buys", each.buyers)}${renderColumn("sells", -each.sellers)}${isLabeled(at) && html`<text x="${(x + width / 2).toFixed(1)}" y="${HEIGHT - 6}" text-anchor="middle">${formatShortMonth(each)}</text>`}</g>`;
  });
  return {
    title: "Members who bought and sold, by month of disclosure",
    description: "Columns above the line show how many members bought; columns below it, how many sold.",
    width: WIDTH,
    height: HEIGHT,
    body: html`<text x="0" y="11">Members per month</text>
${[...ends, 0].map((value) => html`<text x="${LEFT - 8}" y="${Math.round(height(value)) + 4}" text-anchor="end">${formatCount(Math.abs(value))}</text>`)}
${columns}
<line class="zero" x1="${LEFT}" x2="${WIDTH}" y1="${zero}" y2="${zero}"/>
`,
  };
}

const SHORT = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });

function formatShortMonth({ year, month }: TradedMonth): string {
  return SHORT.format(Date.UTC(year, month - 1));
}

/** `Nov 2026` */
export function formatMonth(month: TradedMonth): string {
  return `${formatShortMonth(month)} ${month.year}`;
}

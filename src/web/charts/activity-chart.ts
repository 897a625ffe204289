/** The chart of purchases and sales by quarter, with links to download the chart. A table below the chart has the numbers. */
import { KINDS, type Kind, type Quarter } from "../../publication/dataset/facts/trade-sums.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { renderScrollingTable } from "../parts/scrolling-table.ts";
import { formatCount } from "../parts/words.ts";
import { drawActivity, formatQuarter } from "./activity-drawing.ts";
import { renderChartFileLinks, renderDrawingSvg } from "./drawing.ts";
import { KIND_LOOKS, renderKindLegend } from "./kind-looks.ts";

interface ActivityChart {
  readonly links: Links;
  /** Oldest first. */
  readonly quarters: readonly Quarter[];
  /** Text that replaces the dots in the title "Trades ... by quarter": `of AAPL`. */
  readonly whose: string;
  readonly path: string;
}

const DRAWN: readonly Kind[] = ["buys", "sells", "optionsBought", "optionsSold"];

export function renderActivityChart({ links, quarters, whose, path }: ActivityChart): Html {
  const kinds = KINDS.filter((kind) => kind === "buys" || kind === "sells" || quarters.some((each) => each[kind] > 0));
  const drawnKinds = kinds.filter((kind) => DRAWN.includes(kind));
  return html`<figure class="chart">${renderDrawingSvg(drawActivity(quarters, whose), "activity", "img")}
<figcaption>${renderKindLegend(drawnKinds)}by quarter of the transaction.${kinds.length > drawnKinds.length && " Other trades are in the table."}</figcaption>
${renderChartFileLinks(links, { path: `${path}/trades-by-quarter`, query: {} })}
<details><summary>Show the data</summary>${renderScrollingTable({
    look: "data",
    caption: "Trades by quarter",
    rows: html`<thead><tr><th scope="col">Quarter</th>${kinds.map((kind) => html`<th scope="col" class="number">${KIND_LOOKS[kind].name}</th>`)}</tr></thead>
<tbody>${quarters.toReversed().map(
      (
        each,
      ) => html`<tr><th scope="row">${formatQuarter(each)}</th>${kinds.map((kind) => html`<td class="number">${formatCount(each[kind])}</td>`)}</tr>
`,
    )}</tbody>`,
  })}</details></figure>`;
}

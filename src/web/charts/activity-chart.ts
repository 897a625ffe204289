/** The chart of purchases and sales by quarter, with its numbers as a table under it and the way to its files. */
import type { Quarter } from "../../dataset/facts/trade-sums.ts";
import { type Html, html } from "../html.ts";
import type { Links } from "../links.ts";
import { scrollingTable } from "../parts/scrolling-table.ts";
import { count } from "../parts/words.ts";
import { activityDrawing, quarterName } from "./activity-drawing.ts";
import { chartFileLinks, drawingSvg } from "./drawing.ts";

interface ActivityChart {
  readonly links: Links;
  /** Oldest first. */
  readonly quarters: readonly Quarter[];
  /** Completes "Purchases and sales …". */
  readonly whose: string;
  /** Path of the page. */
  readonly path: string;
}

export function activityChart({ links, quarters, whose, path }: ActivityChart): Html {
  return html`<figure class="chart">${drawingSvg(activityDrawing(quarters, whose), "activity", "img")}
<figcaption><span class="key buys">Purchases</span> <span class="key sells">Sales</span> by quarter of the transaction; options, exchanges and short sales are in the table.</figcaption>
${chartFileLinks(links, { path: `${path}/trades-by-quarter`, query: {} })}
<details><summary>The numbers of this chart</summary>${scrollingTable({
    look: "data",
    caption: "Trades by quarter",
    rows: html`<thead><tr><th scope="col">Quarter</th><th scope="col" class="number">Purchases</th><th scope="col" class="number">Sales</th><th scope="col" class="number">Others</th></tr></thead>
<tbody>${quarters.toReversed().map(
      (
        each,
      ) => html`<tr><th scope="row">${quarterName(each)}</th><td class="number">${count(each.buys)}</td><td class="number">${count(each.sells)}</td><td class="number">${count(each.others)}</td></tr>
`,
    )}</tbody>`,
  })}</details></figure>`;
}

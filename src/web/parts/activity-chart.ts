/** Purchases and sales by quarter, as columns above and below a line, with the numbers as a table under it. */
import { scaleBand, scaleLinear } from "d3-scale";
import type { Quarter } from "../../dataset/facts/trade-sums.ts";
import { type Html, html } from "../html.ts";
import { scrollingTable } from "./scrolling-table.ts";
import { count } from "./words.ts";

const WIDTH = 520;
const HEIGHT = 170;
const LEFT = 34;
const BOTTOM = 22;

/** @param whose completes "Purchases and sales …". @param id of the title and the description. */
export function activityChart(quarters: readonly Quarter[], whose: string, id: string): Html {
  const names = quarters.map(nameOf);
  const place = scaleBand(names, [LEFT, WIDTH]).paddingInner(0.25).paddingOuter(0.1);
  const most = Math.max(1, ...quarters.map(({ buys }) => buys));
  const least = Math.max(1, ...quarters.map(({ sells }) => sells));
  const height = scaleLinear([most, -least], [10, HEIGHT - BOTTOM]);
  const zero = Math.round(height(0));
  const width = Math.max(1, Math.min(28, place.bandwidth()));
  const columns = quarters.map((each, index) => {
    const x = ((place(names[index] ?? "") ?? 0) + (place.bandwidth() - width) / 2).toFixed(1);
    const up = Math.round(height(each.buys));
    const down = Math.round(height(-each.sells));
    return html`<g><title>${nameOf(each)}: ${each.buys} bought, ${each.sells} sold</title>${each.buys > 0 && html`<rect class="buys" x="${x}" y="${up}" width="${width.toFixed(1)}" height="${zero - up}"/>`}${each.sells > 0 && html`<rect class="sells" x="${x}" y="${zero}" width="${width.toFixed(1)}" height="${down - zero}"/>`}</g>`;
  });
  const firsts = quarters.filter(({ quarter }, index) => quarter === 1 || index === 0);
  const step = Math.ceil(firsts.length / 9);
  return html`<figure class="chart"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">Purchases and sales ${whose} by quarter</title>
<desc id="${id}-desc">Columns above the line are purchases, below it sales, by the quarter of the transaction. The same numbers stand in the table under the chart.</desc>
<text x="${LEFT - 8}" y="${Math.round(height(most)) + 4}" text-anchor="end">${count(most)}</text><text x="${LEFT - 8}" y="${zero + 4}" text-anchor="end">0</text><text x="${LEFT - 8}" y="${Math.round(height(-least)) + 4}" text-anchor="end">${count(least)}</text>
${columns}
<line class="zero" x1="${LEFT}" x2="${WIDTH}" y1="${zero}" y2="${zero}"/>
${firsts.map((each, index) => index % step === 0 && html`<text x="${(place(nameOf(each)) ?? 0).toFixed(1)}" y="${HEIGHT - 4}">${each.year}</text>`)}
</svg>
<figcaption><span class="key buys">Purchases</span> <span class="key sells">Sales</span> by quarter of the transaction; options, exchanges and short sales are in the table.</figcaption>
<details><summary>The numbers of this chart</summary>${scrollingTable({
    look: "data",
    caption: "Trades by quarter",
    rows: html`<thead><tr><th scope="col">Quarter</th><th scope="col" class="number">Purchases</th><th scope="col" class="number">Sales</th><th scope="col" class="number">Others</th></tr></thead>
<tbody>${quarters.toReversed().map(
      (
        each,
      ) => html`<tr><th scope="row">${nameOf(each)}</th><td class="number">${count(each.buys)}</td><td class="number">${count(each.sells)}</td><td class="number">${count(each.others)}</td></tr>
`,
    )}</tbody>`,
  })}</details></figure>`;
}

function nameOf({ year, quarter }: Quarter): string {
  return `${year} Q${quarter}`;
}

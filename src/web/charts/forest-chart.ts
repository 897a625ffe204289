/** Bought minus sold as a figure: the finding, the drawing, how often chance alone would produce one, and the differences in words. */
import { COVERAGE } from "../../prices/returns/clustered-mean.ts";
import type { Figure } from "../../prices/returns/performance.ts";
import { describeFigure } from "../../prices/returns/return-words.ts";
import { type Html, html } from "../html.ts";
import { renderScrollingTable } from "../parts/scrolling-table.ts";
import { formatCount, pluralize } from "../parts/words.ts";
import { renderDrawingSvg } from "./drawing.ts";
import { drawForest, type ForestPart } from "./forest-drawing.ts";

/** @param found the difference on which the finding is based. */
export function renderForestChart(found: Figure, parts: readonly ForestPart[]): Html {
  const title = `Purchases minus sales, three months after the disclosure: ${describeDifference(found)}`;
  const rows = parts.flatMap((part) => part.rows);
  const intervals = rows.flatMap(({ skill, copy }) => [skill, copy].flatMap(({ estimate }) => estimate.interval ?? []));
  const table = renderScrollingTable({
    look: "data",
    caption: "Purchases minus sales by horizon, chamber and party",
    rows: html`<thead><tr><th scope="col">Of</th><th scope="col">The members&#39; own: from the trade</th><th scope="col">A follower&#39;s: from the disclosure</th></tr></thead>
${parts.map(
  ({ heading, rows: own }) => html`<tbody><tr><th colspan="3" scope="rowgroup"><strong>${heading}</strong></th></tr>
${own.map(
  ({
    name,
    skill,
    copy,
  }) => html`<tr><th scope="row">${name}</th><td>${describeDifference(skill)}</td><td>${describeDifference(copy)}</td></tr>
`,
)}</tbody>`,
)}`,
  });
  if (intervals.length === 0)
    return html`<p><strong>${title}</strong></p>
${table}`;
  return html`<p><strong>${title}</strong></p>
<figure class="chart forests">${renderDrawingSvg(drawForest(title, parts), "forest", "img")}
<figcaption><span class="key">○ ┄</span> from the close on the day of the trade; <span class="key">■ —</span> from the first close after the disclosure, as for a follower. The lines are 90% intervals of the difference. ${formatLuck(intervals)}</figcaption>
<details><summary>Show the data</summary>${table}</details></figure>`;
}

function describeDifference(figure: Figure): string {
  return describeFigure("difference", figure, "members and months");
}

function formatLuck(intervals: readonly { readonly low: number; readonly high: number }[]): string {
  const shown = intervals.filter(({ low, high }) => low > 0 || high < 0).length;
  const byLuck = ((1 - COVERAGE) * intervals.length).toLocaleString("en-US", { maximumFractionDigits: 1 });
  return `Of ${pluralize(intervals.length, "interval")} here, ${formatCount(shown)} ${shown === 1 ? "excludes" : "exclude"} zero. If nothing differed, about ${byLuck} would do so by luck alone, and many at once, because they share the same decisions.`;
}

/** Bought minus sold as a figure: the finding, the drawing, how often chance alone would produce one, and the differences in words. */
import { COVERAGE } from "../../prices/returns/clustered-mean.ts";
import type { Figure } from "../../prices/returns/performance.ts";
import { figureWords } from "../../prices/returns/return-words.ts";
import { type Html, html } from "../html.ts";
import { scrollingTable } from "../parts/scrolling-table.ts";
import { count, counted } from "../parts/words.ts";
import { drawingSvg } from "./drawing.ts";
import { type ForestPart, forestDrawing } from "./forest-drawing.ts";

/** @param found the difference on which the finding is based. */
export function forestChart(found: Figure, parts: readonly ForestPart[]): Html {
  const title = `Bought less sold, three months after the disclosure: ${saidWords(found)}`;
  const rows = parts.flatMap((part) => part.rows);
  const intervals = rows.flatMap(({ skill, copy }) => [skill, copy].flatMap(({ estimate }) => estimate.interval ?? []));
  const table = scrollingTable({
    look: "data",
    caption: "Bought less sold by horizon, chamber and party",
    rows: html`<thead><tr><th scope="col">Of</th><th scope="col">The members&#39; own: from the trade</th><th scope="col">A follower&#39;s: from the disclosure</th></tr></thead>
${parts.map(
  ({ heading, rows: own }) => html`<tbody><tr><th colspan="3" scope="rowgroup"><strong>${heading}</strong></th></tr>
${own.map(
  ({
    name,
    skill,
    copy,
  }) => html`<tr><th scope="row">${name}</th><td>${saidWords(skill)}</td><td>${saidWords(copy)}</td></tr>
`,
)}</tbody>`,
)}`,
  });
  if (intervals.length === 0)
    return html`<p><strong>${title}</strong></p>
${table}`;
  return html`<p><strong>${title}</strong></p>
<figure class="chart forests">${drawingSvg(forestDrawing(title, parts), "forest", "img")}
<figcaption><span class="key">○ ┄</span> from the close on the day of the trade; <span class="key">■ —</span> from the first close after the disclosure, as for a follower. The lines are 90% intervals of the difference. ${luckSentence(intervals)}</figcaption>
<details><summary>Show the data</summary>${table}</details></figure>`;
}

function saidWords(figure: Figure): string {
  return figureWords("difference", figure, "members and months");
}

function luckSentence(intervals: readonly { readonly low: number; readonly high: number }[]): string {
  const shown = intervals.filter(({ low, high }) => low > 0 || high < 0).length;
  const byLuck = ((1 - COVERAGE) * intervals.length).toLocaleString("en-US", { maximumFractionDigits: 1 });
  return `Of ${counted(intervals.length, "interval")} here, ${count(shown)} ${shown === 1 ? "excludes" : "exclude"} zero. If nothing differed, about ${byLuck} would do so by luck alone, and many at once, because they share the same decisions.`;
}

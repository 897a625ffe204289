/** Filings by standing as one bar, from read to unreadable. */
import { type Html, html } from "../html.ts";
import { REPORT_STANDINGS, STANDINGS, type Standing } from "./filing-state.ts";
import { count } from "./words.ts";

const WIDTH = 200;

export function standingBar(counts: Readonly<Record<Standing, number>>): Html {
  const total = REPORT_STANDINGS.reduce((sum, standing) => sum + counts[standing], 0);
  const parts = REPORT_STANDINGS.filter((standing) => counts[standing] > 0);
  const label = parts.map((standing) => `${STANDINGS[standing]}: ${count(counts[standing])}`).join(", ");
  let left = 0;
  const rects = parts.map((standing) => {
    const width = (counts[standing] / total) * WIDTH;
    const rect = html`<rect class="${standing}" x="${left.toFixed(2)}" width="${width.toFixed(2)}" height="10"/>`;
    left += width;
    return rect;
  });
  return html`<svg class="standing" viewBox="0 0 ${WIDTH} 10" preserveAspectRatio="none" role="img" aria-label="${label || "No report"}">${rects}</svg>`;
}

/** Legend for the bars' colors. */
export function standingLegend(): Html {
  return html`<ul class="legend">${REPORT_STANDINGS.map(
    (standing) =>
      html`<li><svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true"><rect class="${standing}" width="10" height="10"/></svg> ${STANDINGS[standing]}</li>`,
  )}</ul>`;
}

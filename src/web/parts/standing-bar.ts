/** Filings by standing as one bar, from read to unreadable. */
import { type Html, html } from "../html.ts";
import { REPORT_STANDINGS, STANDINGS, type Standing } from "./filing-state.ts";
import { formatCount } from "./words.ts";

const WIDTH = 200;

export function renderStandingBar(counts: Readonly<Record<Standing, number>>): Html {
  const total = REPORT_STANDINGS.reduce((sum, progress) => sum + counts[progress], 0);
  const parts = REPORT_STANDINGS.filter((progress) => counts[progress] > 0);
  const label = parts.map((progress) => `${STANDINGS[progress]}: ${formatCount(counts[progress])}`).join(", ");
  let left = 0;
  const rects = parts.map((progress) => {
    const width = (counts[progress] / total) * WIDTH;
    const rect = html`<rect class="${progress}" x="${left.toFixed(2)}" width="${width.toFixed(2)}" height="10"/>`;
    left += width;
    return rect;
  });
  return html`<svg class="standing" viewBox="0 0 ${WIDTH} 10" preserveAspectRatio="none" role="img" aria-label="${label || "No report"}">${rects}</svg>`;
}

/** Legend for the bars' colors. */
export function renderStandingLegend(): Html {
  return html`<ul class="legend">${REPORT_STANDINGS.map(
    (progress) =>
      html`<li><svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true"><rect class="${progress}" width="10" height="10"/></svg> ${STANDINGS[progress]}</li>`,
  )}</ul>`;
}

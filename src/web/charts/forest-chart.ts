/**
 * Chart of the mean return of purchases minus the mean return of sales. The chart has a sentence with the result, a drawing, a
 * table of the numbers, and the number of intervals that are expected to exclude zero by chance alone.
 */
import { type ScaleLinear, scaleLinear } from "d3-scale";
import { COVERAGE } from "../../prices/returns/clustered-mean.ts";
import type { Bounds } from "../../prices/returns/dollar-bounds.ts";
import type { Figure } from "../../prices/returns/performance.ts";
import { describeFigure, excludesZero, formatSignedPercent } from "../../prices/returns/return-words.ts";
import { type Html, html } from "../html.ts";
import { renderScrollingTable } from "../parts/scrolling-table.ts";
import { formatCount, pluralize } from "../parts/words.ts";
import { type Drawing, renderDrawingSvg } from "./drawing.ts";

/** @param found mean return of purchases minus that of sales, in the three months after disclosure. The title states `found`. */
export function renderForestChart(found: Figure, parts: readonly ForestPart[]): Html {
  const title = `Purchases minus sales, three months after the disclosure: ${describeDifference(found)}`;
  const rows = parts.flatMap((part) => part.rows);
  const intervals = rows.flatMap(({ memberFigure, followerFigure }) =>
    [memberFigure, followerFigure].flatMap(({ estimate }) => estimate.interval ?? []),
  );
  const table = renderScrollingTable({
    look: "data",
    caption: "Return of purchases minus return of sales, by horizon, chamber and party",
    rows: html`<thead><tr><th scope="col">Group</th><th scope="col">Members&#39; own result, from the trade</th><th scope="col">A follower&#39;s result, from the disclosure</th></tr></thead>
${parts.map(
  ({ heading, rows: items }) => html`<tbody><tr><th colspan="3" scope="rowgroup"><strong>${heading}</strong></th></tr>
${items.map(
  ({
    name,
    memberFigure,
    followerFigure,
  }) => html`<tr><th scope="row">${name}</th><td>${describeDifference(memberFigure)}</td><td>${describeDifference(followerFigure)}</td></tr>
`,
)}</tbody>`,
)}`,
  });
  if (intervals.length === 0)
    return html`<p><strong>${title}</strong></p>
${table}`;
  return html`<p><strong>${title}</strong></p>
<figure class="chart forests">${renderDrawingSvg(drawForestPlot(title, parts, intervals), "forest", "img")}
<figcaption><span class="key">○ ┄</span> from the close on the day of the trade; <span class="key">■ —</span> from the first close after the disclosure, the earliest close at which a follower could have traded. The lines are 90% intervals of the difference. ${formatLuckCaveat(intervals)} A row with too few member-months has no interval; a member-month is the decisions of one member in one month.</figcaption>
<details><summary>Show the data</summary>${table}</details></figure>`;
}

function describeDifference(figure: Figure): string {
  return describeFigure("difference", figure, "member-months");
}

function formatLuckCaveat(intervals: readonly Bounds[]): string {
  const shown = intervals.filter(excludesZero).length;
  const byLuck = ((1 - COVERAGE) * intervals.length).toLocaleString("en-US", { maximumFractionDigits: 1 });
  return `Of ${pluralize(intervals.length, "interval")} here, ${formatCount(shown)} ${shown === 1 ? "excludes" : "exclude"} zero. If purchases and sales truly did equally well, about ${byLuck} of these intervals would still exclude zero by luck alone.${intervals.length > 1 ? " Most decisions are counted in several intervals. The intervals are therefore not independent: if luck makes one exclude zero, others often do as well." : ""}`;
}

const WIDTH = 520;
const TOP = 24;
const ROW = 44;
const HEADING = 30;
const AXIS_HEIGHT = 30;
/** Space for row names of up to eleven letters at the larger font size on phones. */
const LEFT = 128;
const RIGHT = 36;
/** Vertical distance from the middle of a row to each of the row's two interval lines, one above and one below the middle. */
const LINE_OFFSET = 9;
/** Half the height of the vertical strokes at both ends of an interval line. */
const CAP_HALF_HEIGHT = 4;
/** The axis extends at least this far on either side of zero; 0.01 is 1%. */
const MIN_RANGE = 0.01;

export interface ForestRow {
  readonly name: string;
  /** Mean return of purchases minus that of sales, measured from the close on the trade date. */
  readonly memberFigure: Figure;
  /** Mean return of purchases minus that of sales, measured from the first close after the disclosure. */
  readonly followerFigure: Figure;
}

export interface ForestPart {
  readonly heading: string;
  readonly rows: readonly ForestRow[];
}

// Draws a forest plot. Each horizon and group has a row with two confidence intervals of the difference. The upper interval is
// measured from the trade, the lower interval from the disclosure. `title` is a sentence that states the result.
function drawForestPlot(title: string, parts: readonly ForestPart[], intervals: readonly Bounds[]): Drawing {
  const ends = intervals.flatMap(({ low, high }) => [low, high]);
  const x = scaleLinear([Math.min(-MIN_RANGE, ...ends), Math.max(MIN_RANGE, ...ends)], [LEFT, WIDTH - RIGHT]).nice(5);
  const height = parts.reduce((sum, { rows }) => sum + HEADING + rows.length * ROW, TOP) + AXIS_HEIGHT;
  const foot = height - AXIS_HEIGHT;
  let y = TOP;
  const renderedParts = parts.map(({ heading, rows }) => {
    const at = y;
    y += HEADING + rows.length * ROW;
    return html`<text class="heading" x="0" y="${at + 22}">${heading}</text>
${rows.map((row, place) => renderForestRow(row, at + HEADING + (place + 0.5) * ROW, x))}`;
  });
  return {
    title,
    description:
      "Two lines per row show the 90% interval of the difference, with a mark at the difference. The upper, dashed line with a circle measures returns from the trade; the lower line with a square measures them from the disclosure. A line that crosses zero shows no difference. A row with too few members or prices says so. The table below the chart has the same numbers.",
    width: WIDTH,
    height,
    body: html`<text x="0" y="14">Return minus SPY, purchases minus sales</text>
${x.ticks(5).map((tick) => {
  const at = x(tick).toFixed(1);
  return html`<path class="grid" d="M${at} ${TOP + HEADING}V${foot}"/><text x="${at}" y="${height - 6}" text-anchor="middle">${formatSignedPercent(tick)}</text>`;
})}<path class="zero" d="M${x(0).toFixed(1)} ${TOP + HEADING}V${foot}"/>
${renderedParts}`,
  };
}

function renderForestRow(
  { name, memberFigure, followerFigure }: ForestRow,
  middle: number,
  x: ScaleLinear<number, number>,
): Html {
  const label = html`<text x="0" y="${middle + 5}">${name}</text>`;
  if (
    !hasInterval(memberFigure) &&
    !hasInterval(followerFigure) &&
    formatShortReason(memberFigure) === formatShortReason(followerFigure)
  ) {
    return html`${label}${renderReasonForNoFigure(memberFigure, middle)}
`;
  }
  return html`${label}${renderForestLine(`${name}, from the trade`, memberFigure, { anchor: "skill", y: middle - LINE_OFFSET, x })}${renderForestLine(`${name}, from the disclosure`, followerFigure, { anchor: "copy", y: middle + LINE_OFFSET, x })}
`;
}

function hasInterval({ estimate: { interval, mean } }: Figure): boolean {
  return interval !== null && mean !== null;
}

function renderReasonForNoFigure(figure: Figure, y: number): Html {
  return html`<text class="reason" x="${LEFT + 8}" y="${y + 5}">${formatShortReason(figure)}</text>`;
}

function renderForestLine(
  name: string,
  figure: Figure,
  { anchor, y, x }: { readonly anchor: "skill" | "copy"; readonly y: number; readonly x: ScaleLinear<number, number> },
): Html {
  const { interval, mean } = figure.estimate;
  if (interval === null || mean === null) return renderReasonForNoFigure(figure, y);
  const [low, high] = [x(interval.low).toFixed(1), x(interval.high).toFixed(1)];
  const at = x(mean);
  const mark =
    anchor === "skill"
      ? html`<circle cx="${at.toFixed(1)}" cy="${y}" r="3.5"/>`
      : html`<rect x="${(at - 3.5).toFixed(1)}" y="${y - 3.5}" width="7" height="7"/>`;
  return html`<g class="forest ${anchor}"><title>${name}: ${describeFigure("difference", figure, "member-months")}</title><path d="M${low} ${y}H${high}"/><path d="M${low} ${y - CAP_HALF_HEIGHT}v${2 * CAP_HALF_HEIGHT}M${high} ${y - CAP_HALF_HEIGHT}v${2 * CAP_HALF_HEIGHT}"/>${mark}</g>`;
}

/** Explains in a few words, which fit next to the name on a phone, why a line is missing. */
function formatShortReason({ state, estimate: { clusters } }: Figure): string {
  if (state === "too_few_priced") return "too few prices";
  if (state === "none") return "a side has no price";
  return `too few member-months (${clusters})`;
}

/** Draws confidence intervals of mean returns minus the market's, one per row. Does not draw a mean without an interval. */
import { scaleLinear } from "d3-scale";
import type { Figure } from "../../prices/returns/performance.ts";
import {
  type ClusterUnit,
  type DescribedSide,
  describeFigure,
  describeFinding,
  formatSignedPercent,
} from "../../prices/returns/return-words.ts";
import { type Html, html } from "../html.ts";
import type { Drawing } from "./drawing.ts";

const WIDTH = 760;
const ROW = 28;
const TOP = 18;
/** Width of one letter of a row name at the larger font size on phones. */
const LETTER = 9.6;
const RIGHT = 24;
const AXIS_HEIGHT = 24;
/** Half the height of the strokes at an interval's ends, and of the tick at its mean. */
const END = 5;
const MEAN = 8;
/** The axis extends at least this far on either side of zero; 0.01 is 1%. */
const MIN_RANGE = 0.01;

export interface IntervalRow {
  readonly name: string;
  readonly side: DescribedSide;
  readonly figure: Figure;
}

export function drawIntervals(title: string, rows: readonly IntervalRow[], clusterUnit: ClusterUnit): Drawing {
  const ends = rows.flatMap(({ figure: { estimate } }) =>
    estimate.interval === null ? [] : [estimate.interval.low, estimate.interval.high],
  );
  const left = LETTER * Math.max(...rows.map(({ name }) => name.length));
  const x = scaleLinear([Math.min(-MIN_RANGE, ...ends), Math.max(MIN_RANGE, ...ends)], [left, WIDTH - RIGHT]).nice();
  const height = TOP + rows.length * ROW + AXIS_HEIGHT;
  return {
    title,
    description:
      "Each row's line is the 90% interval of the mean, with a tick at the mean. A line that crosses zero is no sign of skill or of its absence. If the line of sales is right of zero, the securities beat SPY after the sales, and the sellers missed that gain. A row with too few reports or prices says so. The same numbers are beside the chart.",
    width: WIDTH,
    height,
    body: html`<text x="${left}" y="14">Return minus SPY, in percent</text>${x.ticks(6).map((tick) => {
      const at = x(tick).toFixed(1);
      return html`<path class="grid" d="M${at} ${TOP}V${height - AXIS_HEIGHT}"/><text x="${at}" y="${height - 6}" text-anchor="middle">${formatSignedPercent(tick)}</text>`;
    })}<path class="zero" d="M${x(0).toFixed(1)} ${TOP}V${height - AXIS_HEIGHT}"/>
${rows.map((row, at) => renderIntervalRow(row, clusterUnit, { left, y: TOP + (at + 0.5) * ROW, x }))}`,
  };
}

function renderIntervalRow(
  { name, side, figure }: IntervalRow,
  clusterUnit: ClusterUnit,
  { left, y, x }: { readonly left: number; readonly y: number; readonly x: (value: number) => number },
): Html {
  const label = html`<text x="0" y="${y + 4}">${name}</text>`;
  const { interval, mean, clusters } = figure.estimate;
  if (interval === null || mean === null) {
    // A short text, which fits next to the name on a phone.
    const reason =
      figure.state === "too_few_filings"
        ? `too few ${clusterUnit} (${clusters})`
        : describeFigure(side, figure, clusterUnit);
    return html`${label}<text class="reason" x="${left + 8}" y="${y + 4}">${reason}</text>`;
  }
  const [low, high, middle] = [x(interval.low), x(interval.high), x(mean)].map((each) => each.toFixed(1));
  return html`${label}<g class="interval ${side}"><title>${name}: ${describeFinding(side, figure, clusterUnit)}</title><path d="M${low} ${y - END}v${2 * END}M${low} ${y}H${high}M${high} ${y - END}v${2 * END}M${middle} ${y - MEAN}v${2 * MEAN}"/></g>
`;
}

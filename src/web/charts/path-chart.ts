/** The chart of returns around the trade: the finding, the drawing, what is included and excluded, and the numbers as a table. */
import { type ScaleLinear, scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import type { Bounds } from "../../prices/returns/dollar-bounds.ts";
import type { Figure } from "../../prices/returns/performance.ts";
import {
  type ClusterUnit,
  DESCRIBED_SIDES,
  describeFinding,
  excludesZero,
  formatSignedPercent,
  SIDE_NAMES,
} from "../../prices/returns/return-words.ts";
import { PATH_SESSIONS, type PathPoint, type TradePath } from "../../prices/returns/trade-path.ts";
import { type Html, html } from "../html.ts";
import { renderScrollingTable } from "../parts/scrolling-table.ts";
import { formatCount, pluralize } from "../parts/words.ts";
import { type Drawing, renderDrawingSvg } from "./drawing.ts";

/** The finding is stated for this many trading days after the trade, the same number as in the tables. */
const FOUND_AT = 63;
const SIDES = ["buys", "sells"] as const;
type Side = (typeof SIDES)[number];
const ACTS = { buys: "purchases", sells: "sales" } as const;
const [FIRST, LAST] = [PATH_SESSIONS[0] ?? 0, PATH_SESSIONS.at(-1) ?? 0];

export interface PathChart {
  readonly path: TradePath;
  /** Number of decisions (`Decision`) for which the path was computed, including decisions without a price. */
  readonly decisions: number;
  readonly clusterUnit: ClusterUnit;
  readonly isOneSecurity: boolean;
}

/** Renders the chart; null if neither purchases nor sales have an interval. */
export function renderPathChart(chart: PathChart): Html | null {
  const { path, clusterUnit, isOneSecurity } = chart;
  if (!isDrawable(path)) return null;
  const finding = describeThreeMonthFinding(path, clusterUnit);
  return html`<p><strong>${finding}</strong></p>
<figure class="chart around-trades">${renderDrawingSvg(drawPathChart(path, finding), "path", "img")}
<figcaption>The values of the security and of SPY are both set to 100% at the close on the day of the trade. For selected trading days before and after the trade, a line shows by how many percentage points the securities were above (or below) SPY on average. A rising line means that the securities gained more than SPY on average. Shaded: the 90% interval of the mean, computed for each of these days separately. ${isOneSecurity && "This is the path of one price and says nothing about skill. "}${formatEarlierChange(path)}${formatPricedCounts(chart)} ${formatDisclosureWait(path)}${explainGaps(path, clusterUnit)}</figcaption>
${renderPathTable(path)}</figure>`;
}

// Describes in a sentence a result three months after the trade. There are three results, in this order: the difference, the
// purchases and the sales. The sentence describes the first result that has a confidence interval and enough prices.
function describeThreeMonthFinding({ points }: TradePath, clusterUnit: ClusterUnit): string {
  const at = findPoint(points, FOUND_AT);
  const side = DESCRIBED_SIDES.find((each) => at?.[each].state === "ok");
  if (at === undefined || side === undefined)
    return "Three months after the trade: no finding, because too few decisions have a price";
  return `Three months after the trade, ${SIDE_NAMES[side].toLowerCase()}: ${describeFinding(side, at[side], clusterUnit)}`;
}

function findPoint(points: readonly PathPoint[], session: number): PathPoint | undefined {
  return points.find((each) => each.session === session);
}

/** Says how the prices of each line did from its first point to the day of the trade, compared with SPY. */
function formatEarlierChange({ points: [first] }: TradePath): string {
  const byChange = Map.groupBy(SIDES, (side) => describeEarlierChange(first?.[side].estimate.interval));
  byChange.delete(null);
  const parts = Array.from(
    byChange,
    ([change, sides]) => `before ${sides.map((side) => ACTS[side]).join(" and ")}, prices ${change}`,
  );
  return parts.length === 0 ? "" : `In the ${-FIRST} trading days ${parts.join("; ")}. `;
}

function describeEarlierChange(interval: Bounds | null | undefined): string | null {
  if (!interval) return null;
  if (!excludesZero(interval)) return "did not clearly gain more or less than SPY";
  return `clearly gained ${interval.high < 0 ? "more" : "less"} than SPY on average`;
}

function formatPricedCounts({ path: { points }, decisions }: PathChart): string {
  const countPricedAt = (session: number) => {
    const point = findPoint(points, session);
    return SIDES.reduce((sum, side) => sum + (point?.[side].estimate.count ?? 0), 0);
  };
  const [before, traded, after] = [countPricedAt(FIRST), countPricedAt(0), countPricedAt(LAST)];
  const bend =
    after < traded
      ? `; the rest have not reached that day or have no price for it. A bend near the right end may come only from averaging fewer decisions there.`
      : ".";
  return `Of ${pluralize(decisions, "decision")}, ${formatCount(traded)} have a price on the day of the trade. ${before === traded ? "All" : formatCount(before)} of these also have a price ${-FIRST} trading days before the trade, and ${formatCount(after)} have a price ${LAST} trading days after it${bend}`;
}

function formatDisclosureWait({ medianDisclosure }: TradePath): string {
  if (medianDisclosure === null) return "";
  const isInside = medianDisclosure <= LAST;
  return `Half of the decisions with a price on the day of the trade were disclosed within ${pluralize(medianDisclosure, "trading day")} of the trade${isInside ? " (dotted line)" : ", beyond the chart"}, and the rest later. A follower can trade only after the disclosure, and misses any price change before it. `;
}

/** Explains why lines have gaps or are missing; empty if all lines are complete. */
function explainGaps({ points }: TradePath, clusterUnit: ClusterUnit): string {
  const states = new Set(points.flatMap((point) => SIDES.map((side) => point[side].state)));
  const why = [
    ...(states.has("too_few_filings") || states.has("none") ? [`fewer than ten ${clusterUnit} have a price`] : []),
    ...(states.has("too_few_priced") ? ["fewer than 90% of the decisions that should have a price have one"] : []),
  ];
  return why.length === 0 ? "" : `No line is drawn where ${why.join(", or ")}.`;
}

function renderPathTable({ points }: TradePath): Html {
  const renderSideCells = (point: PathPoint, side: Side) => {
    const { mean, interval, count: number } = point[side].estimate;
    const drawn =
      mean === null || interval === null
        ? html`<td colspan="2"><span class="unknown">too few</span></td>`
        : html`<td class="number">${formatSignedPercent(mean)}</td><td>${formatSignedPercent(interval.low)} to ${formatSignedPercent(interval.high)}</td>`;
    return html`${drawn}<td class="number">${formatCount(number)}</td>`;
  };
  return html`<details><summary>Show the data</summary>${renderScrollingTable({
    look: "data",
    caption: "Security minus SPY around the trade",
    rows: html`<thead><tr><th scope="col" class="number">Trading days since the trade</th>${SIDES.map((side) => html`<th scope="col" class="number">${SIDE_NAMES[side]}</th><th scope="col">90% interval</th><th scope="col" class="number">Decisions</th>`)}</tr></thead>
<tbody>${points.map(
      (point) =>
        html`<tr><th scope="row" class="number">${`${point.session}`.replace("-", "\u2212")}</th>${SIDES.map((side) => renderSideCells(point, side))}</tr>
`,
    )}</tbody>`,
  })}</details>`;
}

const WIDTH = 520;
const HEIGHT = 330;
const TOP = 46;
const BOTTOM = 46;
/** Left margin for the axis numbers, right margin for the curve names. Both fit the larger font size on phones. */
const LEFT = 74;
const RIGHT = 84;
/** Minimum distance between the names of two lines. */
const NAME_GAP = 22;
const MARKED_SESSIONS = [-60, 0, 63, 126, 189, 252];

interface DrawnPoint {
  readonly session: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

interface Scales {
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
}

/** True if a side has an interval at any point other than the trade itself. */
function isDrawable({ points }: TradePath): boolean {
  return points.some(({ session, buys, sells }) => session !== 0 && (hasInterval(buys) || hasInterval(sells)));
}

function hasInterval({ estimate: { mean, interval } }: Figure): boolean {
  return mean !== null && interval !== null;
}

// Draws one line for purchases and one for sales. The band around each line shows the 90% interval of the mean. `title` is a
// sentence that states the result three months after the trade.
function drawPathChart({ points, medianDisclosure }: TradePath, title: string): Drawing {
  const runs = { buys: splitIntoRuns(points, "buys"), sells: splitIntoRuns(points, "sells") };
  const ends = SIDES.flatMap((side) => runs[side].flat().flatMap(({ low, high }) => [low, high]));
  const [first, last] = [points[0]?.session ?? 0, points.at(-1)?.session ?? 1];
  const x = scaleLinear([first, last], [LEFT, WIDTH - RIGHT]);
  const y = scaleLinear([Math.min(0, ...ends), Math.max(0, ...ends)], [HEIGHT - BOTTOM, TOP]).nice(5);
  const scales = { x, y };
  return {
    title,
    description:
      "A solid line for purchases and a dashed one for sales: by how many percentage points the securities were above (or below) SPY on average, if the values of both are set to 100% at the close on the day of the trade. The band around each is the 90% interval of the mean. Vertical lines mark the trade and the session by which half of the decisions were disclosed. The table below the chart has the same numbers.",
    width: WIDTH,
    height: HEIGHT,
    body: html`<text x="0" y="14">Security minus SPY since the trade</text>
${renderPercentAxis(y)}${renderSessionAxis(x)}${renderVerticalLines(x, medianDisclosure)}
${SIDES.map((side) => renderLinesOfSide(side, runs[side], scales))}${renderLineNames(runs, scales)}`,
  };
}

/** Splits a line at points without an interval, and drops runs of a single point. */
function splitIntoRuns(points: readonly PathPoint[], side: Side): readonly (readonly DrawnPoint[])[] {
  const runs: DrawnPoint[][] = [[]];
  for (const point of points) {
    const { mean, interval } = point[side].estimate;
    if (mean === null || interval === null) runs.push([]);
    else runs.at(-1)?.push({ session: point.session, mean, ...interval });
  }
  return runs.filter((run) => run.length > 1);
}

function renderPercentAxis(y: ScaleLinear<number, number>): Html {
  return html`${y.ticks(5).map((tick) => {
    const at = y(tick).toFixed(1);
    return html`<path class="grid" d="M${LEFT} ${at}H${WIDTH - RIGHT}"/><text x="${LEFT - 6}" y="${(y(tick) + 5).toFixed(1)}" text-anchor="end">${formatSignedPercent(tick)}</text>`;
  })}<path class="zero" d="M${LEFT} ${y(0).toFixed(1)}H${WIDTH - RIGHT}"/>
`;
}

function renderSessionAxis(x: ScaleLinear<number, number>): Html {
  const foot = HEIGHT - BOTTOM;
  return html`${MARKED_SESSIONS.map((session) => {
    const at = x(session).toFixed(1);
    return html`<path class="grid" d="M${at} ${foot}v5"/><text x="${at}" y="${foot + 21}" text-anchor="middle">${`${session}`.replace("-", "\u2212")}</text>`;
  })}<text x="${WIDTH - RIGHT}" y="${HEIGHT - 4}" text-anchor="end">trading days from the trade</text>
`;
}

function renderVerticalLines(x: ScaleLinear<number, number>, medianDisclosure: number | null): Html {
  const renderVerticalLine = (session: number, look: "zero" | "wait") =>
    html`<path class="${look}" d="M${x(session).toFixed(1)} ${TOP - 6}V${HEIGHT - BOTTOM}"/>`;
  const isInside = medianDisclosure !== null && medianDisclosure <= (x.domain()[1] as number);
  return html`${renderVerticalLine(0, "zero")}<text x="${(x(0) - 4).toFixed(1)}" y="${TOP - 10}" text-anchor="end">traded</text>${
    isInside &&
    html`${renderVerticalLine(medianDisclosure, "wait")}<text x="${(x(medianDisclosure) + 4).toFixed(1)}" y="${TOP - 10}">half disclosed</text>`
  }
`;
}

function renderLinesOfSide(side: Side, runs: readonly (readonly DrawnPoint[])[], { x, y }: Scales): Html {
  if (runs.length === 0) return html``;
  const roundToTenth = (value: number) => Number(value.toFixed(1));
  const mean = line<DrawnPoint>(
    ({ session }) => roundToTenth(x(session)),
    (point) => roundToTenth(y(point.mean)),
  );
  const band = area<DrawnPoint>(
    ({ session }) => roundToTenth(x(session)),
    ({ low }) => roundToTenth(y(low)),
    ({ high }) => roundToTenth(y(high)),
  );
  return html`<g class="around ${side}">${runs.map((run) => html`<path class="band" d="${band(run) ?? ""}"/><path class="mean" d="${mean(run) ?? ""}"/>`)}</g>
`;
}

/** Renders each line's name at the line's right end, moved apart where names would overlap. */
function renderLineNames(runs: Readonly<Record<Side, readonly (readonly DrawnPoint[])[]>>, { x, y }: Scales): Html {
  const ends = SIDES.flatMap((side) => {
    const last = runs[side].at(-1)?.at(-1);
    return last === undefined ? [] : [{ side, x: x(last.session) + 5, y: y(last.mean) + 5 }];
  }).sort((a, b) => a.y - b.y);
  const [upper, lower] = ends;
  const apart = upper && lower ? Math.max(0, NAME_GAP - (lower.y - upper.y)) / 2 : 0;
  return html`${ends.map(
    ({ side, x: left, y: foot }, at) =>
      html`<g class="around ${side}"><text x="${left.toFixed(1)}" y="${(foot + (at === 0 ? -apart : apart)).toFixed(1)}">${SIDE_NAMES[side]}</text></g>`,
  )}`;
}

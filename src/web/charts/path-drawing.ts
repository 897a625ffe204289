/** Draws how securities did against the benchmark around a decision: one line with its band for purchases, and one for sales. */
import { type ScaleLinear, scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import type { Figure } from "../../prices/returns/performance.ts";
import { formatSignedPercent, SIDE_NAMES } from "../../prices/returns/return-words.ts";
import type { PathPoint, TradePath } from "../../prices/returns/trade-path.ts";
import { type Html, html } from "../html.ts";
import type { Drawing } from "./drawing.ts";

const WIDTH = 520;
const HEIGHT = 330;
const TOP = 46;
const BOTTOM = 46;
/** Space for numbers and names in the larger letters used on phones. */
const LEFT = 74;
const RIGHT = 84;
/** Minimum distance between the names of two lines. */
const NAME_GAP = 22;
const MARKED_SESSIONS = [-60, 0, 63, 126, 189, 252];
const SIDES = ["buys", "sells"] as const;
type Side = (typeof SIDES)[number];

/** A mean with its drawn interval. */
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

/** Whether a side has an interval at any point other than the trade itself. */
export function isDrawable({ points }: TradePath): boolean {
  return points.some(({ session, buys, sells }) => session !== 0 && (isShown(buys) || isShown(sells)));
}

function isShown({ estimate: { mean, interval } }: Figure): boolean {
  return mean !== null && interval !== null;
}

/** @param title the finding. */
export function drawPath({ points, medianDisclosure }: TradePath, title: string): Drawing {
  const runs = { buys: splitIntoRuns(points, "buys"), sells: splitIntoRuns(points, "sells") };
  const ends = SIDES.flatMap((side) => runs[side].flat().flatMap(({ low, high }) => [low, high]));
  const [first, last] = [points[0]?.session ?? 0, points.at(-1)?.session ?? 1];
  const x = scaleLinear([first, last], [LEFT, WIDTH - RIGHT]);
  const y = scaleLinear([Math.min(0, ...ends), Math.max(0, ...ends)], [HEIGHT - BOTTOM, TOP]).nice(5);
  const scales = { x, y };
  return {
    title,
    description:
      "A solid line for purchases and a dashed one for sales: the mean value of a dollar in the security minus a dollar in SPY, both invested at the close on the day of the trade. The band around each is the 90% interval of the mean. Vertical lines mark the trade and the session by which half of the decisions were disclosed. The table below the chart has the same numbers.",
    width: WIDTH,
    height: HEIGHT,
    body: html`<text x="0" y="14">Security minus SPY since the trade</text>
${renderLevelAxis(y)}${renderSessionAxis(x)}${renderUprights(x, medianDisclosure)}
${SIDES.map((side) => renderSide(side, runs[side], scales))}${renderLineNames(runs, scales)}`,
  };
}

/** Runs of consecutive points that have an interval. */
function splitIntoRuns(points: readonly PathPoint[], side: Side): readonly (readonly DrawnPoint[])[] {
  const runs: DrawnPoint[][] = [[]];
  for (const point of points) {
    const { mean, interval } = point[side].estimate;
    if (mean === null || interval === null) runs.push([]);
    else runs.at(-1)?.push({ session: point.session, mean, ...interval });
  }
  return runs.filter((run) => run.length > 1);
}

function renderLevelAxis(y: ScaleLinear<number, number>): Html {
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

function renderUprights(x: ScaleLinear<number, number>, medianDisclosure: number | null): Html {
  const renderUpright = (session: number, look: "zero" | "wait") =>
    html`<path class="${look}" d="M${x(session).toFixed(1)} ${TOP - 6}V${HEIGHT - BOTTOM}"/>`;
  const isInside = medianDisclosure !== null && medianDisclosure <= (x.domain()[1] as number);
  return html`${renderUpright(0, "zero")}<text x="${(x(0) - 4).toFixed(1)}" y="${TOP - 10}" text-anchor="end">traded</text>${
    isInside &&
    html`${renderUpright(medianDisclosure, "wait")}<text x="${(x(medianDisclosure) + 4).toFixed(1)}" y="${TOP - 10}">half disclosed</text>`
  }
`;
}

function renderSide(side: Side, runs: readonly (readonly DrawnPoint[])[], { x, y }: Scales): Html {
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

/** Each line's name at its right end, the upper one first, without overlap. */
function renderLineNames(runs: Readonly<Record<Side, readonly (readonly DrawnPoint[])[]>>, { x, y }: Scales): Html {
  const ends = SIDES.flatMap((side) => {
    const last = runs[side].at(-1)?.at(-1);
    return last === undefined ? [] : [{ side, x: x(last.session) + 5, y: y(last.mean) + 5 }];
  }).sort((one, other) => one.y - other.y);
  const [upper, lower] = ends;
  const apart = upper && lower ? Math.max(0, NAME_GAP - (lower.y - upper.y)) / 2 : 0;
  return html`${ends.map(
    ({ side, x: left, y: foot }, at) =>
      html`<g class="around ${side}"><text x="${left.toFixed(1)}" y="${(foot + (at === 0 ? -apart : apart)).toFixed(1)}">${SIDE_NAMES[side]}</text></g>`,
  )}`;
}

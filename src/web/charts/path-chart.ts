/** The path around the trade as a figure: the finding, the drawing, what is included and excluded, and its numbers as a table. */
import type { Figure } from "../../prices/returns/performance.ts";
import {
  describeFinding,
  formatSignedPercent,
  SAID_SIDES,
  SIDE_NAMES,
  type Together,
} from "../../prices/returns/return-words.ts";
import { PATH_SESSIONS, type PathPoint, type TradePath } from "../../prices/returns/trade-path.ts";
import { type Html, html } from "../html.ts";
import { renderScrollingTable } from "../parts/scrolling-table.ts";
import { formatCount, pluralize } from "../parts/words.ts";
import { renderDrawingSvg } from "./drawing.ts";
import { drawPath, isDrawable } from "./path-drawing.ts";

/** Horizon of the finding, the same as in the tables. */
const FOUND_AT = 63;
const LINES = ["buys", "sells"] as const;
type Line = (typeof LINES)[number];
const DONE = { buys: "bought", sells: "sold" } as const;
const [FIRST, LAST] = [PATH_SESSIONS[0] ?? 0, PATH_SESSIONS.at(-1) ?? 0];

export interface PathChart {
  readonly path: TradePath;
  /** Number of its decisions, with or without a price. */
  readonly decisions: number;
  readonly together: Together;
  /** Whether all decisions are about one security. */
  readonly isOneSecurity: boolean;
}

/** Null if neither side has an interval. */
export function renderPathChart(chart: PathChart): Html | null {
  const { path, together, isOneSecurity } = chart;
  if (!isDrawable(path)) return null;
  const finding = describePathFinding(path, together);
  return html`<p><strong>${finding}</strong></p>
<figure class="chart around-trades">${renderDrawingSvg(drawPath(path, finding), "path", "img")}
<figcaption>Mean value of a dollar in the security minus a dollar in SPY, both invested at the close on the day of the trade. Shaded: the 90% interval of the mean, computed for each trading day separately. ${isOneSecurity && "This is the path of one price and says nothing about skill. "}${formatBefore(path)}${formatCounts(chart)} ${formatDisclosureWait(path)}${explainGaps(path, together)}</figcaption>
${renderPathNumbers(path)}</figure>`;
}

/** The finding three months after the trade: for the difference, or for the side that has an interval. */
function describePathFinding({ points }: TradePath, together: Together): string {
  const at = findPoint(points, FOUND_AT);
  const side = SAID_SIDES.find((each) => at?.[each].state === "ok");
  if (at === undefined || side === undefined)
    return "Three months after the trade: too few decisions have a price for a finding";
  return `Three months after the trade, ${SIDE_NAMES[side].toLowerCase()}: ${describeFinding(side, at[side], together)}`;
}

function findPoint(points: readonly PathPoint[], session: number): PathPoint | undefined {
  return points.find((each) => each.session === session);
}

/** The level at the first point, so that readers need not work out the rise or fall. */
function formatBefore({ points: [first] }: TradePath): string {
  const said = LINES.flatMap((side) => {
    const words = first && describeBefore(first[side]);
    return words ? [`what was ${DONE[side]} ${words}`] : [];
  });
  return said.length === 0 ? "" : `${-FIRST} trading days before the trade ${said.join("; ")}. `;
}

function describeBefore({ estimate: { interval } }: Figure): string | null {
  if (interval === null) return null;
  const { low, high } = interval;
  if (low <= 0 && high >= 0)
    return `shows no difference from the trade (${formatSignedPercent(low)} to ${formatSignedPercent(high)})`;
  const [near, far] = high < 0 ? [high, low] : [low, high];
  return `stood at ${formatSignedPercent(near)} to ${formatSignedPercent(far)}, and ${high < 0 ? "rose" : "fell"} against SPY up to the trade`;
}

function formatCounts({ path: { points }, decisions }: PathChart): string {
  const countAt = (session: number) => {
    const point = findPoint(points, session);
    return LINES.reduce((sum, side) => sum + (point?.[side].estimate.count ?? 0), 0);
  };
  const [before, traded, after] = [countAt(FIRST), countAt(0), countAt(LAST)];
  const bend =
    after < traded ? "; a bend on the right can come from decisions that are too new or have no price there" : "";
  return `Of ${pluralize(decisions, "decision")}, ${formatCount(traded)} have a price at the trade, ${formatCount(before)} of these also ${-FIRST} trading days before it, and ${formatCount(after)} also ${LAST} trading days after it${bend}.`;
}

function formatDisclosureWait({ medianDisclosure }: TradePath): string {
  if (medianDisclosure === null) return "";
  const isInside = medianDisclosure <= LAST;
  return `Half of them were disclosed within ${pluralize(medianDisclosure, "trading day")}${isInside ? " (dotted line)" : ", beyond the chart"}, the others later: a follower gets none of what happened before the disclosure. `;
}

/** Why a line has gaps or is missing. */
function explainGaps({ points }: TradePath, together: Together): string {
  const states = new Set(points.flatMap((point) => LINES.map((side) => point[side].state)));
  const why = [
    ...(states.has("too_few_filings") || states.has("none") ? [`fewer than ten ${together} have a price`] : []),
    ...(states.has("too_few_priced") ? ["fewer than nine in ten decisions have the price they should have"] : []),
  ];
  return why.length === 0 ? "" : `No line is drawn where ${why.join(", or ")}.`;
}

function renderPathNumbers({ points }: TradePath): Html {
  const renderCells = (point: PathPoint, side: Line) => {
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
    rows: html`<thead><tr><th scope="col" class="number">Sessions since the trade</th>${LINES.map((side) => html`<th scope="col" class="number">${SIDE_NAMES[side]}</th><th scope="col">90% interval</th><th scope="col" class="number">Decisions</th>`)}</tr></thead>
<tbody>${points.map(
      (point) =>
        html`<tr><th scope="row" class="number">${`${point.session}`.replace("-", "\u2212")}</th>${LINES.map((side) => renderCells(point, side))}</tr>
`,
    )}</tbody>`,
  })}</details>`;
}

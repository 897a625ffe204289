/** The price of a security as a line, with a mark for the trades of each week and the days until they were disclosed. */
import { type ScaleLinear, scaleLinear, scaleUtc } from "d3-scale";
import { line } from "d3-shape";
import { dayText } from "../../domain/bar-columns.ts";
import type { MarkedTrade } from "../../publication/dataset/facts/marked-trades.ts";
import { KINDS, type Kind } from "../../publication/dataset/facts/trade-sums.ts";
import { type Html, html } from "../html.ts";
import { count } from "../parts/words.ts";
import { apart, type Drawing } from "./drawing.ts";
import { KIND_LOOKS } from "./kind-looks.ts";
import { type PricePoint, weekOf } from "./price-line.ts";
import { MARK_WIDTH, markText, type PriceMark, priceMarks } from "./price-marks.ts";

const WIDTH = 760;
const PLOT_HEIGHT = 320;
const TOP = 24;
const RIGHT = 64;
/** Room for the prices at the left, beside the names of lanes where there are any. */
const LEFT = 52;
const LANE_NAME = 96;
const LANE_HEIGHT = 28;
const AXIS_HEIGHT = 24;
/** Least distance of two labels of the axis: the width of one of seven letters. */
const LABEL_GAP = 58;
const DAY_MS = 86_400_000;
/** Marks of purchases stand below the line and those of sales above it; the others have lanes of their own under it. */
const ON_THE_LINE: readonly Kind[] = ["buys", "sells"];

interface PriceParts {
  readonly symbol: string;
  readonly points: readonly PricePoint[];
  /** Earliest traded first; those that lie outside the prices have no mark. */
  readonly trades: readonly MarkedTrade[];
  /** The address of a mark's link. */
  readonly linkTo: (mark: PriceMark) => string;
}

interface Scales {
  readonly x: (day: number) => number;
  readonly y: ScaleLinear<number, number>;
  readonly points: readonly PricePoint[];
  readonly lanes: readonly Kind[];
}

export interface PriceDrawing extends Drawing {
  readonly marks: readonly PriceMark[];
}

/** @param points at least one. */
export function priceDrawing({ symbol, points, trades, linkTo }: PriceParts): PriceDrawing {
  const inside = trades.filter(({ tradedDay }) => weekOf(points, tradedDay) !== null);
  const lanes = KINDS.filter((kind) => !ON_THE_LINE.includes(kind) && inside.some((trade) => trade.kind === kind));
  const left = LEFT + (lanes.length > 0 ? LANE_NAME : 0);
  const [first, last] = [points[0]?.day ?? 0, (points.at(-1)?.day ?? 1) + 6];
  const time = scaleUtc([first * DAY_MS, last * DAY_MS], [left, WIDTH - RIGHT - MARK_WIDTH / 2]);
  const closes = points.map(({ close }) => close);
  // Marks and their numbers need their room above the highest price and below the lowest.
  const y = scaleLinear([Math.min(...closes), Math.max(...closes)], [PLOT_HEIGHT - MARK_WIDTH, TOP + MARK_WIDTH]);
  const scales: Scales = { x: (day) => time(day * DAY_MS), y, points, lanes };
  const marks = priceMarks(inside, scales.x);
  const height = PLOT_HEIGHT + lanes.length * LANE_HEIGHT + AXIS_HEIGHT;
  const labels = time
    .ticks(Math.floor((WIDTH - RIGHT - left) / LABEL_GAP / 1.5))
    .map((date) => ({ x: time(date), date }));
  const path = line<PricePoint>(
    ({ day }) => Number(scales.x(day).toFixed(1)),
    ({ close }) => Number(y(close).toFixed(1)),
  )(points);
  return {
    title: `Price of ${symbol} from ${dayText(first)} to ${dayText(last)}, with the trades of members of Congress`,
    description:
      "Weekly closing prices as a line, in US dollars. Under the line a sign for what was bought in a week, over it one for what was sold, with their number where there are several; options, exchanges and short sales have rows of their own under the line; the thin line to the right of a sign ends on the day on which the last of them was disclosed. The same numbers stand in the table under the chart.",
    width: WIDTH,
    height,
    marks,
    body: html`${priceAxis(y, left)}${timeAxis(labels, height)}${lanes.map((kind, at) => laneOf(kind, at))}
<path class="price" d="${path ?? ""}"/>
${marks.map((mark) => drawnMark(mark, scales, linkTo(mark)))}`,
  };
}

/** Prices stand at both ends: a telephone shows one of them at a time. */
function priceAxis(y: ScaleLinear<number, number>, left: number): Html {
  const right = WIDTH - RIGHT;
  return html`<text x="0" y="10">US dollars a share</text>${y.ticks(5).map((tick) => {
    const at = y(tick).toFixed(1);
    const foot = (y(tick) + 4).toFixed(1);
    return html`<path class="grid" d="M${left} ${at}H${right}"/><text x="${left - 6}" y="${foot}" text-anchor="end">$${count(tick)}</text><text x="${right + 6}" y="${foot}">$${count(tick)}</text>`;
  })}`;
}

/** Years, or months where the prices are of a short time. */
function timeAxis(labels: readonly { readonly x: number; readonly date: Date }[], height: number): Html {
  const areYears = labels.every(({ date }) => date.getUTCMonth() === 0 && date.getUTCDate() === 1);
  const areMonths = labels.every(({ date }) => date.getUTCDate() === 1);
  const letters = areYears ? 4 : areMonths ? 7 : 10;
  const gap = letters === 10 ? LABEL_GAP * 1.4 : areYears ? LABEL_GAP * 0.7 : LABEL_GAP;
  return html`${apart(labels, gap).map(({ x, date }) => {
    const at = x.toFixed(1);
    return html`<path class="grid" d="M${at} ${height - AXIS_HEIGHT}v5"/><text x="${at}" y="${height - 5}" text-anchor="middle">${date.toISOString().slice(0, letters)}</text>`;
  })}<path class="zero" d="M0 ${height - AXIS_HEIGHT}H${WIDTH - RIGHT}"/>`;
}

function laneOf(kind: Kind, at: number): Html {
  const y = PLOT_HEIGHT + (at + 0.5) * LANE_HEIGHT;
  return html`<path class="grid" d="M0 ${y - LANE_HEIGHT / 2}H${WIDTH - RIGHT}"/><text x="0" y="${y + 4}">${KIND_LOOKS[kind].name}</text>`;
}

function drawnMark(mark: PriceMark, scales: Scales, address: string): Html {
  const { kind, trades, lastDisclosedDay } = mark;
  const { sign, number } = placeMark(mark, scales);
  const end = Math.min(scales.x(lastDisclosedDay), WIDTH - RIGHT);
  const x = mark.x.toFixed(1);
  const text = markText(mark);
  return html`<a class="mark ${kind}" href="${address}"><title>${text}</title><path class="room" d="M${(mark.x - MARK_WIDTH / 2).toFixed(1)} ${(sign + (number < sign ? -17 : -7)).toFixed(1)}h${MARK_WIDTH}v${MARK_WIDTH}h-${MARK_WIDTH}z"/>${
    end > mark.x + 6 &&
    html`<path class="wait" d="M${(mark.x + 5).toFixed(1)} ${sign.toFixed(1)}H${end.toFixed(1)}m0 -3v6"/>`
  }<polygon points="${KIND_LOOKS[kind].sign}" transform="translate(${x} ${sign.toFixed(1)})"/>${
    trades.length > 1 &&
    html`<text x="${x}" y="${number.toFixed(1)}" text-anchor="middle" aria-hidden="true">${count(trades.length)}</text>`
  }</a>
`;
}

/** Height of the middle of the sign, and of the foot of its number. */
function placeMark({ kind, x }: PriceMark, { x: xOf, y, points, lanes }: Scales) {
  const lane = lanes.indexOf(kind);
  if (lane >= 0) {
    const middle = PLOT_HEIGHT + lane * LANE_HEIGHT + 8;
    return { sign: middle, number: middle + 15 };
  }
  const near = points.filter(({ day }) => Math.abs(xOf(day) - x) <= MARK_WIDTH / 2).map(({ close }) => y(close));
  if (kind === "sells") {
    const sign = Math.min(...near) - 9;
    return { sign, number: sign - 6 };
  }
  const sign = Math.max(...near) + 9;
  return { sign, number: sign + 15 };
}

/** Draws a security's price as a line. Each week's trades have a mark, with a line to the last disclosure of these trades. */
import { type ScaleContinuousNumeric, scaleLinear, scaleLog, scaleUtc } from "d3-scale";
import { line } from "d3-shape";
import { toDayText } from "../../domain/bar-columns.ts";
import type { MarkedTrade } from "../../publication/dataset/facts/marked-trades.ts";
import { KINDS, type Kind } from "../../publication/dataset/facts/trade-sums.ts";
import { type Html, html } from "../html.ts";
import { formatCount, formatReadableDate } from "../parts/words.ts";
import { type Drawing, dropTouchingLabels } from "./drawing.ts";
import { KIND_LOOKS } from "./kind-looks.ts";
import { findPricePoint, type PricePoint } from "./price-line.ts";
import { buildPriceMarks, formatMark, MARK_WIDTH, type PriceMark } from "./price-marks.ts";

const WIDTH = 760;
const PLOT_HEIGHT = 320;
const TOP = 24;
const RIGHT = 64;
/** Space on the left for the price labels. If there are lanes, `LANE_NAME` is added for the names of the lanes. */
const LEFT = 52;
const LANE_NAME = 96;
const LANE_HEIGHT = 28;
const AXIS_HEIGHT = 24;
/** Minimum distance between two axis labels: the width of a seven-letter label. */
const LABEL_GAP = 58;
const DAY_MS = 86_400_000;
/** If the highest price is more than this many times the lowest, the scale is logarithmic: equal percent changes look equal. */
const LINEAR_UP_TO = 8;
/** Kinds whose marks touch the price line: purchases from below, sales from above. Other kinds have lanes below the chart. */
const ON_THE_LINE: readonly Kind[] = ["buys", "sells"];

interface PriceParts {
  readonly symbol: string;
  readonly points: readonly PricePoint[];
  /** Earliest traded first; trades before the first price or after the last one have no mark. */
  readonly trades: readonly MarkedTrade[];
  readonly buildLink: (mark: PriceMark) => string;
}

type PriceScale = ScaleContinuousNumeric<number, number>;

interface Scales {
  readonly x: (day: number) => number;
  readonly y: PriceScale;
  readonly points: readonly PricePoint[];
  readonly lanes: readonly Kind[];
}

export interface PriceDrawing extends Drawing {
  readonly marks: readonly PriceMark[];
}

/** @param points at least one. */
export function drawPrices({ symbol, points, trades, buildLink }: PriceParts): PriceDrawing {
  const inside = trades.filter(({ tradedDay }) => findPricePoint(points, tradedDay) !== null);
  const lanes = KINDS.filter((kind) => !ON_THE_LINE.includes(kind) && inside.some((trade) => trade.kind === kind));
  const left = LEFT + (lanes.length > 0 ? LANE_NAME : 0);
  const [first, last] = [points[0]?.day ?? 0, (points.at(-1)?.day ?? 1) + 6];
  const time = scaleUtc([first * DAY_MS, last * DAY_MS], [left, WIDTH - RIGHT - MARK_WIDTH / 2]);
  const y = createPriceScale(points);
  const scales: Scales = { x: (day) => time(day * DAY_MS), y, points, lanes };
  const marks = buildPriceMarks(inside, scales.x);
  const height = PLOT_HEIGHT + lanes.length * LANE_HEIGHT + AXIS_HEIGHT;
  const labels = time
    .ticks(Math.floor((WIDTH - RIGHT - left) / LABEL_GAP / 1.5))
    .map((date) => ({ x: time(date), date }));
  const path = line<PricePoint>(
    ({ day }) => Number(scales.x(day).toFixed(1)),
    ({ close }) => Number(y(close).toFixed(1)),
  )(points);
  return {
    title: `Price of ${symbol} from ${formatReadableDate(toDayText(first))} to ${formatReadableDate(toDayText(last))}, with the trades of members of Congress`,
    description: `Weekly closing prices as a line, in US dollars${needsLogarithmicScale(points) ? ", on a logarithmic scale" : ""}. Markers below the line are purchases, markers above it sales, at that week's price. Nearby trades share one marker on the day of the median one; it shows their number, and a bar spans the first to the last. Options, exchanges and short sales have their own rows under the line. The thin line to the right of a marker ends on the day the last of its trades was disclosed. The table below the chart has the same numbers.`,
    width: WIDTH,
    height,
    marks,
    body: html`${renderPriceAxis(y, left, needsLogarithmicScale(points))}${renderTimeAxis(labels, height)}${lanes.map((kind, at) => renderLaneBackground(kind, at))}
<path class="price" d="${path ?? ""}"/>
${marks.map((mark) => renderMark(mark, computeMarkPlace(mark, scales, marks), scales, buildLink(mark)))}`,
  };
}

function needsLogarithmicScale(points: readonly PricePoint[]): boolean {
  const closes = points.map(({ close }) => close);
  const least = Math.min(...closes);
  return least > 0 && Math.max(...closes) > least * LINEAR_UP_TO;
}

/** Creates a scale with space for marks and their numbers above the highest price and below the lowest. */
function createPriceScale(points: readonly PricePoint[]): PriceScale {
  const closes = points.map(({ close }) => close);
  const [domain, range] = [
    [Math.min(...closes), Math.max(...closes)],
    [PLOT_HEIGHT - MARK_WIDTH, TOP + MARK_WIDTH],
  ];
  return needsLogarithmicScale(points) ? scaleLog(domain, range) : scaleLinear(domain, range);
}

/** Labels prices at the left and right edges of the chart, because a phone shows only one edge at a time. */
function renderPriceAxis(y: PriceScale, left: number, isLog: boolean): Html {
  const right = WIDTH - RIGHT;
  const ticks = isLog ? y.ticks().filter(isRoundNumber) : y.ticks(5);
  return html`<text x="0" y="10">US dollars per share${isLog && ", logarithmic scale"}</text>${ticks.map((tick) => {
    const at = y(tick).toFixed(1);
    const foot = (y(tick) + 4).toFixed(1);
    return html`<path class="grid" d="M${left} ${at}H${right}"/><text x="${left - 6}" y="${foot}" text-anchor="end">$${formatTick(tick)}</text><text x="${right + 6}" y="${foot}">$${formatTick(tick)}</text>`;
  })}<text x="${right}" y="10" text-anchor="end">US dollars per share${isLog && ", logarithmic scale"}</text>`;
}

/** True for 1, 2 or 5 times a power of ten, the prices labeled on a logarithmic scale. */
function isRoundNumber(tick: number): boolean {
  return /^[125]e/.test(tick.toExponential());
}

function formatTick(tick: number): string {
  return tick.toLocaleString("en-US", { maximumFractionDigits: 4 });
}

/** Labels years, or if the time span is short, months or days. */
function renderTimeAxis(labels: readonly { readonly x: number; readonly date: Date }[], height: number): Html {
  const areYears = labels.every(({ date }) => date.getUTCMonth() === 0 && date.getUTCDate() === 1);
  const areMonths = labels.every(({ date }) => date.getUTCDate() === 1);
  const letters = areYears ? 4 : areMonths ? 7 : 10;
  const gap = letters === 10 ? LABEL_GAP * 1.4 : areYears ? LABEL_GAP * 0.7 : LABEL_GAP;
  return html`${dropTouchingLabels(labels, gap).map(({ x, date }) => {
    const at = x.toFixed(1);
    return html`<path class="grid" d="M${at} ${height - AXIS_HEIGHT}v5"/><text x="${at}" y="${height - 5}" text-anchor="middle">${date.toISOString().slice(0, letters)}</text>`;
  })}<path class="zero" d="M0 ${height - AXIS_HEIGHT}H${WIDTH - RIGHT}"/>`;
}

function renderLaneBackground(kind: Kind, at: number): Html {
  const y = PLOT_HEIGHT + (at + 0.5) * LANE_HEIGHT;
  return html`<path class="grid" d="M0 ${y - LANE_HEIGHT / 2}H${WIDTH - RIGHT}"/><text x="0" y="${y + 4}">${KIND_LOOKS[kind].name}</text>`;
}

interface MarkPlace {
  /** Vertical positions: top of the touch area, middle of the shape, bottom of the text that states the number of trades. */
  readonly room: number;
  readonly sign: number;
  readonly number: number;
  /** Vertical position of the mark's price; null in a lane. */
  readonly price: number | null;
}

function renderMark(mark: PriceMark, place: MarkPlace, { x: getX }: Scales, address: string): Html {
  const { kind, trades, firstDay, lastDay, lastDisclosedDay } = mark;
  const { room, sign, number, price } = place;
  const end = Math.min(getX(lastDisclosedDay), WIDTH - RIGHT);
  const x = mark.x.toFixed(1);
  return html`<a class="mark ${kind}" href="${address}"><title>${formatMark(mark)}</title><path class="room" d="M${(mark.x - MARK_WIDTH / 2).toFixed(1)} ${room.toFixed(1)}h${MARK_WIDTH}v${MARK_WIDTH}h-${MARK_WIDTH}z"/>${
    lastDay > firstDay &&
    html`<path class="span" d="M${getX(firstDay).toFixed(1)} ${(price ?? sign).toFixed(1)}H${getX(lastDay).toFixed(1)}"/>`
  }${
    price !== null &&
    Math.abs(sign - price) > TOUCHING + 1 &&
    html`<path class="wait" d="M${x} ${price.toFixed(1)}V${sign.toFixed(1)}"/>`
  }${
    end > mark.x + 6 &&
    html`<path class="wait" d="M${(mark.x + 5).toFixed(1)} ${sign.toFixed(1)}H${end.toFixed(1)}m0 -3v6"/>`
  }<polygon points="${KIND_LOOKS[kind].polygon}" transform="translate(${x} ${sign.toFixed(1)})"/>${
    trades.length > 1 &&
    html`<text x="${x}" y="${number.toFixed(1)}" text-anchor="middle" aria-hidden="true">${formatCount(trades.length)}</text>`
  }</a>
`;
}

/** Distance from the middle of a mark's shape to the price that the shape's tip touches. */
const TOUCHING = 5;

function computeMarkPlace(mark: PriceMark, scales: Scales, marks: readonly PriceMark[]): MarkPlace {
  const lane = scales.lanes.indexOf(mark.kind);
  if (lane >= 0) {
    const middle = PLOT_HEIGHT + lane * LANE_HEIGHT + 8;
    return { room: middle - 7, sign: middle, number: middle + 15, price: null };
  }
  const price = computePriceY(mark, scales);
  if (mark.kind === "sells") {
    return { room: price - MARK_WIDTH, sign: price - TOUCHING, number: price - TOUCHING - 6, price };
  }
  const room = findFreeTop(price, mark, scales, marks);
  return { room, sign: room + TOUCHING, number: room + TOUCHING + 15, price };
}

function computePriceY({ medianDay }: PriceMark, { y, points }: Scales): number {
  return y(findPricePoint(points, medianDay)?.close ?? 0);
}

/** Finds the top of a purchase's touch area: at its price, or as close to it as possible without covering nearby sales. */
function findFreeTop(price: number, { x }: PriceMark, scales: Scales, marks: readonly PriceMark[]): number {
  const feet = marks
    .filter((each) => each.kind === "sells" && Math.abs(each.x - x) < MARK_WIDTH)
    .map((each) => computePriceY(each, scales));
  const isTopUnoccupied = (top: number) => feet.every((foot) => top >= foot || top <= foot - 2 * MARK_WIDTH);
  const tops = [price, ...feet, ...feet.map((foot) => foot - 2 * MARK_WIDTH)].filter(
    (top) => top >= TOP && isTopUnoccupied(top),
  );
  return tops.reduce((best, top) => (Math.abs(top - price) < Math.abs(best - price) ? top : best), Math.max(...tops));
}

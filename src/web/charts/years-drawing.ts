/** Draws a member's trades: a row per year, a dot per trade. Beside each row: the year's returns minus SPY's. */
import { getOrAdd } from "../../base/get-or-add.ts";
import type { Figure } from "../../prices/returns/performance.ts";
import { formatSignedPercent } from "../../prices/returns/return-words.ts";
import { getDayYear, getFirstDay } from "../../publication/dataset/facts/days.ts";
import type { DatedTrade } from "../../publication/dataset/facts/marked-trades.ts";
import { type Html, html } from "../html.ts";
import type { Drawing } from "./drawing.ts";

const WIDTH = 760;
const LEFT = 46;
const RIGHT = 490;
/** Left edge of the texts that show returns. */
const FIGURES = 512;
const TOP = 42;
const ROW = 40;
const KEY_HEIGHT = 34;
/** Vertical distance of a dot from the row's line: purchases are above the line, sales below it. */
const OFF_LINE = 9;
/** Width of a grid column. Dots of one style in one row and column merge, so a drawing of thousands of trades stays small. */
const COLUMN = 4;
/** Dot diameter by the lower bound of the amount in US dollars. The bounds are those of amount ranges on the forms. */
const SIZES = [
  { from: 0, diameter: 4 },
  { from: 15_001, diameter: 5.5 },
  { from: 50_001, diameter: 7 },
  { from: 100_001, diameter: 8.5 },
  { from: 250_001, diameter: 10 },
  { from: 1_000_001, diameter: 12 },
] as const;
const MONTHS = ["Jan", "Apr", "Jul", "Oct"];

/** Returns of a year's purchases and sales; `figures` is null if they could not be computed. */
export interface DrawnYear {
  readonly year: number;
  readonly figures: { readonly buys: Figure; readonly sells: Figure } | null;
}

interface YearsParts {
  readonly name: string;
  readonly trades: readonly DatedTrade[];
  /** Newest first. */
  readonly years: readonly DrawnYear[];
}

export function drawYears({ name, trades, years }: YearsParts): Drawing {
  const height = TOP + years.length * ROW + KEY_HEIGHT;
  const middleOf = new Map(years.map(({ year }, at) => [year, TOP + (at + 0.5) * ROW]));
  return {
    title: `Trades of ${name} year by year`,
    description:
      "One row per year, newest first, with a dot for each trade on its day. Purchases are above the year's line, sales below it, exchanges, short sales and others on it. The larger the dot, the higher the bottom of the amount range; a hollow dot is an option, and a red ring marks a late disclosure. Beside each year: how purchases and sales did compared with SPY over the three months after the trade. The table below the chart has the same numbers.",
    width: WIDTH,
    height,
    body: html`${MONTHS.map((month, quarter) => {
      const x = LEFT + (quarter / 4) * (RIGHT - LEFT);
      return html`<path class="grid" d="M${x} ${TOP - 8}V${height - KEY_HEIGHT}"/><text x="${x + 3}" y="${TOP - 12}">${month}</text>`;
    })}<text x="${FIGURES}" y="12">Three months later, minus SPY</text><text x="${FIGURES}" y="${TOP - 12}">mean of decisions (90% interval)</text>
${years.map((each) => renderDrawnYearRow(each, middleOf.get(each.year) as number))}
${renderDots(trades, middleOf)}
${renderSizeLegend(height)}`,
  };
}

function renderDrawnYearRow({ year, figures }: DrawnYear, middle: number): Html {
  const renderFigureText = (side: "buys" | "sells", y: number) =>
    html`<text class="figure" x="${FIGURES}" y="${y}">${figures === null ? "" : formatYearFigure(side, figures[side])}</text>`;
  return html`<text class="year" x="0" y="${middle + 4}">${year}</text><path class="grid" d="M${LEFT} ${middle}H${RIGHT}"/>${renderFigureText("buys", middle - 4)}${renderFigureText("sells", middle + 12)}
`;
}

/** `Bought +2.1%, n 12 (−1 to +5.2)`; no mean without an interval. */
function formatYearFigure(side: "buys" | "sells", { state, estimate }: Figure): string {
  const done = side === "buys" ? "Bought" : "Sold";
  const { count, clusters, mean, interval } = estimate;
  if (state === "none") return `${done}: none with prices`;
  if (state === "too_few_priced") return `${done}: too few prices (${count})`;
  if (interval === null || mean === null) return `${done}: ${count}, too few reports (${clusters})`;
  const [low, high] = [interval.low, interval.high].map((end) => formatSignedPercent(end).replace("%", ""));
  return `${done} ${formatSignedPercent(mean)}, n ${count} (${low} to ${high})`;
}

interface Dots {
  readonly tone: "buys" | "sells" | "others";
  readonly isHollow: boolean;
  readonly isLate: boolean;
  readonly diameter: number;
}

/** Draws dots as zero-length path segments with round caps, 6 to 10 bytes each, in one path per style. Rings are behind dots. */
function renderDots(trades: readonly DatedTrade[], middleOf: ReadonlyMap<number, number>): Html {
  const groups = new Map<string, { readonly look: Dots; readonly xsOf: Map<number, Set<number>> }>();
  for (const trade of trades) {
    const { year, x } = computeDotPlace(trade.tradedDay);
    const middle = middleOf.get(year);
    if (middle === undefined) continue;
    const look = toDotStyle(trade);
    const key = `${look.tone} ${look.isHollow} ${look.isLate} ${look.diameter}`;
    const { xsOf } = getOrAdd(groups, key, () => ({ look, xsOf: new Map() }));
    const y = middle + OFF_LINES[look.tone];
    getOrAdd(xsOf, y, () => new Set<number>()).add(x);
  }
  const drawn = [...groups.values()].sort((a, b) => b.look.diameter - a.look.diameter);
  const renderLayer = (at: number, looks: string, width: number) =>
    html`<use href="#dots-${at}" class="dots ${looks}" stroke-width="${width}"/>`;
  return html`<defs>${drawn.map(({ xsOf }, at) => html`<path id="dots-${at}" d="${formatPathData(xsOf)}"/>`)}</defs>
${drawn.map(({ look }, at) => look.isLate && html`${renderLayer(at, "late", look.diameter + 4)}${renderLayer(at, "hole", look.diameter + 2)}`)}
${drawn.map(({ look }, at) => html`${renderLayer(at, look.tone, look.diameter)}${look.isHollow && renderLayer(at, "hole", look.diameter - 2)}`)}`;
}

/** Path data of dots, row by row, with each dot relative to the previous dot of its row: `M46 50h0m8 0h0`. */
function formatPathData(xsOf: ReadonlyMap<number, ReadonlySet<number>>): string {
  return Array.from(xsOf, ([y, xs]) =>
    [...xs]
      .sort((a, b) => a - b)
      .map((x, at, all) => (at === 0 ? `M${x} ${y}h0` : `m${x - (all[at - 1] as number)} 0h0`))
      .join(""),
  ).join("");
}

const OFF_LINES = { buys: -OFF_LINE, sells: OFF_LINE, others: 0 } as const;

function toDotStyle({ kind, lowUsd, isLate }: DatedTrade): Dots {
  const isHollow = kind === "optionsBought" || kind === "optionsSold";
  const tone =
    kind === "buys" || kind === "optionsBought"
      ? "buys"
      : kind === "sells" || kind === "optionsSold"
        ? "sells"
        : "others";
  const { diameter } = SIZES.findLast(({ from }) => lowUsd >= from) ?? SIZES[0];
  return { tone, isHollow, isLate, diameter };
}

function computeDotPlace(day: number): { readonly year: number; readonly x: number } {
  const year = getDayYear(day);
  const [first, next] = [getFirstDay(year), getFirstDay(year + 1)];
  const x = LEFT + ((day + 0.5 - first) / (next - first)) * (RIGHT - LEFT);
  return { year, x: Math.round(x / COLUMN) * COLUMN };
}

function renderSizeLegend(height: number): Html {
  const y = height - 10;
  return html`<text x="0" y="${y + 4}">From</text>${SIZES.map(({ from, diameter }, at) => {
    const x = LEFT + 8 + at * 88;
    return html`<path class="dots others" stroke-width="${diameter}" d="M${x} ${y}h0"/><text x="${x + 11}" y="${y + 4}">$${Math.max(1, from).toLocaleString("en-US")}</text>`;
  })}`;
}

export function groupTradesByYear(trades: readonly DatedTrade[]): ReadonlyMap<number, readonly DatedTrade[]> {
  return Map.groupBy(trades, ({ tradedDay }) => getDayYear(tradedDay));
}

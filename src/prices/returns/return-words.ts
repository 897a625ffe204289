/** Figures of returns in words, so that no sign has to be guessed: pages and the assistant say the same. */
import { counted } from "../../domain/counted.ts";
import type { Horizon } from "./abnormal-return.ts";
import { type Alpha, annualAlpha } from "./calendar-time.ts";
import { type MeanEstimate, MIN_CLUSTERS } from "./clustered-mean.ts";
import type { Bounds } from "./dollar-bounds.ts";
import type { Figure } from "./performance.ts";

/** `+1.2 %`, with a real minus sign. */
export function percent(fraction: number): string {
  const text = magnitude(fraction);
  if (text === "0") return "0 %";
  return `${fraction < 0 ? "\u2212" : "+"}${text} %`;
}

/** Percent without a sign, to one decimal: `1.2`. */
function magnitude(fraction: number): string {
  return Math.abs(100 * fraction).toLocaleString("en-US", { maximumFractionDigits: 1 });
}

/** Horizons by their number of sessions. */
export const SESSIONS = { 5: "a week", 21: "a month", 63: "three months", 126: "six months", 252: "a year" } as const;

/** What moves together: of one member the decisions of a report, of several those of a member and month. */
export type Together = "reports" | "members and months";

/** In the order in which they are said: the difference is the test of information. */
export const SAID_SIDES = ["difference", "buys", "sells"] as const;
export type SaidSide = (typeof SAID_SIDES)[number];
export const SIDE_NAMES = {
  difference: "Bought less sold",
  buys: "Bought",
  sells: "Sold",
} as const satisfies Record<SaidSide, string>;

/** Stands beside numbers with a sign. */
export const SIGN_WORDS =
  "A plus says that the security then did better than SPY. After a sale that is no gain of the seller's: selling did not avoid a loss against SPY.";

/** Stands beside the returns on one security. */
export const ONE_SHARE_WORDS =
  "All of them are this share's own course, from one day or another: they say how it went after members traded, and nothing of anybody's skill.";

/** The part of a figure that words need: the wire has no more of it. */
export interface SaidFigure extends Pick<Figure, "state" | "bounds"> {
  readonly estimate: Pick<MeanEstimate, "count" | "clusters" | "mean" | "interval">;
}

/** What the interval shows, with its ends, or why there is none. No mean stands without one. */
export function figureWords(side: SaidSide, figure: SaidFigure, together: Together): string {
  return words(side, figure, together, "");
}

/** Of what was sold also what that says of selling: that it then did better than SPY is no gain of the seller's. */
export function findingWords(side: SaidSide, figure: SaidFigure, together: Together): string {
  const { interval } = figure.estimate;
  if (side !== "sells" || interval === null) return figureWords(side, figure, together);
  const avoided = interval.low > 0 ? "did not avoid a loss" : "avoided a loss";
  return words(side, figure, together, `; selling ${avoided} against SPY`);
}

/** @param consequence of an interval that does not hold zero. */
function words(side: SaidSide, { state, estimate }: SaidFigure, together: Together, consequence: string): string {
  const { count, clusters, interval } = estimate;
  const decisions = counted(count, "decision");
  if (state === "none") return MISSING[side];
  if (state === "too_few_priced") return `too few are priced for a figure (${decisions})`;
  if (interval === null && clusters >= MIN_CLUSTERS) {
    return `no interval: all ${side === "difference" ? "of one side " : ""}begin in one month (${decisions})`;
  }
  if (interval === null) {
    return `too few ${together}${side === "difference" ? " on one side" : ""} for an interval (${clusters}, with ${decisions})`;
  }
  if (!isShown(interval)) return `${NOT_SHOWN[side]} (${rangeText(interval)}, ${decisions})`;
  return `${gapWords(side, interval)} on average${consequence} (${decisions})`;
}

/** The dollar-weighted band. It has no sampling error in it, so without an interval it stands beside the mean and says so; null without a figure. */
export function bandWords(side: SaidSide, { estimate, bounds }: SaidFigure): string | null {
  const { count, mean, interval } = estimate;
  if (bounds === null || mean === null) return null;
  const range = `weighted by dollars, the ranges of amounts allow ${rangeText(bounds)}`;
  if (interval !== null) return range;
  const isMean = [bounds.low, bounds.high].every((each) => percent(each) === percent(mean));
  return `${gapWords(side, { low: mean, high: mean })} on average${isMean ? "" : `; ${range}`}. Not a margin of error: ${counted(count, "decision")} can do this by luck`;
}

/**
 * One line on the portfolio of what a group bought less what it sold. Null where the difference has no interval: the portfolio knows nothing of
 * how few members or prices stand behind it.
 */
export function alphaWords(difference: SaidFigure, alpha: Alpha | null, horizon: Horizon): string | null {
  if (difference.state !== "ok") return null;
  const portfolio = `a portfolio that holds what was bought, less one that holds what was sold, each for ${SESSIONS[horizon]}`;
  if (alpha === null) return `Alpha of ${portfolio}: not computed, too few days have both.`;
  const { mean, interval } = annualAlpha(alpha);
  const shown = isShown(interval) ? `${interval.low > 0 ? "above" : "below"} zero` : "no alpha shown";
  return `Alpha of ${portfolio}: ${percent(mean)} a year (90 % interval ${rangeText(interval)}): ${shown}. A regression of daily returns on SPY, without dividends and without a riskless rate.`;
}

const MISSING = {
  difference: "needs a priced purchase and a priced sale",
  buys: "no priced purchase",
  sells: "no priced sale",
} as const satisfies Record<SaidSide, string>;

const NOT_SHOWN = {
  difference: "no difference shown",
  buys: "no difference from SPY shown",
  sells: "no difference from SPY shown",
} as const satisfies Record<SaidSide, string>;

function rangeText({ low, high }: Bounds): string {
  return `${percent(low)} to ${percent(high)}`;
}

/** An interval that only touches zero holds it. */
function isShown({ low, high }: Bounds): boolean {
  return low > 0 || high < 0;
}

/** `then beat SPY by 2.7 % to 9.6 %`; of ends with one sign, or both zero, as of purchases of SPY itself. */
function gapWords(side: SaidSide, { low, high }: Bounds): string {
  if (low === 0 && high === 0) return "then did as SPY did";
  const isAbove = low > 0;
  const [least, most] = isAbove ? [magnitude(low), magnitude(high)] : [magnitude(high), magnitude(low)];
  const gap =
    most === "0"
      ? "less than 0.1 %"
      : least === "0"
        ? `up to ${most} %`
        : least === most
          ? `${most} %`
          : `${least} % to ${most} %`;
  if (side === "difference")
    return `what was bought did ${isAbove ? "better" : "worse"} against SPY than what was sold, by ${gap}`;
  return `then ${isAbove ? "beat" : "trailed"} SPY by ${gap}`;
}

/** Describes returns in the same words on pages and in the assistant, so that nobody has to interpret a plus or minus sign. */
import { formatCount, pluralize } from "../../domain/count-words.ts";
import type { Horizon } from "./abnormal-return.ts";
import { type Alpha, annualizeAlpha } from "./calendar-time.ts";
import { type MeanEstimate, MIN_CLUSTERS } from "./clustered-mean.ts";
import type { Bounds } from "./dollar-bounds.ts";
import type { Figure } from "./performance.ts";

/** `+1.2%`; a negative number gets a true minus sign, not a hyphen. */
export function formatSignedPercent(fraction: number): string {
  const text = formatUnsignedPercent(fraction);
  if (text === "0") return "0%";
  return `${fraction < 0 ? "\u2212" : "+"}${text}%`;
}

/** Formats a fraction as an absolute value in percent, with at most one decimal and no percent sign: `1.2` for -0.012. */
function formatUnsignedPercent(fraction: number): string {
  return Math.abs(100 * fraction).toLocaleString("en-US", { maximumFractionDigits: 1 });
}

export const HORIZON_NAMES = {
  5: "a week",
  21: "a month",
  63: "three months",
  126: "six months",
  252: "a year",
} as const;

/** Plural noun for the clusters. One member's returns are clustered by report, several members' returns by member and month. */
export type ClusterUnit = "reports" | "member-months";

/** Listed in display order: the difference comes first, since it tests whether members trade on information. */
export const DESCRIBED_SIDES = ["difference", "buys", "sells"] as const;
export type DescribedSide = (typeof DESCRIBED_SIDES)[number];
export const SIDE_NAMES = {
  difference: "Purchases minus sales",
  buys: "Bought",
  sells: "Sold",
} as const satisfies Record<DescribedSide, string>;

export const DECISION_NOTE =
  "All purchases of one security by one member on one day count as one decision; all sales of it count as another.";

export const SIGN_NOTE =
  "A plus means that the security then did better than SPY. After a sale, a plus means that the seller missed that gain.";

export const ONE_SECURITY_NOTE =
  "All of these returns are of the same security, over periods that often overlap: they say what the security did after members traded it, and nothing about anyone's skill.";

/** The parts of a figure that this file puts into words and the API serves. */
export interface DescribedFigure extends Pick<Figure, "state" | "bounds"> {
  readonly estimate: Pick<MeanEstimate, "count" | "clusters" | "mean" | "interval">;
}

/** Says what the interval shows, with its two ends, or says why there is no interval. Never states a mean without an interval. */
export function describeFigure(side: DescribedSide, figure: DescribedFigure, clusterUnit: ClusterUnit): string {
  return describeWithConsequence(side, figure, clusterUnit, "");
}

/** Like `describeFigure`; for sales, adds whether the seller missed a gain or avoided a loss. */
export function describeFinding(side: DescribedSide, figure: DescribedFigure, clusterUnit: ClusterUnit): string {
  const { interval } = figure.estimate;
  if (side !== "sells" || interval === null) return describeFigure(side, figure, clusterUnit);
  const avoided = interval.low > 0 ? "the seller missed that gain" : "the seller avoided that loss";
  return describeWithConsequence(side, figure, clusterUnit, `; ${avoided}`);
}

/** @param consequence appended if the interval does not contain zero. */
function describeWithConsequence(
  side: DescribedSide,
  { state, estimate }: DescribedFigure,
  clusterUnit: ClusterUnit,
  consequence: string,
): string {
  const { count, clusters, interval } = estimate;
  const decisions = pluralize(count, "decision");
  if (state === "none") return MISSING[side];
  if (state === "too_few_priced")
    return `no figure, because fewer than 90% of the decisions have a price (${formatCount(count)} ${count === 1 ? "has" : "have"} one)`;
  if (interval === null && clusters >= MIN_CLUSTERS) {
    return `no interval: all returns ${side === "difference" ? "after purchases, or all after sales, " : ""}begin in one month (${decisions})`;
  }
  if (interval === null) {
    const tooFew = `too few ${clusterUnit} for an interval`;
    return side === "difference"
      ? `${tooFew}: at least ${MIN_CLUSTERS} with purchases and ${MIN_CLUSTERS} with sales are needed, but the smaller of the two numbers is ${clusters} (${decisions} in total)`
      : `${tooFew} (${decisions} in ${pluralize(clusters, clusterUnit.slice(0, -1))}; at least ${MIN_CLUSTERS} ${clusterUnit} are needed)`;
  }
  if (!excludesZero(interval)) return `${NOT_SHOWN[side]} (${formatPercentRange(interval)}, ${decisions})`;
  return `${describeAbnormalReturn(side, interval)} on average${consequence} (${decisions})`;
}

/**
 * Describes the dollar-weighted range, which is not a margin of error. Null for a difference, or if no figure is reported. If
 * there is no confidence interval, the text says that luck alone could explain the average.
 */
export function describeDollarBand(side: DescribedSide, { estimate, bounds }: DescribedFigure): string | null {
  if (bounds === null || estimate.mean === null) return null;
  const [low, high] = [bounds.low, bounds.high].map(formatSignedPercent);
  const weighted = `weighted by dollars, the average ${low === high ? `is ${low}` : `could be anything from ${low} to ${high}, depending on the exact amounts`}`;
  if (estimate.interval !== null) return weighted;
  const average = `${describeAbnormalReturn(side, { low: estimate.mean, high: estimate.mean })} on average`;
  if (low === high && low === formatSignedPercent(estimate.mean)) return `${average}, which luck alone could explain`;
  return `${average}; ${weighted}. ${low === high ? "" : "That range is not a margin of error. "}Luck alone could explain any of these figures`;
}

/**
 * Describes in one line the alpha of a long-short portfolio: securities that a group bought minus securities that the group sold.
 * Null if the figure `difference` has no interval. The alpha's own interval ignores how few members or prices there are.
 */
export function describeAlpha(difference: DescribedFigure, alpha: Alpha | null, horizon: Horizon): string | null {
  if (difference.state !== "ok") return null;
  const portfolio = `As a second measure, take a portfolio that holds each security bought, and shorts each one sold, for ${HORIZON_NAMES[horizon]}. Its alpha`;
  if (alpha === null)
    return `${portfolio} is not computed, because there are too few days on which both its sides (held and shorted) have returns.`;
  const { mean, interval } = annualizeAlpha(alpha);
  const range = `90% interval ${formatPercentRange(interval)}`;
  const shown = excludesZero(interval)
    ? `(${range}, entirely ${interval.low > 0 ? "above" : "below"} zero)`
    : `(${range}), no clear difference from zero`;
  return `${portfolio} is ${formatSignedPercent(mean)} a year ${shown}. The alpha comes from regressing the portfolio's daily returns (those of the securities it holds minus those of the securities it shorts) on the daily returns of SPY. Dividends are left out of the returns of both the portfolio and SPY, and no risk-free rate is subtracted.`;
}

const MISSING = {
  difference: "needs a purchase and a sale with prices",
  buys: "no purchase with a price",
  sells: "no sale with a price",
} as const satisfies Record<DescribedSide, string>;

const NOT_SHOWN = {
  difference: "no clear difference",
  buys: "no clear difference from SPY",
  sells: "no clear difference from SPY",
} as const satisfies Record<DescribedSide, string>;

function formatPercentRange({ low, high }: Bounds): string {
  return `${formatSignedPercent(low)} to ${formatSignedPercent(high)}`;
}

/** Returns whether the interval excludes zero; an interval that ends at zero does not. */
export function excludesZero({ low, high }: Bounds): boolean {
  return low > 0 || high < 0;
}

/** `prices then beat SPY by 2.7% to 9.6%`. Both ends must have the same sign, or be zero, as for purchases of SPY itself. */
function describeAbnormalReturn(side: DescribedSide, { low, high }: Bounds): string {
  if (low === 0 && high === 0) return "prices then matched SPY";
  const isAbove = low > 0;
  const [least, most] = isAbove
    ? [formatUnsignedPercent(low), formatUnsignedPercent(high)]
    : [formatUnsignedPercent(high), formatUnsignedPercent(low)];
  const gap =
    most === "0"
      ? "less than 0.1%"
      : least === "0"
        ? `between just over 0% and ${most}%`
        : least === most
          ? `${most}%`
          : `${least}% to ${most}%`;
  if (side === "difference")
    return `relative to SPY, securities bought did ${isAbove ? "better" : "worse"} afterwards than securities sold, by ${gap}`;
  return `prices then ${isAbove ? "beat" : "trailed"} SPY by ${gap}`;
}

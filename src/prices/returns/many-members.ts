/** Multiple testing: of many members, some are ahead by luck alone. */
import { COVERAGE } from "./clustered-mean.ts";
import type { Decision } from "./decision.ts";
import type { Performance } from "./performance.ts";

/** Accepted fraction of false discoveries among all discoveries. */
export const FALSE_DISCOVERY_RATE = 0.1;

/**
 * Benjamini-Hochberg procedure (1995): finds the greatest p-value that is at most `rank / count * rate`. The smallest p-value has
 * rank 1. Marks this p-value and all smaller ones. Returns one mark per p-value, in the given order.
 */
export function markDiscoveries(pValues: readonly number[], rate = FALSE_DISCOVERY_RATE): readonly boolean[] {
  const sorted = [...pValues].sort((one, other) => one - other);
  let bound = -1;
  for (const [index, pValue] of sorted.entries()) {
    if (pValue <= ((index + 1) / sorted.length) * rate) bound = pValue;
  }
  return pValues.map((pValue) => pValue <= bound);
}

export interface Findings {
  /** Whether each member's mean differs from zero. Members with too few filings for an interval are left out. */
  readonly distinguishable: ReadonlyMap<string, boolean>;
  readonly tested: number;
  /** Number of members whose whole interval is above zero. */
  readonly above: number;
  /** Expected value of `above` if the true mean of every member were zero. */
  readonly aboveByLuck: number;
  /** Null for fewer than two tested members. */
  readonly shrinkage: (Omit<Shrinkage, "shrunken"> & { readonly shrunken: ReadonlyMap<string, number> }) | null;
}

/** Fraction of intervals that are entirely above zero if the true mean is zero. */
const ABOVE_BY_LUCK = (1 - COVERAGE) / 2;

export function computeFindings(members: ReadonlyMap<string, Performance>, side: "buys" | "sells"): Findings {
  const tested = [...members].flatMap(([id, performance]) => {
    const { state, estimate } = performance[side];
    const { mean, standardError, pValue, interval } = estimate;
    const isTested = state === "ok" && mean !== null && standardError !== null && pValue !== null && interval !== null;
    return isTested ? [{ id, mean, standardError, pValue, interval }] : [];
  });
  const isDiscovery = markDiscoveries(tested.map(({ pValue }) => pValue));
  const shrinkage = computeShrinkage(tested);
  return {
    distinguishable: new Map(tested.map(({ id }, index) => [id, isDiscovery[index] as boolean])),
    tested: tested.length,
    above: tested.filter(({ interval }) => interval.low > 0).length,
    aboveByLuck: ABOVE_BY_LUCK * tested.length,
    shrinkage: shrinkage && {
      ...shrinkage,
      shrunken: new Map(tested.map(({ id }, index) => [id, shrinkage.shrunken[index] as number])),
    },
  };
}

/** The lookup returns the shrunken mean for a decision's member and side; null if that member or all others are untested. */
export function createShrunkenMeanLookup(
  members: ReadonlyMap<string, Performance>,
): (decision: Decision) => number | null {
  const findings = { buy: computeFindings(members, "buys"), sell: computeFindings(members, "sells") };
  return ({ politicianId, side }) => findings[side].shrinkage?.shrunken.get(politicianId) ?? null;
}

interface Shrinkage {
  /** Mean over the members, weighted by precision. */
  readonly groupMean: number;
  /** Variance between members in excess of their standard errors (DerSimonian and Laird 1986). */
  readonly betweenVariance: number;
  /** Each member's mean, shrunk toward the group's mean; a larger standard error shrinks it more (empirical Bayes). */
  readonly shrunken: readonly number[];
}

export function computeShrinkage(
  members: readonly { readonly mean: number; readonly standardError: number }[],
): Shrinkage | null {
  if (members.length < 2) return null;
  const precisions = members.map(({ standardError }) => 1 / standardError ** 2);
  const weight = sumValues(precisions);
  const precisionMean = sumValues(members.map(({ mean }, index) => mean * (precisions[index] as number))) / weight;
  const heterogeneity = sumValues(
    members.map(({ mean }, index) => (mean - precisionMean) ** 2 * (precisions[index] as number)),
  );
  const scale = weight - sumValues(precisions.map((each) => each ** 2)) / weight;
  const betweenVariance = Math.max(0, (heterogeneity - (members.length - 1)) / scale);
  const weights = members.map(({ standardError }) => 1 / (betweenVariance + standardError ** 2));
  const groupMean = sumValues(members.map(({ mean }, index) => mean * (weights[index] as number))) / sumValues(weights);
  const shrunken = members.map(({ mean, standardError }) => {
    const ownWeight = betweenVariance / (betweenVariance + standardError ** 2);
    return ownWeight * mean + (1 - ownWeight) * groupMean;
  });
  return { groupMean, betweenVariance, shrunken };
}

function sumValues(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0);
}

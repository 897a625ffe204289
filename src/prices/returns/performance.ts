/** Compares the returns after purchases and sales with the benchmark, for one member, a group of members, or one security. */
import { getOrAdd } from "../../base/get-or-add.ts";
import { toDayNumber } from "../../domain/bar-columns.ts";
import type { IsoDate } from "../../domain/dates.ts";
import { Codes } from "../../publication/dataset/codes.ts";
import {
  type Anchor,
  computeAbnormalReturn,
  findAnchorSession,
  type Horizon,
  type PricedReturn,
  type UnpricedReason,
} from "./abnormal-return.ts";
import { type ClusteredReturn, estimateGroupMeans, estimateSides, type MeanEstimate } from "./clustered-mean.ts";
import type { Decision, UnpricedKind } from "./decision.ts";
import { type Bounds, computeDollarWeightedBounds, type WeightedReturn } from "./dollar-bounds.ts";
import type { ReturnIndex } from "./price-series.ts";

/** Minimum `pricedShare` to report a figure. If a mean exists and the share is lower, the figure is `too_few_priced`. */
const MIN_PRICED_SHARE = 0.9;

/** Increase this number with every change after which the same trades and prices lead to different figures. */
export const METHOD_VERSION = 2;

export interface DecisionReturn {
  readonly decision: Decision;
  readonly outcome: PricedReturn | UnpricedReason;
}

export type Unpriced = Readonly<Record<UnpricedKind | UnpricedReason, number>>;

/**
 * `none`: no mean, because a side has no priced decisions. `too_few_priced`: the priced fraction of the decisions is below
 * `MIN_PRICED_SHARE`. `too_few_filings`: a mean but no interval.
 */
export const FIGURE_STATES = ["ok", "too_few_filings", "too_few_priced", "none"] as const;
export type FigureState = (typeof FIGURE_STATES)[number];

export interface Figure {
  readonly state: FigureState;
  readonly estimate: MeanEstimate;
  /** Lowest and highest dollar-weighted mean that the amount ranges allow. Null for `difference` or if no mean is reported. */
  readonly bounds: Bounds | null;
  /** Number of decisions on securities that stopped trading within the horizon. */
  readonly delisted: number;
  /** What the mean would be if the securities counted in `delisted` had become worthless; null if no mean is reported. */
  readonly meanIfDelistedWorthless: number | null;
}

export interface Performance {
  readonly decisions: number;
  readonly priced: number;
  readonly unpriced: Unpriced;
  /**
   * Fraction of priced decisions among all decisions on shares and listed funds. A filed row without a symbol counts as a
   * decision. Decisions for which the horizon is not over yet do not count. Null if there is nothing to count.
   */
  readonly pricedShare: number | null;
  /** Number of returns that include dividends (of both security and benchmark), and number of returns that do not. */
  readonly returnKinds: { readonly total: number; readonly price: number };
  readonly buys: Figure;
  readonly sells: Figure;
  readonly difference: Figure;
}

/** @param decisions on one security. @param security null if no price is stored. @param benchmark has every session. */
export function computeDecisionReturns(
  decisions: readonly Decision[],
  security: ReturnIndex | null,
  benchmark: ReturnIndex,
  { sessionOf, horizon }: { readonly sessionOf: SessionOf; readonly horizon: Horizon },
): readonly DecisionReturn[] {
  return decisions.map((decision) => {
    const session = security && sessionOf(decision);
    if (security === null) return { decision, outcome: "no_bars" };
    if (session === null) return { decision, outcome: "no_benchmark" };
    return { decision, outcome: computeAbnormalReturn(security, benchmark, session, horizon) };
  });
}

/** Returns the index of the session at a decision's anchor; null before the benchmark's first day. */
export type SessionOf = (decision: Decision) => number | null;

/** The lookup finds the session of each day only once: 100,000 decisions fall on a few thousand days. */
export function createSessionLookup(anchor: Anchor, { days }: Pick<ReturnIndex, "days">): SessionOf {
  const cached = new Map<IsoDate, number | null>();
  return ({ transactionDate, disclosureDate }) => {
    const date = anchor === "skill" ? transactionDate : disclosureDate;
    return getOrAdd(cached, date, () => findStoredAnchorSession(days, anchor, toDayNumber(date)));
  };
}

function findStoredAnchorSession(days: Int32Array, anchor: Anchor, day: number): number | null {
  const earliest = anchor === "skill" ? day : day + 1;
  const first = days[0];
  return first === undefined || earliest < first ? null : findAnchorSession(days, anchor, day);
}

/** How returns are clustered: for one member, by filing; for several members, by member and month. */
export type Group = "member" | "several";

export function getClusterKey(decision: Decision, group: Group): string {
  return group === "member" ? decision.filingId : `${decision.politicianId} ${decision.transactionDate.slice(0, 7)}`;
}

interface PricedDecision extends ClusteredReturn, WeightedReturn {
  readonly benchmark: number;
  readonly delisted: boolean;
}

/** An array, or `ReturnColumns`. */
type Returns = Pick<readonly DecisionReturn[], "length" | "at">;

/**
 * Yields to other work between steps. With 100,000 decisions, a step takes a few milliseconds. @param kinds number of
 * never-priced rows, by reason.
 */
export function* computePerformance(
  returns: Returns,
  kinds: Readonly<Record<UnpricedKind, number>>,
  group: Group,
): Generator<void, Performance> {
  const { priced, unpriced, total } = yield* splitByOutcome(returns, group);
  const missing = kinds.no_ticker + unpriced.no_bars + unpriced.delisted + unpriced.no_benchmark;
  const pricedShare = priced.length + missing === 0 ? null : priced.length / (priced.length + missing);
  const isEnough = pricedShare !== null && pricedShare >= MIN_PRICED_SHARE;
  const estimates = yield* group === "member" ? estimateSides(priced) : estimateGroupMeans(priced);
  const isAnyDelisted = priced.some(({ delisted }) => delisted);
  const ifWorthless = isAnyDelisted ? yield* estimateSides(priced.map(assumeTotalLossIfDelisted)) : estimates;
  const computeFigure = function* (side: Side): Generator<void, Figure> {
    const state = getFigureState(estimates[side], isEnough);
    if (state === "none" || state === "too_few_priced") return createEmptyFigure(state, estimates[side]);
    const included = priced.filter((each) => side === "difference" || each.side === SIDE_OF[side]);
    yield;
    return {
      state,
      estimate: estimates[side],
      bounds: side === "difference" ? null : yield* computeDollarWeightedBounds(included),
      delisted: included.filter(({ delisted }) => delisted).length,
      meanIfDelistedWorthless: ifWorthless[side].mean,
    };
  };
  const buys = yield* computeFigure("buys");
  const sells = yield* computeFigure("sells");
  const difference = yield* computeFigure("difference");
  return {
    decisions: returns.length,
    priced: priced.length,
    unpriced: { ...kinds, ...unpriced },
    pricedShare,
    returnKinds: { total, price: priced.length - total },
    buys,
    sells,
    difference,
  };
}

type Side = "buys" | "sells" | "difference";
const SIDE_OF = { buys: "buy", sells: "sell" } as const;

/** Number of returns processed between two pauses. */
const RETURNS_AT_ONCE = 5_000;

function* splitByOutcome(returns: Returns, group: Group) {
  const unpriced: Record<UnpricedReason, number> = { no_bars: 0, delisted: 0, too_recent: 0, no_benchmark: 0 };
  const priced: PricedDecision[] = [];
  const clusters = new Codes<string>();
  const securities = new Codes<string>();
  let total = 0;
  for (let at = 0; at < returns.length; at += 1) {
    if (at % RETURNS_AT_ONCE === 0) yield;
    const { decision, outcome } = returns.at(at) as DecisionReturn;
    if (typeof outcome === "string") {
      unpriced[outcome] += 1;
      continue;
    }
    const cluster = clusters.getOrAddCode(getClusterKey(decision, group));
    const security = securities.getOrAddCode(decision.symbol);
    const { fromDay, toDay, benchmark, abnormal, delisted } = outcome;
    const { side, lowUsd, highUsd } = decision;
    priced.push({ cluster, security, fromDay, toDay, side, lowUsd, highUsd, benchmark, abnormal, delisted });
    if (outcome.kind === "total") total += 1;
  }
  return { priced, unpriced, total };
}

function assumeTotalLossIfDelisted(each: PricedDecision): PricedDecision {
  return each.delisted ? { ...each, abnormal: -1 - each.benchmark } : each;
}

function getFigureState({ mean, interval }: MeanEstimate, isEnough: boolean): FigureState {
  if (mean === null) return "none";
  if (!isEnough) return "too_few_priced";
  return interval === null ? "too_few_filings" : "ok";
}

function createEmptyFigure(state: FigureState, { count, clusters }: MeanEstimate): Figure {
  return {
    state,
    estimate: { count, clusters, mean: null, standardError: null, interval: null, pValue: null },
    bounds: null,
    delisted: 0,
    meanIfDelistedWorthless: null,
  };
}

/** How the decisions of a member, of a group, or on a security did relative to the benchmark. */

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
import { type ClusteredReturn, estimateGroup, estimateSides, type MeanEstimate } from "./clustered-mean.ts";
import type { Decision, UnpricedKind } from "./decision.ts";
import { type Bounds, computeDollarBounds, type WeightedReturn } from "./dollar-bounds.ts";
import type { ReturnIndex } from "./price-series.ts";

/** Minimum fraction of decisions on listed shares and funds that must be priced to report a figure. */
const MIN_PRICED_SHARE = 0.9;

/** Increase this whenever the same trades and prices lead to different figures. */
export const METHOD_VERSION = 2;

export interface DecisionReturn {
  readonly decision: Decision;
  readonly outcome: PricedReturn | UnpricedReason;
}

export type Unpriced = Readonly<Record<UnpricedKind | UnpricedReason, number>>;

/** `too_few_priced`: under `MIN_PRICED_SHARE`. `too_few_filings`: a mean without an interval. `none`: no decision on this side. */
export const FIGURE_STATES = ["ok", "too_few_filings", "too_few_priced", "none"] as const;
export type FigureState = (typeof FIGURE_STATES)[number];

export interface Figure {
  readonly state: FigureState;
  readonly estimate: MeanEstimate;
  /** Dollar-weighted bounds, over all amounts that the ranges allow; null for a difference, or without a figure. */
  readonly bounds: Bounds | null;
  /** Decisions whose security stopped trading within the horizon, and the mean if each of them had lost everything. */
  readonly delisted: number;
  readonly meanIfDelistedWorthless: number | null;
}

export interface Performance {
  readonly decisions: number;
  readonly priced: number;
  readonly unpriced: Unpriced;
  /** Priced fraction of decisions on listed shares and funds whose horizon is over; null if there are none. */
  readonly pricedShare: number | null;
  /** Number of comparisons with dividends on both sides, and number with dividends on neither side. */
  readonly returnKinds: { readonly total: number; readonly price: number };
  readonly buys: Figure;
  readonly sells: Figure;
  readonly difference: Figure;
}

/** Returns each decision's return, for one security. @param security null if no price is stored. @param benchmark at every session. */
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

/** Index of the session of a decision's anchor; null before the benchmark's first day, where it is unknown. */
export type SessionOf = (decision: Decision) => number | null;

/** Looks up each day once: a hundred thousand decisions fall on a few thousand days. */
export function createSessionLookup(anchor: Anchor, { days }: Pick<ReturnIndex, "days">): SessionOf {
  const known = new Map<IsoDate, number | null>();
  return ({ transactionDate, disclosureDate }) => {
    const date = anchor === "skill" ? transactionDate : disclosureDate;
    return getOrAdd(known, date, () => findSessionOn(days, anchor, toDayNumber(date)));
  };
}

function findSessionOn(days: Int32Array, anchor: Anchor, day: number): number | null {
  const earliest = anchor === "skill" ? day : day + 1;
  const first = days[0];
  return first === undefined || earliest < first ? null : findAnchorSession(days, anchor, day);
}

/** What forms a cluster: for one member, the returns of one filing; for several, those of one member and month. */
export type Group = "member" | "several";

export function getClusterKey(decision: Decision, group: Group): string {
  return group === "member" ? decision.filingId : `${decision.politicianId} ${decision.transactionDate.slice(0, 7)}`;
}

interface PricedDecision extends ClusteredReturn, WeightedReturn {
  readonly benchmark: number;
  readonly delisted: boolean;
}

/** An array of returns, or columns that hold them. */
type Returns = Pick<readonly DecisionReturn[], "length" | "at">;

/** Runs in steps, some milliseconds each for a hundred thousand decisions. @param kinds the rows that are never priced. */
export function* computePerformance(
  returns: Returns,
  kinds: Readonly<Record<UnpricedKind, number>>,
  group: Group,
): Generator<void, Performance> {
  const { priced, unpriced, total } = yield* splitByOutcome(returns, group);
  const missing = kinds.no_ticker + unpriced.no_bars + unpriced.delisted + unpriced.no_benchmark;
  const pricedShare = priced.length + missing === 0 ? null : priced.length / (priced.length + missing);
  const isEnough = pricedShare !== null && pricedShare >= MIN_PRICED_SHARE;
  const estimates = yield* group === "member" ? estimateSides(priced) : estimateGroup(priced);
  const isAnyDelisted = priced.some(({ delisted }) => delisted);
  const worthless = isAnyDelisted ? yield* estimateSides(priced.map(valueIfWorthless)) : estimates;
  const computeFigure = function* (side: Side): Generator<void, Figure> {
    const state = getFigureState(estimates[side], isEnough);
    if (state === "none" || state === "too_few_priced") return createEmptyFigure(state, estimates[side]);
    const on = priced.filter((each) => side === "difference" || each.side === SIDE_OF[side]);
    yield;
    return {
      state,
      estimate: estimates[side],
      bounds: side === "difference" ? null : yield* computeDollarBounds(on),
      delisted: on.filter(({ delisted }) => delisted).length,
      meanIfDelistedWorthless: worthless[side].mean,
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

function valueIfWorthless(each: PricedDecision): PricedDecision {
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

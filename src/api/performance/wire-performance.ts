/** Converts return figures to JSON fields. */
import { compareTexts } from "../../base/compare-texts.ts";
import { toDayText } from "../../domain/bar-columns.ts";
import { BENCHMARK } from "../../domain/symbol.ts";
import type { PricedReturn } from "../../prices/returns/abnormal-return.ts";
import type { Alpha } from "../../prices/returns/calendar-time.ts";
import { computeFindings, FALSE_DISCOVERY_RATE, type Findings } from "../../prices/returns/many-members.ts";
import {
  type DecisionReturn,
  type Figure,
  METHOD_VERSION,
  type Performance,
} from "../../prices/returns/performance.ts";
import type { ReturnQuestion, ReturnResult } from "../../prices/returns/return-calculator.ts";

export function toWirePerformance({ performance, pricesTo, sources }: ReturnResult, question: ReturnQuestion) {
  const { decisions, priced, pricedShare, unpriced, returnKinds, buys, sells, difference } = performance;
  return {
    dataset_version: question.version,
    method_version: METHOD_VERSION,
    anchor: question.anchor,
    horizon: question.horizon,
    benchmark: BENCHMARK,
    prices_to: pricesTo,
    price_sources: sources,
    return_kind: summarizeReturnKind(returnKinds),
    return_kinds: returnKinds,
    n_decisions: decisions,
    n_priced: priced,
    priced_share: pricedShare,
    n_unpriced: unpriced,
    buys: toWireFigure(buys),
    sells: toWireFigure(sells),
    difference: toWireFigure(difference),
  };
}

function summarizeReturnKind({ total, price }: Performance["returnKinds"]): "total" | "price" | "mixed" | null {
  if (total === 0) return price === 0 ? null : "price";
  return price === 0 ? "total" : "mixed";
}

function toWireFigure({ state, estimate, bounds, delisted, meanIfDelistedWorthless }: Figure) {
  return {
    state,
    n: estimate.count,
    clusters: estimate.clusters,
    mean: estimate.mean,
    standard_error: estimate.standardError,
    interval: estimate.interval,
    p_value: estimate.pValue,
    dollar_weighted: bounds,
    delisted,
    mean_if_delisted_worthless: meanIfDelistedWorthless,
  };
}

export function toWireAlpha(alpha: Alpha | null) {
  if (alpha === null) return null;
  const { daily, beta, standardError, days, lag } = alpha;
  return { daily, beta, standard_error: standardError, days, lag };
}

export function toWireDecision({ decision, outcome }: DecisionReturn) {
  return {
    politician_id: decision.politicianId,
    ticker: decision.symbol,
    side: decision.side,
    transaction_date: decision.transactionDate,
    disclosure_date: decision.disclosureDate,
    filing_id: decision.filingId,
    trade_ids: decision.tradeIds,
    amount_min: decision.lowUsd,
    amount_max: decision.highUsd,
    ...(typeof outcome === "string" ? { ...WITHOUT_RETURN, unpriced: outcome } : toWireReturn(outcome)),
  };
}

const WITHOUT_RETURN = {
  from: null,
  to: null,
  security_return: null,
  benchmark_return: null,
  abnormal_return: null,
  return_kind: null,
  delisted: null,
};

function toWireReturn({ fromDay, toDay, security, benchmark, abnormal, kind, delisted }: PricedReturn) {
  return {
    unpriced: null,
    from: toDayText(fromDay),
    to: toDayText(toDay),
    security_return: security,
    benchmark_return: benchmark,
    abnormal_return: abnormal,
    return_kind: kind,
    delisted,
  };
}

/** @param getName returns a member's name; null for a member who is not published. */
export function toWireMembers({ members }: ReturnResult, getName: (id: string) => string | null) {
  const { buys, sells } = { buys: computeFindings(members, "buys"), sells: computeFindings(members, "sells") };
  const list = Array.from(members, ([id, performance]) => ({
    politician_id: id,
    politician: getName(id) ?? id,
    buys: toWireSide(performance.buys, id, buys),
    sells: toWireSide(performance.sells, id, sells),
  }));
  const pickCounts = <K extends "tested" | "above" | "aboveByLuck">(name: K) => ({
    buys: buys[name],
    sells: sells[name],
  });
  return {
    tested: pickCounts("tested"),
    above: pickCounts("above"),
    above_by_luck: pickCounts("aboveByLuck"),
    false_discovery_rate: FALSE_DISCOVERY_RATE,
    shrinkage: { buys: toWireShrinkage(buys), sells: toWireShrinkage(sells) },
    list: list.sort(
      (a, b) => compareTexts(a.politician, b.politician) || compareTexts(a.politician_id, b.politician_id),
    ),
  };
}

function toWireShrinkage({ shrinkage }: Findings) {
  return shrinkage && { mean: shrinkage.groupMean, between_variance: shrinkage.betweenVariance };
}

function toWireSide({ state, estimate }: Figure, id: string, { distinguishable: marks, shrinkage }: Findings) {
  const { count, clusters, mean, interval } = estimate;
  const isFinding = marks.get(id);
  const distinguishable = isFinding === undefined ? "too_few" : isFinding ? "yes" : "no";
  const shrunken_mean = shrinkage?.shrunken.get(id) ?? null;
  return { state, n: count, clusters, mean, interval, shrunken_mean, distinguishable };
}

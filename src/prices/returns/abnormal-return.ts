/** Abnormal return: the return of a security after a decision, minus the benchmark's over the same sessions. */
import { findFirstAtLeast, type ReturnIndex, type ReturnKind } from "./price-series.ts";

/** Start of the return. `skill`: the close of the transaction day. `copy`: the first close after the disclosure day. */
export const ANCHORS = ["skill", "copy"] as const;
export type Anchor = (typeof ANCHORS)[number];

/** Lengths of returns in sessions: a week, a month, a quarter, half a year, a year. */
export const HORIZONS = [5, 21, 63, 126, 252] as const;
export type Horizon = (typeof HORIZONS)[number];

export interface PricedReturn {
  /** The anchor's day, in days since 1970-01-01. */
  readonly fromDay: number;
  readonly toDay: number;
  /** Fractions: 0.1 is ten percent. */
  readonly security: number;
  readonly benchmark: number;
  readonly abnormal: number;
  readonly kind: ReturnKind;
  /** True if the security stopped trading within the horizon, so that its return ends at its last close. */
  readonly delisted: boolean;
}

/** `no_bars`: no close is stored for the anchor's day. `too_recent`: the horizon is not over. `delisted`: trading stopped before the anchor. */
export const NO_CLOSE_REASONS = ["no_bars", "delisted", "too_recent"] as const;
export type NoCloseReason = (typeof NO_CLOSE_REASONS)[number];

/** `no_benchmark`: no benchmark close is stored for the session at which the return begins or ends. */
export const UNPRICED_REASONS = [...NO_CLOSE_REASONS, "no_benchmark"] as const;
export type UnpricedReason = (typeof UNPRICED_REASONS)[number];

/**
 * Index of the session at which returns start; `sessions.length` if there is none yet. @param day of the transaction (`skill`)
 * or of the disclosure (`copy`), in days since 1970-01-01.
 */
export function findAnchorSession(sessions: Int32Array, anchor: Anchor, day: number): number {
  return findFirstAtLeast(sessions, anchor === "skill" ? day : day + 1);
}

/**
 * @param benchmark has every exchange session (`alignToSessions`). @param session index of the anchor in `benchmark.days`.
 * @param horizon number of sessions from the anchor to the end.
 */
export function computeAbnormalReturn(
  security: ReturnIndex,
  benchmark: ReturnIndex,
  session: number,
  horizon: number,
): PricedReturn | UnpricedReason {
  const sessions = benchmark.days;
  const end = session + horizon;
  const fromDay = sessions[session];
  const toDay = sessions[end];
  if (fromDay === undefined) return "too_recent";
  const start = findFirstAtLeast(security.days, fromDay);
  if (security.days[start] !== fromDay) {
    if (start < security.days.length || !security.ended) return "no_bars";
    return security.days.length > 0 ? "delisted" : "no_bars";
  }
  if (toDay === undefined) return "too_recent";
  const lastDay = security.days.at(-1) as number;
  if (lastDay < toDay && !security.ended) return "no_bars";
  if (Number.isNaN(benchmark.price[session]) || Number.isNaN(benchmark.price[end])) return "no_benchmark";
  // A day without a trade uses the preceding close.
  const last = findFirstAtLeast(security.days, toDay + 1) - 1;
  const totals = [computeGrowth(security.total, start, last), computeGrowth(benchmark.total, session, end)] as const;
  const kind = totals.every((each) => !Number.isNaN(each)) ? "total" : "price";
  const [securityReturn, benchmarkReturn] =
    kind === "total"
      ? totals
      : [computeGrowth(security.price, start, last), computeGrowth(benchmark.price, session, end)];
  return {
    fromDay,
    toDay,
    security: securityReturn,
    benchmark: benchmarkReturn,
    abnormal: securityReturn - benchmarkReturn,
    kind,
    delisted: lastDay < toDay,
  };
}

/** NaN if dividends are unknown on either day. */
function computeGrowth(index: Float64Array | null, from: number, to: number): number {
  return index === null ? Number.NaN : (index[to] as number) / (index[from] as number) - 1;
}

/** The return of a security after a decision, less that of the benchmark over the same sessions. */
import { firstAtLeast, type ReturnIndex, type ReturnKind } from "./price-series.ts";

/** `skill`: from the close of the day of the transaction. `copy`: from the first close after the day on which it was disclosed. */
export const ANCHORS = ["skill", "copy"] as const;
export type Anchor = (typeof ANCHORS)[number];

/** Sessions for which a return is reckoned: a week, a month, a quarter, half a year, a year. */
export const HORIZONS = [5, 21, 63, 126, 252] as const;
export type Horizon = (typeof HORIZONS)[number];

export interface PricedReturn {
  /** Day of the anchor, days since 1970-01-01. */
  readonly fromDay: number;
  readonly toDay: number;
  /** Fractions: 0.1 is ten percent. */
  readonly security: number;
  readonly benchmark: number;
  readonly abnormal: number;
  readonly kind: ReturnKind;
  /** The security stopped trading within the horizon: its return is up to its last close. */
  readonly delisted: boolean;
}

/** `no_bars`: no close of the anchor's day is stored. `too_recent`: the horizon has not passed. `delisted`: it stopped trading before the anchor. */
export const NO_CLOSE_REASONS = ["no_bars", "delisted", "too_recent"] as const;
export type NoCloseReason = (typeof NO_CLOSE_REASONS)[number];

/** `no_benchmark`: no close of the benchmark is stored of the session at which the return begins, or of that at which it ends. */
export const UNPRICED_REASONS = [...NO_CLOSE_REASONS, "no_benchmark"] as const;
export type UnpricedReason = (typeof UNPRICED_REASONS)[number];

/**
 * Index of the session of an anchor among the sessions; their number where it has not come.
 * @param day of the transaction (`skill`) or of the disclosure (`copy`), days since 1970-01-01.
 */
export function anchorSession(sessions: Int32Array, anchor: Anchor, day: number): number {
  return firstAtLeast(sessions, anchor === "skill" ? day : day + 1);
}

/**
 * @param benchmark at every session of the exchanges (`onSessions`). @param session index of the anchor in its days.
 * @param horizon sessions from the anchor to the end.
 */
export function abnormalReturn(
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
  const start = firstAtLeast(security.days, fromDay);
  if (security.days[start] !== fromDay) {
    if (start < security.days.length || !security.ended) return "no_bars";
    return security.days.length > 0 ? "delisted" : "no_bars";
  }
  if (toDay === undefined) return "too_recent";
  const lastDay = security.days.at(-1) as number;
  if (lastDay < toDay && !security.ended) return "no_bars";
  if (Number.isNaN(benchmark.price[session]) || Number.isNaN(benchmark.price[end])) return "no_benchmark";
  // A day without a trade has the close before it.
  const last = firstAtLeast(security.days, toDay + 1) - 1;
  const totals = [growth(security.total, start, last), growth(benchmark.total, session, end)] as const;
  const kind = totals.every((each) => !Number.isNaN(each)) ? "total" : "price";
  const [securityReturn, benchmarkReturn] =
    kind === "total" ? totals : [growth(security.price, start, last), growth(benchmark.price, session, end)];
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

/** NaN where the dividends of one of the days are not known. */
function growth(index: Float64Array | null, from: number, to: number): number {
  return index === null ? Number.NaN : (index[to] as number) / (index[from] as number) - 1;
}

/**
 * Limits the requests to a provider in sliding windows. Requests for all three purposes count in the same windows. Custom, since
 * rate-limiter-flexible has fixed windows: two adjacent windows allow twice the limit within a minute.
 */
const MINUTE_MS = 60_000;
const WINDOWS = [
  ["perMinute", MINUTE_MS],
  ["perHour", 60 * MINUTE_MS],
  ["perDay", 24 * 60 * MINUTE_MS],
] as const;
/** The prefetch may use at most this fraction of the request limit in each time window. */
const MAX_PREFETCH_FRACTION = 0.25;
/** Once all requests together have used this fraction of a window's limit, no prefetch request is sent: callers get the rest. */
const WARMING_UNTIL = 0.5;

/** Maximum requests to a provider in any 60 seconds: for all purposes, and for the purpose `unlisted`. */
export interface RateLimits {
  readonly perMinute: number;
  /** Protects the budget from invented symbols. The ratio of this limit to `perMinute` also applies to `perHour` and `perDay`. */
  readonly perMinuteForUnlistedSymbols: number;
  /** Limits for any hour and any 24 hours, if the provider states them. */
  readonly perHour?: number;
  readonly perDay?: number;
}

/**
 * `unlisted`: a caller's request for a symbol that no ticker directory lists and that has no stored price. `caller`: any other
 * request of a caller. `warming`: a request of the prefetch.
 */
export type Purpose = "caller" | "unlisted" | "warming";

interface Window {
  readonly lengthMs: number;
  /** Maximum requests for each purpose, except that the value for `caller` is the maximum for all purposes together. */
  readonly limits: Readonly<Record<Purpose, number>>;
  /** Per purpose: once this many requests have been sent for all purposes together, this purpose gets no more. */
  readonly until: Readonly<Record<Purpose, number>>;
}

export function buildBudgetWindows(limits: RateLimits): readonly Window[] {
  const unlistedShare = limits.perMinuteForUnlistedSymbols / limits.perMinute;
  return WINDOWS.flatMap(([name, lengthMs]) => {
    const limit = limits[name];
    if (limit === undefined) return [];
    const computeShare = (part: number) => Math.max(1, Math.floor(limit * part));
    return [
      {
        lengthMs,
        limits: {
          caller: limit,
          unlisted: Math.ceil(limit * unlistedShare),
          warming: computeShare(MAX_PREFETCH_FRACTION),
        },
        until: { caller: limit, unlisted: limit, warming: computeShare(WARMING_UNTIL) },
      },
    ];
  });
}

interface SpentRequest {
  readonly purpose: Purpose;
  readonly atMs: number;
}

/** @param countProcesses returns the number of processes that share the limits equally; this budget is one share. */
export function createRateBudget(limits: RateLimits, countProcesses: () => number = () => 1) {
  const windows = buildBudgetWindows(limits);
  const longestMs = Math.max(...windows.map(({ lengthMs }) => lengthMs));
  const spent: SpentRequest[] = [];
  const divideLimit = (limit: number) => Math.floor(limit / countProcesses());

  /** Requests for a purpose within a window, oldest first; for `caller`, the requests for all purposes. */
  function listSpentInWindow({ lengthMs }: Window, purpose: Purpose, atMs: number): readonly SpentRequest[] {
    const isOfPurpose = (each: SpentRequest) => purpose === "caller" || each.purpose === purpose;
    return spent.filter((each) => each.atMs > atMs - lengthMs && isOfPurpose(each));
  }

  /** Milliseconds until the window holds fewer than `limit` requests; the window's length if `limit` is 0 or less. */
  function computeWaitMs(window: Window, purpose: Purpose, atMs: number, limit: number): number {
    const spentInWindow = listSpentInWindow(window, purpose, atMs);
    const excess = spentInWindow.length - limit;
    if (excess < 0) return 0;
    return Math.max(1, (spentInWindow[excess]?.atMs ?? atMs) + window.lengthMs - atMs);
  }

  /** Records a request without checking the limits. */
  function add(purpose: Purpose, atMs: number): void {
    const firstCurrent = spent.findIndex((each) => each.atMs > atMs - longestMs);
    spent.splice(0, firstCurrent === -1 ? spent.length : firstCurrent);
    spent.push({ purpose, atMs });
  }

  return {
    add,
    /** Requests in the longest window, oldest first. */
    spent: spent as readonly SpentRequest[],
    longestMs,
    /**
     * Records one more request if it may be sent now. @param ahead number of waiting requests that will be sent before it.
     * @returns 0 if it was recorded, otherwise the milliseconds until it may be sent.
     */
    spend(purpose: Purpose, atMs: number, ahead = 0): number {
      const waits = windows.flatMap((window) => [
        computeWaitMs(window, "caller", atMs, divideLimit(window.until[purpose]) - ahead),
        computeWaitMs(window, purpose, atMs, divideLimit(window.limits[purpose]) - ahead),
      ]);
      const waitMs = Math.max(...waits);
      if (waitMs === 0) add(purpose, atMs);
      return waitMs;
    },
    /** Number of requests that a caller could still send now. */
    countRemaining(atMs: number): number {
      const left = windows.map(
        (window) => divideLimit(window.limits.caller) - listSpentInWindow(window, "caller", atMs).length,
      );
      return Math.max(0, Math.min(...left));
    },
  };
}

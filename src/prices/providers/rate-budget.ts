/**
 * Limits the requests to a provider. It is our own because rate-limiter-flexible counts in fixed windows, so that two adjacent
 * windows allow twice the limit within a minute; and because three purposes share each window here.
 */
const MINUTE_MS = 60_000;
const WINDOWS = [
  ["perMinute", MINUTE_MS],
  ["perHour", 60 * MINUTE_MS],
  ["perDay", 24 * 60 * MINUTE_MS],
] as const;
/** The share of each window that bars fetched ahead of callers may take at most. */
const WARMING_SHARE = 0.25;
/** Once this share of a window is spent, for whatever purpose, the rest is reserved for callers. */
const WARMING_UNTIL = 0.5;

/** The most requests to a provider in any 60 seconds, and how many of them may be for symbols that no ticker directory lists. */
export interface RateLimits {
  readonly perMinute: number;
  /** Keeps a scan of invented symbols from using up the budget of real ones; it has the same share of longer windows. */
  readonly perMinuteUnlisted: number;
  /** Limits for any hour and any 24 hours, where the provider states them. */
  readonly perHour?: number;
  readonly perDay?: number;
}

/**
 * The purpose of a request: `caller` for a symbol that is listed in a ticker directory or has a stored price, `unlisted` for
 * any other symbol of a caller, `warming` for filling the store ahead of callers.
 */
export type Purpose = "caller" | "unlisted" | "warming";

interface Window {
  readonly lengthMs: number;
  /** The most requests for each purpose; `caller` is the limit for all purposes together. */
  readonly limits: Readonly<Record<Purpose, number>>;
  /** The number of requests for all purposes together at which no more are sent for the purpose. */
  readonly until: Readonly<Record<Purpose, number>>;
}

/** The windows of a budget, each with its limits for each purpose. */
export function windowsOf(limits: RateLimits): readonly Window[] {
  const unlistedShare = limits.perMinuteUnlisted / limits.perMinute;
  return WINDOWS.flatMap(([name, lengthMs]) => {
    const limit = limits[name];
    if (limit === undefined) return [];
    const share = (part: number) => Math.max(1, Math.floor(limit * part));
    return [
      {
        lengthMs,
        limits: { caller: limit, unlisted: Math.ceil(limit * unlistedShare), warming: share(WARMING_SHARE) },
        until: { caller: limit, unlisted: limit, warming: share(WARMING_UNTIL) },
      },
    ];
  });
}

/** A question that was asked. */
interface SpentQuestion {
  readonly purpose: Purpose;
  readonly atMs: number;
}

/**
 * Sliding windows: a question counts until it is older than the window, never less.
 * @param parts the number of equal parts into which the limits are divided; this budget has one of them.
 */
export function createRateBudget(limits: RateLimits, parts: () => number = () => 1) {
  const windows = windowsOf(limits);
  const longestMs = Math.max(...windows.map(({ lengthMs }) => lengthMs));
  const spent: SpentQuestion[] = [];
  const part = (limit: number) => Math.floor(limit / parts());

  /** The questions in a window, oldest first; those for every purpose count for `caller`. */
  function countedIn({ lengthMs }: Window, purpose: Purpose, atMs: number): readonly SpentQuestion[] {
    const isCounted = (each: SpentQuestion) => purpose === "caller" || each.purpose === purpose;
    return spent.filter((each) => each.atMs > atMs - lengthMs && isCounted(each));
  }

  /** Milliseconds until fewer than `limit` questions count; a whole window where that many never do. */
  function freeInMs(window: Window, purpose: Purpose, atMs: number, limit: number): number {
    const counted = countedIn(window, purpose, atMs);
    const over = counted.length - limit;
    if (over < 0) return 0;
    return Math.max(1, (counted[over]?.atMs ?? atMs) + window.lengthMs - atMs);
  }

  /** Counts a request that was allowed elsewhere. */
  function add(purpose: Purpose, atMs: number): void {
    const ended = spent.findIndex((each) => each.atMs > atMs - longestMs);
    spent.splice(0, ended === -1 ? spent.length : ended);
    spent.push({ purpose, atMs });
  }

  return {
    add,
    /** The questions that still count in some window, oldest first. */
    spent: spent as readonly SpentQuestion[],
    longestMs,
    /**
     * Counts one more request if it may be sent now.
     * @param ahead requests that others are waiting to send before it.
     * @returns 0 when it was counted, else the milliseconds after which there is room for it.
     */
    spend(purpose: Purpose, atMs: number, ahead = 0): number {
      const waits = windows.flatMap((window) => [
        freeInMs(window, "caller", atMs, part(window.until[purpose]) - ahead),
        freeInMs(window, purpose, atMs, part(window.limits[purpose]) - ahead),
      ]);
      const waitMs = Math.max(...waits);
      if (waitMs === 0) add(purpose, atMs);
      return waitMs;
    },
    /** The number of questions that a caller could still ask now. */
    left(atMs: number): number {
      const left = windows.map((window) => part(window.limits.caller) - countedIn(window, "caller", atMs).length);
      return Math.max(0, Math.min(...left));
    },
  };
}

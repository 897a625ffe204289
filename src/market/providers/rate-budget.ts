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

/**
 * Sliding windows: what was spent counts until it is older than the window, never less.
 * @param parts the number of equal parts into which the limits are divided; this budget has one of them.
 */
export function createRateBudget(limits: RateLimits, parts: () => number = () => 1) {
  const windows = windowsOf(limits).map((window) => createWindow(window, parts));
  const add = (purpose: Purpose, atMs: number) => {
    for (const window of windows) window.add(purpose, atMs);
  };
  return {
    /** Counts a request that was allowed elsewhere. */
    add,
    /**
     * Counts one more request if it may be sent now.
     * @param ahead requests that others are waiting to send before it.
     * @returns 0 when it was counted, else the milliseconds after which there is room for it.
     */
    spend(purpose: Purpose, atMs: number, ahead = 0): number {
      const freeInMs = Math.max(...windows.map((window) => window.freeInMs(purpose, atMs, ahead)));
      if (freeInMs === 0) add(purpose, atMs);
      return freeInMs;
    },
    /** The number of questions that a caller could still ask now. */
    left: (atMs: number): number => Math.min(...windows.map((window) => window.left(atMs))),
  };
}

function createWindow({ lengthMs, limits, until }: Window, parts: () => number) {
  /** Every question is counted under `caller`, whatever its purpose. */
  const spent = { caller: createCount(lengthMs), unlisted: createCount(lengthMs), warming: createCount(lengthMs) };
  const part = (limit: number) => Math.floor(limit / parts());
  return {
    left: (atMs: number) => Math.max(0, part(limits.caller) - spent.caller.at(atMs)),
    freeInMs: (purpose: Purpose, atMs: number, ahead: number) =>
      Math.max(
        spent.caller.freeInMs(atMs, part(until[purpose]) - ahead),
        spent[purpose].freeInMs(atMs, part(limits[purpose]) - ahead),
      ),
    add(purpose: Purpose, atMs: number) {
      spent.caller.add(atMs);
      if (purpose !== "caller") spent[purpose].add(atMs);
    },
  };
}

/** Counts what was added within the last `lengthMs`. */
function createCount(lengthMs: number) {
  const added: number[] = [];
  const at = (atMs: number) => {
    const end = added.findIndex((each) => each > atMs - lengthMs);
    added.splice(0, end === -1 ? added.length : end);
    return added.length;
  };
  return {
    at,
    add: (atMs: number) => void added.push(atMs),
    /** Milliseconds until fewer than `limit` count; a whole window where that many never do. */
    freeInMs(atMs: number, limit: number): number {
      const over = at(atMs) - limit;
      if (over < 0) return 0;
      return Math.max(1, (added[over] ?? atMs) + lengthMs - atMs);
    },
  };
}

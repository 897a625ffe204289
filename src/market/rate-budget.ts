/**
 * Limits the requests to a provider. It is our own because a window of rate-limiter-flexible starts anew at its end, so that two adjacent
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

/** Most requests to a provider in any 60 seconds, and how many of them may be for symbols that no ticker directory lists. */
export interface RateLimits {
  readonly perMinute: number;
  /** Keeps a scan of invented symbols from using up the budget of real ones; it has the same share of longer windows. */
  readonly perMinuteUnlisted: number;
  /** Limits for any hour and any 24 hours, where the provider states them. */
  readonly perHour?: number;
  readonly perDay?: number;
}

/** The purpose of a request: a caller's symbol that a ticker directory lists or of which a price is kept, any other symbol of a caller, or filling the store ahead of callers. */
export type Purpose = "caller" | "unlisted" | "warming";

interface RateBudget {
  /** Tells whether one more request may be sent now, and counts it if so. */
  spend(purpose: Purpose, atMs: number): boolean;
  /** Counts a request that somebody else allowed. */
  add(purpose: Purpose, atMs: number): void;
  /** Questions that a caller could still ask now. */
  left(atMs: number): number;
}

interface Window {
  readonly lengthMs: number;
  readonly limits: Readonly<Record<Purpose, number>>;
}

/** The windows of a budget, each with what it allows for each purpose; `caller` is for all together. */
export function windowsOf(limits: RateLimits): readonly Window[] {
  const unlistedShare = limits.perMinuteUnlisted / limits.perMinute;
  return WINDOWS.flatMap(([name, lengthMs]) => {
    const limit = limits[name];
    if (limit === undefined) return [];
    const unlisted = Math.ceil(limit * unlistedShare);
    const warming = Math.max(1, Math.floor(limit * WARMING_SHARE));
    return [{ lengthMs, limits: { caller: limit, unlisted, warming } }];
  });
}

/**
 * Sliding windows: what was spent counts until it is older than the window, never less.
 * @param parts into how many equal ones the limits are divided, of which this is one
 */
export function createRateBudget(limits: RateLimits, parts: () => number = () => 1): RateBudget {
  const windows = windowsOf(limits).map((window) => createWindow(window, parts));
  const add = (purpose: Purpose, atMs: number) => {
    for (const window of windows) window.add(purpose, atMs);
  };
  return {
    add,
    spend(purpose, atMs) {
      if (!windows.every((window) => window.hasRoom(purpose, atMs))) return false;
      add(purpose, atMs);
      return true;
    },
    left: (atMs) => Math.min(...windows.map((window) => window.left(atMs))),
  };
}

function createWindow({ lengthMs, limits }: Window, parts: () => number) {
  /** Questions for anybody stand under `caller`. */
  const spent = { caller: createCount(lengthMs), unlisted: createCount(lengthMs), warming: createCount(lengthMs) };
  const limit = (purpose: Purpose) => Math.floor(limits[purpose] / parts());
  const left = (atMs: number) => Math.max(0, limit("caller") - spent.caller.at(atMs));
  return {
    left,
    hasRoom: (purpose: Purpose, atMs: number) => left(atMs) > 0 && spent[purpose].at(atMs) < limit(purpose),
    add(purpose: Purpose, atMs: number) {
      spent.caller.add(atMs);
      if (purpose !== "caller") spent[purpose].add(atMs);
    },
  };
}

/** Counts what was added within the last `lengthMs`. */
function createCount(lengthMs: number): { at(atMs: number): number; add(atMs: number): void } {
  const added: number[] = [];
  return {
    at(atMs) {
      const end = added.findIndex((each) => each > atMs - lengthMs);
      added.splice(0, end === -1 ? added.length : end);
      return added.length;
    },
    add: (atMs) => added.push(atMs),
  };
}

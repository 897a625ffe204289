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

export interface RateBudget {
  /** Tells whether one more request may be sent now, and counts it if so. */
  spend(purpose: Purpose, atMs: number): boolean;
  /** Questions that a caller could still ask now. */
  left(atMs: number): number;
}

/** Sliding windows: what was spent counts until it is older than the window, never less. */
export function createRateBudget(limits: RateLimits): RateBudget {
  const unlistedShare = limits.perMinuteUnlisted / limits.perMinute;
  const windows = WINDOWS.flatMap(([name, lengthMs]) => {
    const limit = limits[name];
    return limit === undefined ? [] : [createWindow(limit, unlistedShare, lengthMs)];
  });
  return {
    spend(purpose, atMs) {
      if (!windows.every((window) => window.hasRoom(purpose, atMs))) return false;
      for (const window of windows) window.add(purpose, atMs);
      return true;
    },
    left: (atMs) => Math.min(...windows.map((window) => window.left(atMs))),
  };
}

function createWindow(limit: number, unlistedShare: number, lengthMs: number) {
  const limits: Readonly<Record<Purpose, number>> = {
    caller: limit,
    unlisted: Math.ceil(limit * unlistedShare),
    warming: Math.max(1, Math.floor(limit * WARMING_SHARE)),
  };
  /** Questions for anybody stand under `caller`. */
  const spent = { caller: createCount(lengthMs), unlisted: createCount(lengthMs), warming: createCount(lengthMs) };
  const left = (atMs: number) => Math.max(0, limits.caller - spent.caller.at(atMs));
  return {
    left,
    hasRoom: (purpose: Purpose, atMs: number) => left(atMs) > 0 && spent[purpose].at(atMs) < limits[purpose],
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

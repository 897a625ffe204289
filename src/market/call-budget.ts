const MINUTE_MS = 60_000;
const WINDOWS = [
  ["perMinute", MINUTE_MS],
  ["perHour", 60 * MINUTE_MS],
  ["perDay", 24 * 60 * MINUTE_MS],
] as const;
/** Of each window, what is filled in ahead of callers may take at most. */
const WARMING_SHARE = 0.25;

/** How many questions a minute may go to a provider, in any 60 seconds; some of them at most for symbols that nothing here has heard of. */
export interface CallBudget {
  readonly perMinute: number;
  /** So that a scan of invented symbols leaves room for real ones; of longer windows it takes the same share. */
  readonly perMinuteUnheard: number;
  /** In any hour, and in any 24 hours, where the provider states such a limit. */
  readonly perHour?: number;
  readonly perDay?: number;
}

/** Who asks: a caller for a symbol that is heard of, a caller for one that nothing here knows, or nobody yet. */
export type Purpose = "caller" | "unheard" | "warming";

interface Purse {
  /** Whether one more question may go out now; it is counted when so. */
  take(purpose: Purpose, atMs: number): boolean;
  /** Questions that a caller could still ask now. */
  left(atMs: number): number;
}

/** Sliding windows: what was spent counts until it is older than the window, never less. */
export function createPurse(budget: CallBudget): Purse {
  const unheardShare = budget.perMinuteUnheard / budget.perMinute;
  const windows = WINDOWS.flatMap(([name, lengthMs]) => {
    const limit = budget[name];
    if (limit === undefined) return [];
    return [
      {
        limits: {
          caller: limit,
          unheard: Math.ceil(limit * unheardShare),
          warming: Math.max(1, Math.floor(limit * WARMING_SHARE)),
        },
        caller: createSpending(lengthMs),
        unheard: createSpending(lengthMs),
        warming: createSpending(lengthMs),
      },
    ];
  });
  return {
    take(purpose, atMs) {
      const bears = windows.every(
        (window) =>
          window.caller.count(atMs) < window.limits.caller && window[purpose].count(atMs) < window.limits[purpose],
      );
      if (!bears) return false;
      for (const window of windows) {
        window.caller.add(atMs);
        if (purpose !== "caller") window[purpose].add(atMs);
      }
      return true;
    },
    left: (atMs) => Math.min(...windows.map(({ limits, caller }) => Math.max(0, limits.caller - caller.count(atMs)))),
  };
}

function createSpending(lengthMs: number): { count(atMs: number): number; add(atMs: number): void } {
  const spent: number[] = [];
  return {
    count(atMs) {
      const end = spent.findIndex((each) => each > atMs - lengthMs);
      spent.splice(0, end === -1 ? spent.length : end);
      return spent.length;
    },
    add: (atMs) => spent.push(atMs),
  };
}

const MINUTE_MS = 60_000;

/** How many questions a minute may go to a provider, in any 60 seconds; some of them at most for symbols that nothing here has heard of. */
export interface CallBudget {
  readonly perMinute: number;
  /** So that a scan of invented symbols leaves room for real ones. */
  readonly perMinuteUnheard: number;
  /** In any hour, and in any 24 hours, where the provider states such a limit. */
  readonly perHour?: number;
  readonly perDay?: number;
}

interface Purse {
  /** Whether one more question may go out now; it is counted when so. */
  take(heardOf: boolean, atMs: number): boolean;
}

export function createPurse(budget: CallBudget): Purse {
  const all: number[] = [];
  const unheard: number[] = [];
  return {
    take(heardOf, atMs) {
      forget(all, atMs);
      forget(unheard, atMs);
      if (all.length >= budget.perMinute) return false;
      if (!heardOf && unheard.length >= budget.perMinuteUnheard) return false;
      all.push(atMs);
      if (!heardOf) unheard.push(atMs);
      return true;
    },
  };
}

function forget(spent: number[], atMs: number): void {
  while (spent[0] !== undefined && spent[0] <= atMs - MINUTE_MS) spent.shift();
}

/** Limits a caller's processor time for uncached pages to a share of one processor. Unused time adds up for at most a minute. */
import { LRUCache } from "lru-cache";

/** Maximum period, in milliseconds, over which a caller's unused processor time adds up. */
const SAVED_MS = 60_000;
/** Maximum number of tracked callers. */
const CALLERS = 50_000;

interface Spent {
  /** Milliseconds of processor time owed at the time `at`. */
  readonly ms: number;
  readonly at: number;
}

interface RenderBudgetParts {
  /** Share of one processor's time, above 0 and up to 1. */
  readonly share: number;
  readonly readMonotonicMs: () => number;
}

export class RenderBudget {
  readonly #parts: RenderBudgetParts;
  readonly #spent = new LRUCache<string, Spent>({ max: CALLERS });

  constructor(parts: RenderBudgetParts) {
    this.#parts = parts;
  }

  /** Milliseconds until the caller may request an uncached page; 0 if the caller may do so now. */
  computeWaitMs(caller: string): number {
    const { share } = this.#parts;
    const over = this.#computeOwedMs(caller) - share * SAVED_MS;
    return Math.max(0, over / share);
  }

  /** Charges a page to the caller. @param ms processor time used for the page. */
  charge(caller: string, ms: number): void {
    this.#spent.set(caller, { ms: this.#computeOwedMs(caller) + ms, at: this.#parts.readMonotonicMs() });
  }

  #computeOwedMs(caller: string): number {
    const spent = this.#spent.get(caller);
    if (spent === undefined) return 0;
    return Math.max(0, spent.ms - (this.#parts.readMonotonicMs() - spent.at) * this.#parts.share);
  }
}

/** Processor time that one caller may have spent on new pages: a share of it, saved for up to a minute. */
import { LRUCache } from "lru-cache";

/** An unused share is saved for at most this time, in milliseconds. */
const SAVED_MS = 60_000;
/** Callers whose time is counted. */
const CALLERS = 50_000;

interface Spent {
  /** Milliseconds that are not paid off yet, at `at`. */
  readonly ms: number;
  readonly at: number;
}

interface RenderBudgetParts {
  /** Part of the time of one processor, above 0 and up to 1. */
  readonly share: number;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}

export class RenderBudget {
  readonly #parts: RenderBudgetParts;
  readonly #spent = new LRUCache<string, Spent>({ max: CALLERS });

  constructor(parts: RenderBudgetParts) {
    this.#parts = parts;
  }

  /** Milliseconds until the caller may have a page made; 0 for now. */
  waitMs(caller: string): number {
    const { share } = this.#parts;
    const over = this.#owed(caller) - share * SAVED_MS;
    return Math.max(0, over / share);
  }

  /** @param ms processor time that a page of the caller took. */
  charge(caller: string, ms: number): void {
    this.#spent.set(caller, { ms: this.#owed(caller) + ms, at: this.#parts.clock() });
  }

  #owed(caller: string): number {
    const spent = this.#spent.get(caller);
    if (spent === undefined) return 0;
    return Math.max(0, spent.ms - (this.#parts.clock() - spent.at) * this.#parts.share);
  }
}

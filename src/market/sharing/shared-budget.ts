/** The budget of a provider that several processes have together, and this one's part of it while nobody can be asked. */
import type { ProviderId } from "../market.ts";
import { createRateBudget, type Purpose, type RateLimits, windowsOf } from "../rate-budget.ts";
import type { MarketSharing, SpentQuestion } from "./market-sharing.ts";

/** Time for which the rest of the budget is known after the last question. */
const KNOWN_MS = 60_000;

export interface SpentBudget {
  /** As a RateBudget does. */
  spend(purpose: Purpose, atMs: number, ahead?: number): number | Promise<number>;
  left(atMs: number): number;
}

export class SharedBudget implements SpentBudget {
  readonly #provider: ProviderId;
  readonly #sharing: MarketSharing;
  readonly #windows;
  /** This process's part, by all that it has asked. */
  readonly #own;
  /** Requests within the longest window, oldest first: a store that lost its log is told again. */
  readonly #asked: SpentQuestion[] = [];
  readonly #longestMs: number;
  #last = Number.NEGATIVE_INFINITY;
  #known = { left: 0, atMs: Number.NEGATIVE_INFINITY };

  constructor(provider: ProviderId, limits: RateLimits, sharing: MarketSharing) {
    this.#provider = provider;
    this.#sharing = sharing;
    this.#windows = windowsOf(limits);
    this.#longestMs = Math.max(...this.#windows.map(({ lengthMs }) => lengthMs));
    this.#own = createRateBudget(limits, sharing.replicas);
    sharing.whenUp(() => sharing.handIn(provider, this.#asked, this.#longestMs));
  }

  async spend(purpose: Purpose, nowMs: number, ahead = 0): Promise<number> {
    // A question is named by its time: each has one of its own.
    const atMs = Math.max(nowMs, this.#last + 0.001);
    this.#last = atMs;
    const windows = this.#windows.map(({ lengthMs, limits, until }) => {
      return { lengthMs, limit: limits.caller, until: until[purpose], share: limits[purpose] };
    });
    const spent = await this.#sharing.spend(this.#provider, { purpose, atMs }, windows, ahead);
    this.#known = spent === null ? { left: 0, atMs: Number.NEGATIVE_INFINITY } : { left: spent.left, atMs };
    const freeInMs = spent === null ? this.#own.spend(purpose, atMs, ahead) : spent.freeInMs;
    if (freeInMs > 0) return freeInMs;
    if (spent !== null) this.#own.add(purpose, atMs);
    const ended = this.#asked.findIndex((each) => each.atMs > atMs - this.#longestMs);
    this.#asked.splice(0, ended === -1 ? this.#asked.length : ended);
    this.#asked.push({ purpose, atMs });
    return 0;
  }

  left(atMs: number): number {
    return atMs - this.#known.atMs < KNOWN_MS ? this.#known.left : this.#own.left(atMs);
  }
}

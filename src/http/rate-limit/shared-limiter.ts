/** Counts requests of all processes in their shared store; while the store is down, each process admits its share of the plan. */
import { LRUCache } from "lru-cache";
import type { SharedStore } from "../../store/redis/shared-store.ts";
import { type CountAnswer, createLimiterScripts, type LimiterScripts } from "./limiter-scripts.ts";
import {
  type Plan,
  type RateAdmission,
  type RateLimiter,
  type RateState,
  SlidingLog,
  WINDOW_MS,
} from "./rate-limit.ts";

interface SharedLimiterOptions {
  readonly store: SharedStore;
  readonly readMonotonicMs: () => number;
  /** Maximum number of identities remembered. */
  readonly capacity: number;
  readonly onForgotten?: (identities: number) => void;
  /** Called for each request. `by` is what admitted or refused it: the store, if it replied in time, or this process's share. */
  readonly onAdmission?: (by: "store" | "share") => void;
  readonly scripts?: LimiterScripts;
}

/** Maximum admissions of an identity per window without an announcement. The store announces each further admission. */
function getAnnouncementThreshold({ quota }: Plan): number {
  return Math.floor(quota / 2);
}

/**
 * While the store is up, its log decides. While the store is down, each of `n` processes uses its own log, and admits at most 1/n
 * of what is left of the plan. The store may come back with an empty log. It does not know the requests admitted while it was
 * down. For one more window, both logs must admit a request, so all processes together stay within the plan.
 */
export class SharedLimiter implements RateLimiter {
  readonly #options: SharedLimiterOptions;
  readonly #scripts: LimiterScripts;
  /** Requests that this process admitted within its own share of the plan's quota. */
  readonly #share: SlidingLog;
  /** By identity: number of requests that all processes together admitted in the last window. The store announces the number. */
  readonly #announced: LRUCache<string, number>;
  #latest = Number.NEGATIVE_INFINITY;
  // Time when the store went down or became slow. Null while the store's request log is complete. While the value is null, the
  // store alone decides whether a request is within the plan.
  #degradedSince: number | null = null;
  /** Time from which the store's log covers a whole window again after an outage; infinite while the store is down. */
  #completeFrom = Number.NEGATIVE_INFINITY;

  constructor(options: SharedLimiterOptions) {
    this.#options = options;
    this.#scripts = options.scripts ?? createLimiterScripts();
    this.#share = new SlidingLog({ ...options, readMonotonicMs: () => this.#generateEntryTime() });
    this.#announced = new LRUCache({
      max: options.capacity,
      ttl: WINDOW_MS,
      perf: { now: () => options.readMonotonicMs() + 1 },
      ttlResolution: 0,
    });
    const { store } = options;
    store.onMessage("limit", (text) => {
      const [count = "", ...identity] = text.split(" ");
      this.#announced.set(identity.join(" "), Number(count));
    });
    store.addListener({ onUp: () => this.#recordStoreRecovery(), onLost: () => this.#noteStoreLost() });
  }

  admit(identity: string, plan: Plan): RateAdmission | Promise<RateAdmission> {
    const { store } = this.#options;
    if (!store.isUp) {
      this.#noteStoreLost();
      return this.#reportAdmission("share", this.#admitWithinShare(identity, plan));
    }
    if (store.isSlow) return this.#admitWhileSlow(identity, plan);
    if (!this.#isDegraded()) return this.#admitByStore(identity, plan, this.#generateEntryTime());
    const own = this.#admitWithinShare(identity, plan);
    if (own.admittedAt === null) return this.#reportAdmission("share", own);
    return this.#admitByStore(identity, plan, own.admittedAt, own);
  }

  refund(identity: string, admittedAt: number): void {
    this.#share.refund(identity, admittedAt);
    if (this.#options.store.isUp) this.#withdrawFromStore(identity, admittedAt);
  }

  peek(identity: string, plan: Plan): RateState | Promise<RateState> {
    const { store } = this.#options;
    return store.isUp && !store.isSlow ? this.#peekInStore(identity, plan) : this.#peekInShare(identity, plan);
  }

  async #peekInStore(identity: string, plan: Plan): Promise<RateState> {
    try {
      const counts = await this.#options.store.awaitInTime(this.#countInStore(identity, plan.quota, plan, ""));
      if (counts !== undefined) return this.#pickDecidingState(identity, toRateState(counts, plan));
    } catch (error) {
      this.#handleStoreError(error);
    }
    return this.#peekInShare(identity, plan);
  }

  /** @param own this process's decision, based on its share of the plan's quota. Null if this process has not decided. */
  async #admitByStore(
    identity: string,
    plan: Plan,
    entry: number,
    own: RateAdmission | null = null,
  ): Promise<RateAdmission> {
    const counting = this.#countInStore(identity, plan.quota, plan, this.#buildEntryKey(entry));
    let counts: CountAnswer | undefined;
    try {
      counts = await this.#options.store.awaitInTime(counting);
    } catch (error) {
      this.#handleStoreError(error);
      return this.#reportAdmission("share", own ?? this.#admitWithinShare(identity, plan));
    }
    if (counts === undefined) {
      this.#degradedSince ??= this.#options.readMonotonicMs();
      const { admittedAt, state } = own ?? this.#admitWithinShare(identity, plan);
      this.#correctStoreLogLater(identity, plan, entry, admittedAt !== null, counting);
      return this.#reportAdmission("share", { admittedAt: admittedAt && entry, state });
    }
    const isAdmitted = counts[0] === 1;
    if (!isAdmitted && own !== null) this.#share.refund(identity, entry);
    const state = this.#pickDecidingState(identity, toRateState(counts, plan));
    return this.#reportAdmission("store", { admittedAt: isAdmitted ? entry : null, state });
  }

  // While a store reply is overdue, decides by this process's share of the quota. Adds an admitted request to the store later.
  #admitWhileSlow(identity: string, plan: Plan): RateAdmission {
    this.#degradedSince ??= this.#options.readMonotonicMs();
    const own = this.#admitWithinShare(identity, plan);
    if (own.admittedAt !== null) this.#addToStore(identity, plan, own.admittedAt);
    return this.#reportAdmission("share", own);
  }

  // Corrects the store's request log if the store's late reply contradicts the decision of this process. The decision was based
  // on this process's share of the plan's quota.
  #correctStoreLogLater(
    identity: string,
    plan: Plan,
    entry: number,
    isAdmitted: boolean,
    counting: Promise<CountAnswer>,
  ): void {
    counting.then(
      ([admitted]) => {
        if (isAdmitted && admitted === 0) this.#addToStore(identity, plan, entry);
        if (!isAdmitted && admitted === 1) this.#withdrawFromStore(identity, entry);
      },
      (error: unknown) => this.#handleStoreError(error),
    );
  }

  #admitWithinShare(identity: string, plan: Plan): RateAdmission {
    const { admittedAt, state } = this.#share.admit(identity, this.#computeShareOfPlan(identity, plan));
    return { admittedAt, state: this.#scaleToWholePlan(state, plan) };
  }

  #peekInShare(identity: string, plan: Plan): RateState {
    return this.#scaleToWholePlan(this.#share.peek(identity, this.#computeShareOfPlan(identity, plan)), plan);
  }

  /** The plan with its quota reduced to the requests that this process may admit without the store. */
  #computeShareOfPlan(identity: string, plan: Plan): Plan {
    const before =
      this.#getMsUntilLossWindowEnds() > 0 ? (this.#announced.get(identity) ?? getAnnouncementThreshold(plan)) : 0;
    return { ...plan, quota: Math.max(0, Math.floor((plan.quota - before) / this.#options.store.replicas)) };
  }

  /** Milliseconds until the window no longer contains requests from before the store went down or became slow. */
  #getMsUntilLossWindowEnds(): number {
    return Math.max(0, (this.#degradedSince ?? Number.NEGATIVE_INFINITY) + WINDOW_MS - this.#options.readMonotonicMs());
  }

  #scaleToWholePlan({ plan: part, remaining, nextInMs, fullInMs }: RateState, plan: Plan): RateState {
    const agedInMs = this.#getMsUntilLossWindowEnds();
    return {
      plan,
      remaining,
      // Entries of a burst have times slightly in the future, so a wait could exceed the window.
      nextInMs: part.quota === 0 ? agedInMs || WINDOW_MS : Math.min(WINDOW_MS, nextInMs),
      fullInMs: Math.max(agedInMs, Math.min(WINDOW_MS, fullInMs)),
    };
  }

  // Returns the shared store's state. While `#isDegraded`, this process's own log limits requests, too. The state with fewer
  // remaining requests is then returned.
  #pickDecidingState(identity: string, counts: RateState): RateState {
    if (!this.#isDegraded()) return counts;
    const own = this.#peekInShare(identity, counts.plan);
    return own.remaining < counts.remaining ? own : counts;
  }

  #isDegraded(): boolean {
    if (this.#degradedSince !== null && this.#options.readMonotonicMs() >= this.#completeFrom)
      this.#degradedSince = null;
    return this.#degradedSince !== null;
  }

  #noteStoreLost(): void {
    this.#degradedSince ??= this.#options.readMonotonicMs();
    this.#completeFrom = Number.POSITIVE_INFINITY;
  }

  #recordStoreRecovery(): void {
    if (this.#degradedSince !== null) this.#completeFrom = this.#options.readMonotonicMs() + WINDOW_MS;
  }

  // Marks the store as down, unless the error affects only one key in the store. In that case, the store stays up. Only the
  // client of that key is then limited by this process's share of the plan's quota.
  #handleStoreError(error: unknown): void {
    if (!affectsOneKey(error)) this.#options.store.handleStoreError(error);
  }

  /** Returns a unique time for a new entry: the current time, or slightly later. */
  #generateEntryTime(): number {
    this.#latest = Math.max(this.#options.readMonotonicMs(), this.#latest + 0.001);
    return this.#latest;
  }

  #reportAdmission(by: "store" | "share", admission: RateAdmission): RateAdmission {
    this.#options.onAdmission?.(by);
    return admission;
  }

  #addToStore(identity: string, plan: Plan, entry: number): void {
    const noBound = Number.MAX_SAFE_INTEGER;
    this.#countInStore(identity, noBound, plan, this.#buildEntryKey(entry)).catch((error: unknown) =>
      this.#handleStoreError(error),
    );
  }

  async #countInStore(identity: string, quota: number, plan: Plan, member: string): Promise<CountAnswer> {
    const { store } = this.#options;
    const args = [member, quota, getAnnouncementThreshold(plan), store.addPrefix("limit"), identity];
    return (await store.run(this.#scripts.count, [this.#buildKey(identity)], args)) as CountAnswer;
  }

  #withdrawFromStore(identity: string, entry: number): void {
    const args = [this.#buildEntryKey(entry)];
    this.#options.store.run(this.#scripts.withdraw, [this.#buildKey(identity)], args).catch(() => undefined);
  }

  #buildKey(identity: string): string {
    return this.#options.store.addPrefix(`limit:${identity}`);
  }

  #buildEntryKey(entry: number): string {
    return `${this.#options.store.replica}:${entry}`;
  }
}

function affectsOneKey(error: unknown): boolean {
  return error instanceof Error && error.message.includes("WRONGTYPE");
}

function toRateState([, count, nextInUs, fullInUs]: CountAnswer, plan: Plan): RateState {
  return {
    plan,
    remaining: Math.max(0, plan.quota - count),
    nextInMs: nextInUs / 1000,
    fullInMs: fullInUs / 1000,
  };
}

/** Counts requests of all processes in their shared store; while it is down, by this process's share of the plan. */
import { LRUCache } from "lru-cache";
import type { SharedStore } from "../../store/redis/shared-store.ts";
import { type CountAnswer, type LimiterScripts, limiterScripts } from "./limiter-scripts.ts";
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
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** Maximum identities remembered. */
  readonly capacity: number;
  readonly onForgotten?: (identities: number) => void;
  /** Called for each request: whether the store counted it in time, or the local share decided. */
  readonly onCounted?: (by: "store" | "share") => void;
  readonly scripts?: LimiterScripts;
}

/** Count from which the store announces an identity's admissions: unannounced identities had at most this many when the store was lost. */
function unannounced({ quota }: Plan): number {
  return Math.floor(quota / 2);
}

/**
 * While the store is up, its log decides. While it is down, each of `n` processes admits 1/n of what is certainly left of the plan, using its own
 * log. The store may come back without its log, so for one more window a request needs both: all processes together then stay within the plan without
 * exchanging what they admitted meanwhile.
 */
export class SharedLimiter implements RateLimiter {
  readonly #options: SharedLimiterOptions;
  readonly #scripts: LimiterScripts;
  /** Requests that this process admitted from its own share. */
  readonly #share: SlidingLog;
  /** Admissions of all processes within the last window, by identity, as the store announced them. */
  readonly #announced: LRUCache<string, number>;
  #latest = Number.NEGATIVE_INFINITY;
  /** When the store was lost or became slow; null while it decides alone. */
  #lostAt: number | null = null;
  /** When the store's log will again hold every request that counts. */
  #wholeAt = Number.NEGATIVE_INFINITY;

  constructor(options: SharedLimiterOptions) {
    this.#options = options;
    this.#scripts = options.scripts ?? limiterScripts();
    this.#share = new SlidingLog({ ...options, clock: () => this.#next() });
    this.#announced = new LRUCache({
      max: options.capacity,
      ttl: WINDOW_MS,
      perf: { now: () => options.clock() + 1 },
      ttlResolution: 0,
    });
    const { store } = options;
    store.hear("limit", (text) => {
      const [count = "", ...identity] = text.split(" ");
      this.#announced.set(identity.join(" "), Number(count));
    });
    store.listen({ up: () => this.#return(), lost: () => this.#lose() });
  }

  admit(identity: string, plan: Plan): RateAdmission | Promise<RateAdmission> {
    const { store } = this.#options;
    if (!store.isUp) {
      this.#lose();
      return this.#by("share", this.#admitByShare(identity, plan));
    }
    if (store.isSlow) return this.#admitMeanwhile(identity, plan);
    if (!this.#isShareInForce()) return this.#admitByStore(identity, plan, this.#next());
    const own = this.#admitByShare(identity, plan);
    if (own.admittedAt === null) return this.#by("share", own);
    return this.#admitByStore(identity, plan, own.admittedAt, own);
  }

  refund(identity: string, admittedAt: number): void {
    this.#share.refund(identity, admittedAt);
    if (this.#options.store.isUp) this.#withdraw(identity, admittedAt);
  }

  peek(identity: string, plan: Plan): RateState | Promise<RateState> {
    const { store } = this.#options;
    return store.isUp && !store.isSlow ? this.#look(identity, plan) : this.#standing(identity, plan);
  }

  async #look(identity: string, plan: Plan): Promise<RateState> {
    try {
      const counted = await this.#options.store.inTime(this.#count(identity, plan.quota, plan, ""));
      if (counted !== undefined) return this.#lesser(identity, stateOf(counted, plan));
    } catch (error) {
      this.#fail(error);
    }
    return this.#standing(identity, plan);
  }

  /** @param own admission that the share has already made. */
  async #admitByStore(
    identity: string,
    plan: Plan,
    entry: number,
    own: RateAdmission | null = null,
  ): Promise<RateAdmission> {
    const counting = this.#count(identity, plan.quota, plan, this.#member(entry));
    let counted: CountAnswer | undefined;
    try {
      counted = await this.#options.store.inTime(counting);
    } catch (error) {
      this.#fail(error);
      return this.#by("share", own ?? this.#admitByShare(identity, plan));
    }
    if (counted === undefined) {
      this.#lostAt ??= this.#options.clock();
      const { admittedAt, state } = own ?? this.#admitByShare(identity, plan);
      this.#bringInLine(identity, plan, entry, admittedAt !== null, counting);
      return this.#by("share", { admittedAt: admittedAt && entry, state });
    }
    const isAdmitted = counted[0] === 1;
    if (!isAdmitted && own !== null) this.#share.refund(identity, entry);
    const state = this.#lesser(identity, stateOf(counted, plan));
    return this.#by("store", { admittedAt: isAdmitted ? entry : null, state });
  }

  /** Decides by the share while a reply of the store is overdue; the store counts the request later. */
  #admitMeanwhile(identity: string, plan: Plan): RateAdmission {
    this.#lostAt ??= this.#options.clock();
    const own = this.#admitByShare(identity, plan);
    if (own.admittedAt !== null) this.#add(identity, plan, own.admittedAt);
    return this.#by("share", own);
  }

  /** Corrects the store if its late reply differs from what the share decided meanwhile. */
  #bringInLine(identity: string, plan: Plan, entry: number, isAdmitted: boolean, counting: Promise<CountAnswer>): void {
    counting.then(
      ([admitted]) => {
        if (isAdmitted && admitted === 0) this.#add(identity, plan, entry);
        if (!isAdmitted && admitted === 1) this.#withdraw(identity, entry);
      },
      (error: unknown) => this.#fail(error),
    );
  }

  #admitByShare(identity: string, plan: Plan): RateAdmission {
    const { admittedAt, state } = this.#share.admit(identity, this.#partOf(identity, plan));
    return { admittedAt, state: this.#ofPlan(state, plan) };
  }

  #standing(identity: string, plan: Plan): RateState {
    return this.#ofPlan(this.#share.peek(identity, this.#partOf(identity, plan)), plan);
  }

  /** The part of a plan that this process may admit on its own. */
  #partOf(identity: string, plan: Plan): Plan {
    const before = this.#agedInMs() > 0 ? (this.#announced.get(identity) ?? unannounced(plan)) : 0;
    return { ...plan, quota: Math.max(0, Math.floor((plan.quota - before) / this.#options.store.replicas)) };
  }

  /** Milliseconds until every request admitted before the store was lost has expired. */
  #agedInMs(): number {
    return Math.max(0, (this.#lostAt ?? Number.NEGATIVE_INFINITY) + WINDOW_MS - this.#options.clock());
  }

  #ofPlan({ plan: part, remaining, nextInMs, fullInMs }: RateState, plan: Plan): RateState {
    const agedInMs = this.#agedInMs();
    return {
      plan,
      remaining,
      // Entries of a burst get times slightly in the future.
      nextInMs: part.quota === 0 ? agedInMs || WINDOW_MS : Math.min(WINDOW_MS, nextInMs),
      fullInMs: Math.max(agedInMs, Math.min(WINDOW_MS, fullInMs)),
    };
  }

  /** While the share applies too, returns the lower of the two rate-limit states. */
  #lesser(identity: string, counted: RateState): RateState {
    if (!this.#isShareInForce()) return counted;
    const own = this.#standing(identity, counted.plan);
    return own.remaining < counted.remaining ? own : counted;
  }

  #isShareInForce(): boolean {
    if (this.#lostAt !== null && this.#options.clock() >= this.#wholeAt) this.#lostAt = null;
    return this.#lostAt !== null;
  }

  #lose(): void {
    this.#lostAt ??= this.#options.clock();
    this.#wholeAt = Number.POSITIVE_INFINITY;
  }

  #return(): void {
    if (this.#lostAt !== null) this.#wholeAt = this.#options.clock() + WINDOW_MS;
  }

  /** An error about one key affects only that identity, which falls back to the share; any other error marks the store as down. */
  #fail(error: unknown): void {
    if (!isOfOneKey(error)) this.#options.store.refused(error);
  }

  /** Returns the time of the next entry: every entry gets a unique time. */
  #next(): number {
    this.#latest = Math.max(this.#options.clock(), this.#latest + 0.001);
    return this.#latest;
  }

  #by(by: "store" | "share", admission: RateAdmission): RateAdmission {
    this.#options.onCounted?.(by);
    return admission;
  }

  /** Adds an admission made by the share to the store. */
  #add(identity: string, plan: Plan, entry: number): void {
    const noBound = Number.MAX_SAFE_INTEGER;
    this.#count(identity, noBound, plan, this.#member(entry)).catch((error: unknown) => this.#fail(error));
  }

  async #count(identity: string, quota: number, plan: Plan, member: string): Promise<CountAnswer> {
    const { store } = this.#options;
    const args = [member, quota, unannounced(plan), store.key("limit"), identity];
    return (await store.run(this.#scripts.count, [this.#key(identity)], args)) as CountAnswer;
  }

  #withdraw(identity: string, entry: number): void {
    const args = [this.#member(entry)];
    this.#options.store.run(this.#scripts.withdraw, [this.#key(identity)], args).catch(() => undefined);
  }

  #key(identity: string): string {
    return this.#options.store.key(`limit:${identity}`);
  }

  #member(entry: number): string {
    return `${this.#options.store.replica}:${entry}`;
  }
}

function isOfOneKey(error: unknown): boolean {
  return error instanceof Error && error.message.includes("WRONGTYPE");
}

function stateOf([, count, nextInUs, fullInUs]: CountAnswer, plan: Plan): RateState {
  return {
    plan,
    remaining: Math.max(0, plan.quota - count),
    nextInMs: nextInUs / 1000,
    fullInMs: fullInUs / 1000,
  };
}

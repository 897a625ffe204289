/** Counts requests for all processes in the store that they share, and by this process's share of a plan while that is away. */
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
  /** Identities remembered at most. */
  readonly capacity: number;
  readonly onForgotten?: (identities: number) => void;
  /** Called for each request: whether the store counted it in time, or the share decided. */
  readonly onCounted?: (by: "store" | "share") => void;
  readonly scripts?: LimiterScripts;
}

/** The store announces the admissions of an identity from here on: of others at most so many were admitted when it is lost. */
function unannounced({ quota }: Plan): number {
  return Math.floor(quota / 2);
}

/**
 * While the store answers, its log decides. While it is away each of `n` processes admits the `n`-th part of what is left of the plan for
 * sure, by a log of its own. The store may come back without its log: for one window more a request needs both, so that all together stay
 * within the plan without telling each other what they admitted meanwhile.
 */
export class SharedLimiter implements RateLimiter {
  readonly #options: SharedLimiterOptions;
  readonly #scripts: LimiterScripts;
  /** Requests that this process admitted by its share. */
  readonly #share: SlidingLog;
  /** Requests that all processes had admitted within the last window, by identity. */
  readonly #announced: LRUCache<string, number>;
  #latest = Number.NEGATIVE_INFINITY;
  /** Time at which the store was lost or became slow; null while it decides alone. */
  #lostAt: number | null = null;
  /** Time from which the store's log has all that counts. */
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

  /** @param own what the share has admitted already. */
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

  /** Answers at once while an answer of the store is overdue; the store counts it later. */
  #admitMeanwhile(identity: string, plan: Plan): RateAdmission {
    this.#lostAt ??= this.#options.clock();
    const own = this.#admitByShare(identity, plan);
    if (own.admittedAt !== null) this.#add(identity, plan, own.admittedAt);
    return this.#by("share", own);
  }

  /** Brings the store's late answer in line with what the share decided meanwhile. */
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

  /** The part of a plan that this process may admit by itself. */
  #partOf(identity: string, plan: Plan): Plan {
    const before = this.#agedInMs() > 0 ? (this.#announced.get(identity) ?? unannounced(plan)) : 0;
    return { ...plan, quota: Math.max(0, Math.floor((plan.quota - before) / this.#options.store.replicas)) };
  }

  /** Milliseconds until nothing counts any more that was admitted before the store was lost. */
  #agedInMs(): number {
    return Math.max(0, (this.#lostAt ?? Number.NEGATIVE_INFINITY) + WINDOW_MS - this.#options.clock());
  }

  #ofPlan({ plan: part, remaining, nextInMs, fullInMs }: RateState, plan: Plan): RateState {
    const agedInMs = this.#agedInMs();
    return {
      plan,
      remaining,
      // Entries of a burst are named by times that are a little ahead.
      nextInMs: part.quota === 0 ? agedInMs || WINDOW_MS : Math.min(WINDOW_MS, nextInMs),
      fullInMs: Math.max(agedInMs, Math.min(WINDOW_MS, fullInMs)),
    };
  }

  /** While the share is in force too, the standing is the lesser of the two. */
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

  /** An error about one key leaves that identity to the share; any other says that the store is no use for now. */
  #fail(error: unknown): void {
    if (!isOfOneKey(error)) this.#options.store.refused(error);
  }

  /** The time of the next entry: every entry has one of its own. */
  #next(): number {
    this.#latest = Math.max(this.#options.clock(), this.#latest + 0.001);
    return this.#latest;
  }

  #by(by: "store" | "share", admission: RateAdmission): RateAdmission {
    this.#options.onCounted?.(by);
    return admission;
  }

  /** Adds an admission that the share has decided. */
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

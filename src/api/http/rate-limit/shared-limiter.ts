/** Counts requests for all processes in the store that they share, and by this process's fair share while that is away. */
import type { SharedStore } from "../../../redis/shared-store.ts";
import { announcedAbove, FairShare } from "./fair-share.ts";
import { type Counted, type LimiterScripts, limiterScripts } from "./limiter-scripts.ts";
import { type Admission, type Plan, type RateLimiter, type RateState, WINDOW_MS } from "./rate-limit.ts";

interface SharedLimiterOptions {
  readonly store: SharedStore;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** Identities remembered at most. */
  readonly capacity: number;
  readonly onForgotten?: (identities: number) => void;
  /** Called for each request: whether the store counted it in time, or the fair share decided. */
  readonly onCounted?: (by: "store" | "share") => void;
  readonly scripts?: LimiterScripts;
}

/** Identities whose admissions are handed in before the answers are awaited. */
const HANDED_IN_AT_ONCE = 500;

/**
 * While the store answers, its log decides. An answer that is late, an error, or a lost connection leaves the decision to
 * the fair share. When the store is back, which may have lost its log, each process first hands in what it admitted within
 * the last window, and for one window more a request needs both: the store's count and the fair share. So nothing that
 * another process hands in a little later was given away meanwhile.
 */
export class SharedLimiter implements RateLimiter {
  readonly #options: SharedLimiterOptions;
  readonly #scripts: LimiterScripts;
  readonly #share: FairShare;
  /** The store has what this process admitted. */
  #isJoined = false;
  /** Time until which the store's log may lack what others admitted; 0 when it is whole. */
  #settlesAt = 0;
  #wasLost = false;

  constructor(options: SharedLimiterOptions) {
    this.#options = options;
    this.#scripts = options.scripts ?? limiterScripts();
    const { store } = options;
    this.#share = new FairShare({ ...options, replicas: () => store.replicas });
    store.hear("limit", (text) => {
      const [count = "", ...identity] = text.split(" ");
      this.#share.announce(identity.join(" "), Number(count));
    });
    store.listen({ up: () => void this.#join(), lost: () => this.#lose() });
  }

  admit(identity: string, plan: Plan): Admission | Promise<Admission> {
    const entry = this.#share.reserve(identity);
    if (!this.#isJoined) {
      this.#wasLost = true;
      this.#share.begin();
      return this.#decide(identity, plan, entry);
    }
    if (this.#isSettling()) {
      const own = this.#share.decide(identity, plan, entry);
      if (own.admittedAt === null) return this.#by("share", own);
    }
    if (!this.#options.store.isSlow) {
      return this.#whenCounted(identity, plan, entry, this.#count(identity, plan, this.#member(entry)));
    }
    this.#share.begin();
    const admission = this.#decide(identity, plan, entry);
    const isAdmitted = admission.admittedAt !== null;
    if (isAdmitted) this.#reconcile(identity, entry, true, this.#count(identity, plan, this.#member(entry)));
    return admission;
  }

  refund(identity: string, admittedAt: number): void {
    this.#share.refund(identity, admittedAt);
    if (this.#isJoined) this.#withdraw(identity, admittedAt);
  }

  peek(identity: string, plan: Plan): RateState | Promise<RateState> {
    if (!this.#isJoined || this.#options.store.isSlow) return this.#share.standing(identity, plan);
    return this.#look(identity, plan);
  }

  async #look(identity: string, plan: Plan): Promise<RateState> {
    try {
      const counted = await this.#options.store.inTime(this.#count(identity, plan, ""));
      if (counted !== undefined) return this.#lesser(identity, stateOf(counted, plan));
    } catch (error) {
      this.#fail(error);
    }
    return this.#share.standing(identity, plan);
  }

  async #whenCounted(identity: string, plan: Plan, entry: number, counting: Promise<Counted>): Promise<Admission> {
    let counted: Counted | undefined;
    try {
      counted = await this.#options.store.inTime(counting);
    } catch (error) {
      this.#fail(error);
      return this.#decide(identity, plan, entry);
    }
    if (counted === undefined) {
      this.#share.begin();
      const admission = this.#decide(identity, plan, entry);
      this.#reconcile(identity, entry, admission.admittedAt !== null, counting);
      return admission;
    }
    if (!this.#isSettling() && this.#isJoined) this.#share.end();
    const isAdmitted = counted[0] === 1;
    if (isAdmitted) this.#share.confirm(entry);
    else this.#share.refund(identity, entry);
    const state = this.#lesser(identity, stateOf(counted, plan));
    return this.#by("store", { admittedAt: isAdmitted ? entry : null, state });
  }

  /** Brings the store's late answer in line with what the fair share decided meanwhile. */
  #reconcile(identity: string, entry: number, isAdmitted: boolean, counting: Promise<Counted>): void {
    counting.then(
      ([admitted]) => {
        if (isAdmitted && admitted === 0) this.#handIn(identity, [entry]).catch(() => undefined);
        if (!isAdmitted && admitted === 1) this.#withdraw(identity, entry);
      },
      (error: unknown) => this.#fail(error),
    );
  }

  #decide(identity: string, plan: Plan, entry: number): Admission {
    return this.#by("share", this.#share.decide(identity, plan, entry));
  }

  #by(by: "store" | "share", admission: Admission): Admission {
    this.#options.onCounted?.(by);
    return admission;
  }

  /** While the store's log may lack something, the standing is the lesser of the two. */
  #lesser(identity: string, counted: RateState): RateState {
    if (!this.#isSettling()) return counted;
    const own = this.#share.standing(identity, counted.plan);
    return own.remaining < counted.remaining ? own : counted;
  }

  #isSettling(): boolean {
    if (this.#settlesAt === 0) return false;
    if (this.#options.clock() < this.#settlesAt) return true;
    this.#settlesAt = 0;
    if (this.#isJoined) this.#share.end();
    return false;
  }

  #lose(): void {
    this.#isJoined = false;
    this.#wasLost = true;
    this.#share.begin();
  }

  /** An error about one key leaves that identity to the fair share; any other says that the store is no use for now. */
  #fail(error: unknown): void {
    if (!isOfOneKey(error)) this.#options.store.refused(error);
  }

  /** Hands in what this process admitted. The last part is sent in the turn from which on the store decides, and so before all questions. */
  async #join(): Promise<void> {
    if (!this.#wasLost) {
      this.#isJoined = true;
      return;
    }
    const { store, clock } = this.#options;
    const began = clock();
    try {
      let sent: Promise<unknown>[] = [];
      for (const [identity, entries] of [...this.#share.entries(Number.NEGATIVE_INFINITY)]) {
        sent.push(this.#handIn(identity, entries));
        if (sent.length < HANDED_IN_AT_ONCE) continue;
        await Promise.all(sent);
        sent = [];
      }
      await Promise.all(sent);
      if (!store.isUp) return;
      const rest = [...this.#share.entries(began)].map(([identity, entries]) => this.#handIn(identity, entries));
      this.#isJoined = true;
      this.#settlesAt = clock() + WINDOW_MS;
      await Promise.all(rest);
    } catch (error) {
      this.#isJoined = false;
      this.#fail(error);
    }
  }

  async #handIn(identity: string, entries: readonly number[]): Promise<void> {
    const now = this.#options.clock();
    const args = entries.flatMap((entry) => [Math.max(0, Math.round((now - entry) * 1000)), this.#member(entry)]);
    try {
      await this.#options.store.run(this.#scripts.handIn, [this.#key(identity)], args);
    } catch (error) {
      if (!isOfOneKey(error)) throw error;
    }
  }

  async #count(identity: string, plan: Plan, member: string): Promise<Counted> {
    const { store } = this.#options;
    const args = [member, plan.quota, announcedAbove(plan), store.key("limit"), identity];
    return (await store.run(this.#scripts.count, [this.#key(identity)], args)) as Counted;
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

function stateOf([, count, nextInUs, fullInUs]: Counted, plan: Plan): RateState {
  return {
    plan,
    remaining: Math.max(0, plan.quota - count),
    nextInMs: nextInUs / 1000,
    fullInMs: fullInUs / 1000,
  };
}

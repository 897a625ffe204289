/**
 * Requests that this process may admit by itself while the store that counts for all is away: so much that all processes together
 * stay within the plan, whatever each of them does.
 */
import { LRUCache } from "lru-cache";
import { type Admission, type Plan, type RateState, SlidingLog, WINDOW_MS } from "./rate-limit.ts";

interface FairShareOptions {
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** Identities remembered at most. */
  readonly capacity: number;
  /** Processes that share the plan, this one included. */
  readonly replicas: () => number;
  readonly onForgotten?: (identities: number) => void;
}

const UNBOUNDED: Plan = { name: "", quota: Number.POSITIVE_INFINITY };

/** Admissions of an identity that are counted by all up to this number are not announced: with fewer nobody needs to know. */
export function announcedAbove({ quota }: Plan): number {
  return Math.floor(quota / 2);
}

/**
 * Every admission of this process is an entry here, also those that the store counted: each is named by its time, which
 * no other has. When the store is lost, what all had admitted by then is known where it was announced, and is otherwise at
 * most `announcedAbove`. Of the rest each of `n` processes may admit the `n`-th part, rounded down, until those
 * admissions have left the window; then the `n`-th part of the whole quota.
 */
export class FairShare {
  readonly #options: FairShareOptions;
  readonly #own: SlidingLog;
  readonly #announced: LRUCache<string, number>;
  #last = Number.NEGATIVE_INFINITY;
  /** Entries of which it is not known yet whether they are admissions, oldest first. */
  readonly #undecided = new Set<number>();
  /** Time at which the store was lost; null while it counts for all. */
  #lostAt: number | null = null;
  /** Own entries from then on count against the share. */
  #countsFrom = Number.NEGATIVE_INFINITY;

  constructor(options: FairShareOptions) {
    this.#options = options;
    this.#own = new SlidingLog({ ...options, clock: () => this.#next() });
    this.#announced = new LRUCache({
      max: options.capacity,
      ttl: WINDOW_MS,
      perf: { now: () => options.clock() + 1 },
      ttlResolution: 0,
    });
  }

  /** All processes together have admitted so many within the last window. */
  announce(identity: string, count: number): void {
    this.#announced.set(identity, count);
  }

  begin(): void {
    if (this.#lostAt !== null) return;
    this.#lostAt = this.#options.clock();
    const [oldest = this.#lostAt] = this.#undecided;
    this.#countsFrom = Math.min(oldest, this.#lostAt);
  }

  end(): void {
    this.#lostAt = null;
    this.#countsFrom = Number.NEGATIVE_INFINITY;
  }

  /** Takes down an admission before it is known whether it is one; `confirm`, `refund` or `decide` says so. */
  reserve(identity: string): number {
    const entry = this.#own.admit(identity, UNBOUNDED).admittedAt ?? 0;
    this.#undecided.add(entry);
    return entry;
  }

  confirm(entry: number): void {
    this.#undecided.delete(entry);
  }

  refund(identity: string, entry: number): void {
    this.#undecided.delete(entry);
    this.#own.refund(identity, entry);
  }

  /** Decides about an entry that was reserved, and takes it back when it is too much. */
  decide(identity: string, plan: Plan, entry: number): Admission {
    this.#undecided.delete(entry);
    if (this.#since(identity).length <= this.#share(identity, plan)) {
      return { admittedAt: entry, state: this.standing(identity, plan) };
    }
    this.refund(identity, entry);
    return { admittedAt: null, state: this.standing(identity, plan) };
  }

  standing(identity: string, plan: Plan): RateState {
    const now = this.#options.clock();
    const times = this.#since(identity);
    const share = this.#share(identity, plan);
    const oldest = times[Math.max(0, times.length - share)];
    const newest = times.at(-1);
    // Milliseconds until nothing counts any more that was admitted before the store was lost.
    const agedInMs = Math.max(0, (this.#lostAt ?? Number.NEGATIVE_INFINITY) + WINDOW_MS - now);
    const isWhole = share >= Math.floor(plan.quota / this.#options.replicas());
    const rest = share === 0 ? agedInMs || WINDOW_MS : isWhole ? 0 : agedInMs;
    return {
      plan,
      remaining: Math.max(0, share - times.length),
      // Entries of a burst may be named by a time that is a little ahead.
      nextInMs: oldest === undefined || share === 0 ? rest : Math.min(WINDOW_MS, oldest + WINDOW_MS - now),
      fullInMs: Math.max(rest, newest === undefined ? 0 : Math.min(WINDOW_MS, newest + WINDOW_MS - now)),
    };
  }

  /** Entries of the last window that were made at `since` or later, by identity, oldest first. */
  *entries(since: number): Generator<readonly [identity: string, times: readonly number[]]> {
    const from = Math.max(since, this.#options.clock() - WINDOW_MS);
    for (const [identity, times] of this.#own.all()) {
      const late = times.filter((time) => time >= from);
      if (late.length > 0) yield [identity, late];
    }
  }

  /** The time of the next entry: every entry has one of its own. */
  #next(): number {
    this.#last = Math.max(this.#options.clock(), this.#last + 0.001);
    return this.#last;
  }

  /** Own admissions that count against the share. One process alone has admitted all that there is. */
  #since(identity: string): readonly number[] {
    const now = this.#options.clock();
    const from = this.#options.replicas() === 1 ? Number.NEGATIVE_INFINITY : this.#countsFrom;
    return this.#own.timesOf(identity).filter((time) => time >= from && now - time < WINDOW_MS);
  }

  #share(identity: string, plan: Plan): number {
    const replicas = this.#options.replicas();
    const isRecent = this.#lostAt !== null && this.#options.clock() - this.#lostAt < WINDOW_MS;
    const before = replicas > 1 && isRecent ? (this.#announced.get(identity) ?? announcedAbove(plan)) : 0;
    return Math.max(0, Math.floor((plan.quota - before) / replicas));
  }
}

/** Sliding log: in any 60 s, an identity gets at most as many requests as its plan allows. */

/** Limit of a plan: `quota` requests in any `WINDOW_MS`. */
export interface Plan {
  readonly name: string;
  readonly quota: number;
}

export const WINDOW_MS = 60_000;

/** Rate-limit state of an identity after the current request. */
export interface RateState {
  readonly plan: Plan;
  readonly remaining: number;
  /** Milliseconds until one more request is allowed (`remaining` increases); 0 if no request is in the window. */
  readonly nextInMs: number;
  /** Milliseconds until the whole quota is available again if nothing more is sent. */
  readonly fullInMs: number;
}

export interface RateAdmission {
  /** Time of the entry in the log, for `refund`; null if the request is refused. */
  readonly admittedAt: number | null;
  readonly state: RateState;
}

/**
 * Counts requests of this process alone (`SlidingLog`, which is synchronous) or of several processes together. A returned promise
 * never rejects: if the shared store is down, the limiter falls back to the count of its own process.
 */
export interface RateLimiter {
  /** Counts a request if the plan allows it. */
  admit(identity: string, plan: Plan): RateAdmission | Promise<RateAdmission>;
  /** Removes one admitted request, so that it does not count. */
  refund(identity: string, admittedAt: number): void;
  /** Returns the rate-limit state without counting anything. */
  peek(identity: string, plan: Plan): RateState | Promise<RateState>;
}

interface SlidingLogOptions {
  readonly readMonotonicMs: () => number;
  /** Maximum identities remembered. */
  readonly capacity: number;
  /** Called when identities are dropped early, possibly within their window, to limit memory. The argument is their number. */
  readonly onForgotten?: (identities: number) => void;
}

/**
 * Admission times by identity, oldest first. There are two maps: an admitted identity moves to `#newer`; once per window,
 * `#older`, whose entries have all expired, is dropped and `#newer` takes its place. If `#newer` is full, `#older` is dropped
 * early: this admits some requests too soon, but refusing new identities would let a flood of addresses lock everybody out.
 */
export class SlidingLog implements RateLimiter {
  readonly #options: SlidingLogOptions;
  #newer = new Map<string, number[]>();
  #older = new Map<string, number[]>();
  #turnedAt = Number.NEGATIVE_INFINITY;
  #latest = Number.NEGATIVE_INFINITY;

  constructor(options: SlidingLogOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#newer.size + this.#older.size;
  }

  admit(identity: string, plan: Plan): RateAdmission {
    const now = this.#readNowMs();
    const young = this.#newer.get(identity);
    const known = young ?? this.#older.get(identity);
    if (known !== undefined) removeExpired(known, now);
    if ((known?.length ?? 0) >= plan.quota) return { admittedAt: null, state: toRateState(known ?? [], plan, now) };
    // Pushing to an empty array would reserve room for 17 numbers; most identities send a single request.
    const log = known ?? [now];
    if (known !== undefined) known.push(now);
    if (young === undefined) this.#addToNewerGeneration(identity, log, now, known !== undefined);
    return { admittedAt: now, state: toRateState(log, plan, now) };
  }

  refund(identity: string, admittedAt: number): void {
    const log = this.#findRequestTimes(identity);
    const at = log?.indexOf(admittedAt) ?? -1;
    if (log && at >= 0) log.splice(at, 1);
  }

  peek(identity: string, plan: Plan): RateState {
    const now = this.#readNowMs();
    const log = this.#findRequestTimes(identity);
    if (log === undefined) return toRateState([], plan, now);
    removeExpired(log, now);
    return toRateState(log, plan, now);
  }

  /** Never returns an earlier time than before: a clock that is set back must not grant a quota twice. */
  #readNowMs(): number {
    this.#latest = Math.max(this.#latest, this.#options.readMonotonicMs());
    return this.#latest;
  }

  #findRequestTimes(identity: string): number[] | undefined {
    return this.#newer.get(identity) ?? this.#older.get(identity);
  }

  /** Puts an identity into `#newer`, which does not contain it yet. */
  #addToNewerGeneration(identity: string, log: number[], now: number, isElder: boolean): void {
    if (now - this.#turnedAt >= WINDOW_MS) {
      this.#rotateGenerations(now);
    } else if (this.#newer.size >= Math.max(1, this.#options.capacity / 2)) {
      if (this.#older.size > 0) this.#options.onForgotten?.(this.#older.size);
      this.#rotateGenerations(now);
    }
    if (isElder) this.#older.delete(identity);
    this.#newer.set(identity, log);
  }

  #rotateGenerations(now: number): void {
    this.#older = this.#newer;
    this.#newer = new Map();
    this.#turnedAt = now;
  }
}

/** Removes entries whose age is at least `WINDOW_MS`. */
function removeExpired(log: number[], now: number): void {
  let over = 0;
  while (over < log.length && now - (log[over] ?? now) >= WINDOW_MS) over += 1;
  if (over > 0) log.splice(0, over);
}

function toRateState(log: readonly number[], plan: Plan, now: number): RateState {
  const oldest = log[Math.max(0, log.length - plan.quota)];
  const latest = log.at(-1);
  return {
    plan,
    remaining: Math.max(0, plan.quota - log.length),
    nextInMs: oldest === undefined ? 0 : WINDOW_MS - (now - oldest),
    fullInMs: latest === undefined ? 0 : WINDOW_MS - (now - latest),
  };
}

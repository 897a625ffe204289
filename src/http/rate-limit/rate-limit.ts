/** The sliding log: in no 60 s are more requests of one identity admitted than its plan allows. */

/** The limit of a plan: `quota` requests in any `WINDOW_MS`. */
export interface Plan {
  readonly name: string;
  readonly quota: number;
}

export const WINDOW_MS = 60_000;

/** The standing of an identity after the request that asked. */
export interface RateState {
  readonly plan: Plan;
  readonly remaining: number;
  /** Milliseconds until one more request becomes available than now; 0 when nothing is used. */
  readonly nextInMs: number;
  /** Milliseconds until the whole quota is back if nothing more is sent. */
  readonly fullInMs: number;
}

export interface RateAdmission {
  /** The entry in the log, to be handed back to `refund`; null when refused. */
  readonly admittedAt: number | null;
  readonly state: RateState;
}

/**
 * Counter of the requests: this process alone (`SlidingLog`, which answers at once), or one that several processes ask. An
 * answer that comes later never fails: what stands in for a counter that is away is the limiter's own business.
 */
export interface RateLimiter {
  /** Counts a request if the plan allows one more. */
  admit(identity: string, plan: Plan): RateAdmission | Promise<RateAdmission>;
  /** Takes back one admission: the request counted 0 after all. */
  refund(identity: string, admittedAt: number): void;
  /** The standing without counting anything. */
  peek(identity: string, plan: Plan): RateState | Promise<RateState>;
}

interface SlidingLogOptions {
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** Identities remembered at most. */
  readonly capacity: number;
  /** Called when so many identities had to be forgotten inside their window to keep the memory bounded. */
  readonly onForgotten?: (identities: number) => void;
}

/**
 * Admissions by identity, oldest first in each. Identities live in two generations: who is admitted moves to the
 * younger, and once in a window the elder, which then holds nothing that still counts, is dropped whole.
 * When the younger is full the elder is dropped early: that admits some too soon, where refusing newcomers would let
 * a flood of addresses lock everybody out.
 */
export class SlidingLog implements RateLimiter {
  readonly #options: SlidingLogOptions;
  #younger = new Map<string, number[]>();
  #elder = new Map<string, number[]>();
  #turnedAt = Number.NEGATIVE_INFINITY;
  #latest = Number.NEGATIVE_INFINITY;

  constructor(options: SlidingLogOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#younger.size + this.#elder.size;
  }

  admit(identity: string, plan: Plan): RateAdmission {
    const now = this.#now();
    const young = this.#younger.get(identity);
    const known = young ?? this.#elder.get(identity);
    if (known !== undefined) withoutEnded(known, now);
    if ((known?.length ?? 0) >= plan.quota) return { admittedAt: null, state: stateOf(known ?? [], plan, now) };
    // An empty array that grows has room for 17 numbers; most who ask, ask once.
    const log = known ?? [now];
    if (known !== undefined) known.push(now);
    if (young === undefined) this.#remember(identity, log, now, known !== undefined);
    return { admittedAt: now, state: stateOf(log, plan, now) };
  }

  refund(identity: string, admittedAt: number): void {
    const log = this.#find(identity);
    const at = log?.indexOf(admittedAt) ?? -1;
    if (log && at >= 0) log.splice(at, 1);
  }

  peek(identity: string, plan: Plan): RateState {
    const now = this.#now();
    const log = this.#find(identity);
    if (log === undefined) return stateOf([], plan, now);
    withoutEnded(log, now);
    return stateOf(log, plan, now);
  }

  /** A clock that is set back must not give a quota twice. */
  #now(): number {
    this.#latest = Math.max(this.#latest, this.#options.clock());
    return this.#latest;
  }

  #find(identity: string): number[] | undefined {
    return this.#younger.get(identity) ?? this.#elder.get(identity);
  }

  /** Puts an identity that is not there into the younger generation. */
  #remember(identity: string, log: number[], now: number, isElder: boolean): void {
    if (now - this.#turnedAt >= WINDOW_MS) {
      this.#turn(now);
    } else if (this.#younger.size >= Math.max(1, this.#options.capacity / 2)) {
      if (this.#elder.size > 0) this.#options.onForgotten?.(this.#elder.size);
      this.#turn(now);
    }
    if (isElder) this.#elder.delete(identity);
    this.#younger.set(identity, log);
  }

  #turn(now: number): void {
    this.#elder = this.#younger;
    this.#younger = new Map();
    this.#turnedAt = now;
  }
}

/** Takes out what was admitted a window ago or earlier. */
function withoutEnded(log: number[], now: number): void {
  let over = 0;
  while (over < log.length && now - (log[over] ?? now) >= WINDOW_MS) over += 1;
  if (over > 0) log.splice(0, over);
}

function stateOf(log: readonly number[], plan: Plan, now: number): RateState {
  const oldest = log[Math.max(0, log.length - plan.quota)];
  const latest = log.at(-1);
  return {
    plan,
    remaining: Math.max(0, plan.quota - log.length),
    nextInMs: oldest === undefined ? 0 : WINDOW_MS - (now - oldest),
    fullInMs: latest === undefined ? 0 : WINDOW_MS - (now - latest),
  };
}

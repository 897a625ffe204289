/** The event loop's time of the last seconds by caller, so that a loop that is behind refuses those who took most of it. */

/** Times of two such spans in milliseconds are remembered: those of the last 2.5 to 5 seconds. */
const SPAN_MS = 2500;
/** Callers of one span whose times are remembered. */
const CALLERS = 10_000;
/** A caller who took less within both spans holds nobody up, whatever share of a quiet service that is. */
const MUCH_MS = 250;
/** Milliseconds for which the list of those who took most is used again, so that a refusal costs less than an answer. */
const LIST_MS = 50;

interface Time {
  ms: number;
}

export class CallerTimes {
  readonly #workedMs: (ms: number) => number;
  /** Two generations: at the end of a span the elder is dropped whole. A full younger one ends its span early. */
  #younger = new Map<string, Time>();
  #elder = new Map<string, Time>();
  #turnedAt = Number.NEGATIVE_INFINITY;
  /** End of the newest stretch that was charged: no moment is charged twice. */
  #chargedTo = Number.NEGATIVE_INFINITY;
  #most: ReadonlySet<string> = new Set();
  #isOne = false;
  #listedAt = Number.NEGATIVE_INFINITY;

  /** @param workedMs how many of the milliseconds that have just passed the thread worked: nobody is charged with those in which it was stopped. */
  constructor(workedMs: (ms: number) => number) {
    this.#workedMs = workedMs;
  }

  /** Charges a caller with a stretch of the loop's time, in monotonic milliseconds, as far as nobody has been charged with it. */
  charge(caller: string, from: number, to: number): void {
    const ms = this.#workedMs(to - Math.max(from, this.#chargedTo));
    if (ms <= 0) return;
    this.#chargedTo = to;
    this.#turn(to);
    const time = this.#younger.get(caller);
    if (time === undefined) this.#younger.set(caller, { ms });
    else time.ms += ms;
  }

  /** The callers who took most: as few as took half of the time of all. Empty where the time of all came from many who took little each. */
  most(now: number): ReadonlySet<string> {
    if (now - this.#listedAt < LIST_MS) return this.#most;
    this.#turn(now);
    this.#listedAt = now;
    this.#most = this.#list();
    return this.#most;
  }

  /** Nobody else has been charged: whoever took most kept nobody waiting that is known. Holds for the moment of the last `most`. */
  get isOne(): boolean {
    return this.#isOne;
  }

  #list(): ReadonlySet<string> {
    const times = new Map<string, number>();
    let total = 0;
    for (const [caller, { ms }] of [...this.#elder, ...this.#younger]) {
      times.set(caller, (times.get(caller) ?? 0) + ms);
      total += ms;
    }
    this.#isOne = times.size === 1;
    const much = [...times].filter(([, ms]) => ms >= MUCH_MS).sort(([, a], [, b]) => b - a);
    const most = new Set<string>();
    let sum = 0;
    for (const [caller, ms] of much) {
      if (sum >= total / 2) return most;
      most.add(caller);
      sum += ms;
    }
    return sum >= total / 2 ? most : new Set();
  }

  #turn(now: number): void {
    const isOver = now - this.#turnedAt >= SPAN_MS;
    if (!isOver && this.#younger.size < CALLERS) return;
    // The younger one is too old as well after a pause.
    this.#elder = now - this.#turnedAt >= 2 * SPAN_MS ? new Map() : this.#younger;
    this.#younger = new Map();
    this.#turnedAt = now;
  }
}

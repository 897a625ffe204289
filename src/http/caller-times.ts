/** Tracks each caller's event-loop time over the last few seconds. If the loop lags, the heaviest callers are refused. */

/** Length of a span in milliseconds. Two spans are remembered, which cover the last 2.5 to 5 seconds. */
const SPAN_MS = 2500;
/** Maximum number of callers remembered per span. */
const CALLERS = 10_000;
// Minimum event-loop time of a heavy caller, in milliseconds over both spans together. A caller below this minimum slows nobody
// down. If the load is low, even a caller below this minimum may have used a large fraction of the time that all callers used.
const MIN_HEAVY_MS = 250;
/** The list of heaviest callers is reused for this many milliseconds, so that a refusal costs less than an answer. */
const LIST_MS = 50;

interface Time {
  ms: number;
}

export class CallerTimes {
  readonly #workedMs: (ms: number) => number;
  /** One map per span. When a span ends or `#newer` is full, `#older` is dropped and `#newer` takes its place. */
  #newer = new Map<string, Time>();
  #older = new Map<string, Time>();
  #turnedAt = Number.NEGATIVE_INFINITY;
  /** End of the latest interval that was charged, so that no moment is charged twice. */
  #chargedTo = Number.NEGATIVE_INFINITY;
  #most: ReadonlySet<string> = new Set();
  #hasOneCaller = false;
  #listedAt = Number.NEGATIVE_INFINITY;

  /** @param getWorkedMs how many of the last `ms` milliseconds the thread worked; time in which it was stopped is not charged. */
  constructor(getWorkedMs: (ms: number) => number) {
    this.#workedMs = getWorkedMs;
  }

  /** Charges a caller for an interval of loop time (monotonic milliseconds), minus any part that has already been charged. */
  charge(caller: string, from: number, to: number): void {
    const ms = this.#workedMs(to - Math.max(from, this.#chargedTo));
    if (ms <= 0) return;
    this.#chargedTo = to;
    this.#rotateGenerations(to);
    const time = this.#newer.get(caller);
    if (time === undefined) this.#newer.set(caller, { ms });
    else time.ms += ms;
  }

  /** The fewest callers who together used at least half of all charged time. Empty if any of them used under `MIN_HEAVY_MS`. */
  findHeaviest(now: number): ReadonlySet<string> {
    if (now - this.#listedAt < LIST_MS) return this.#most;
    this.#rotateGenerations(now);
    this.#listedAt = now;
    this.#most = this.#listHeaviest();
    return this.#most;
  }

  /** True if `findHeaviest` saw only one caller. It is then possible that this caller delays nobody else. */
  get hasOneCaller(): boolean {
    return this.#hasOneCaller;
  }

  #listHeaviest(): ReadonlySet<string> {
    const times = new Map<string, number>();
    let total = 0;
    for (const [caller, { ms }] of [...this.#older, ...this.#newer]) {
      times.set(caller, (times.get(caller) ?? 0) + ms);
      total += ms;
    }
    this.#hasOneCaller = times.size === 1;
    const much = [...times].filter(([, ms]) => ms >= MIN_HEAVY_MS).sort(([, a], [, b]) => b - a);
    const most = new Set<string>();
    let sum = 0;
    for (const [caller, ms] of much) {
      if (sum >= total / 2) return most;
      most.add(caller);
      sum += ms;
    }
    return sum >= total / 2 ? most : new Set();
  }

  #rotateGenerations(now: number): void {
    const isOver = now - this.#turnedAt >= SPAN_MS;
    if (!isOver && this.#newer.size < CALLERS) return;
    // If the last rotation was at least two spans ago, even the times in `#newer` are too old to be kept.
    this.#older = now - this.#turnedAt >= 2 * SPAN_MS ? new Map() : this.#newer;
    this.#newer = new Map();
    this.#turnedAt = now;
  }
}

/**
 * Spreads answers over turns of the event loop. Each turn starts answers for a few milliseconds; then sockets are read. Queued
 * answers are taken round-robin by route, then by caller. Many requests to one route or from one caller thus delay no others.
 */
import { getOrAdd } from "../base/get-or-add.ts";

/** Milliseconds that each turn spends on starting queued answers. Answers to newly arrived requests then get the same time. */
const TURN_PART_MS = 4;
/** Keeps turns short. After this many milliseconds of a turn, a newly arrived request waits if its route has queued requests. */
const LONG_TURN_MS = 15;

/**
 * Starts an answer. Never throws. Returns true if the answer is already complete. @param waitedMs processor time that the event
 * loop's thread used while the answer was queued.
 */
type Begin = (waitedMs: number) => boolean;

interface QueuedAnswer {
  readonly caller: string;
  readonly begin: Begin;
  /** Processor time of the loop's thread when the answer was queued, in milliseconds. */
  readonly since: number;
}

interface AnswerTurnsOptions {
  readonly readMonotonicMs: () => number;
  /** The loop thread's processor time in ms. Waits are measured with it, so time while the process is stopped does not count. */
  readonly readCpuMs: () => number;
  /** Charges a caller for an answer's event-loop time (monotonic ms) until the answer ends or first waits for an event. */
  readonly charge: (caller: string, from: number, to: number) => void;
}

export class AnswerTurns {
  readonly #options: AnswerTurnsOptions;
  /** Queues by group (route name) and caller; the groups and callers that have waited longest for a turn come first. */
  readonly #queues = new Map<string, Map<string, QueuedAnswer[]>>();
  #isScheduled = false;
  /** True while an answer and its microtasks run, until the answer ends or first waits for an event. */
  #isWorking = false;
  /** Start of this turn's period, `TURN_PART_MS` long, in which answers to newly arrived requests may start. */
  #arrivalsFrom = 0;
  /** The turn starts queued answers until the time `#until`. At the time `#longAt`, the turn has lasted `LONG_TURN_MS`. */
  #until = 0;
  #longAt = 0;
  /** Processor time at the start of this turn. */
  #cpuMs = 0;

  constructor(options: AnswerTurnsOptions) {
    this.#options = options;
  }

  /** Starts an answer now or queues it for a later turn. @param getGroup returns the route name. */
  beginOrQueue(caller: string, getGroup: () => string, begin: Begin): void {
    const { readMonotonicMs, readCpuMs } = this.#options;
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      this.#arrivalsFrom = readMonotonicMs();
      setImmediate(this.#runTurn);
    }
    if (this.#canBeginNow(getGroup)) this.#beginAnswer(caller, begin, 0, () => {});
    else this.#enqueue(getGroup(), { caller, begin, since: readCpuMs() });
  }

  #canBeginNow(getGroup: () => string): boolean {
    const now = this.#options.readMonotonicMs();
    if (this.#isWorking || now - this.#arrivalsFrom >= TURN_PART_MS) return false;
    return this.#queues.size === 0 || now < this.#longAt || !this.#queues.has(getGroup());
  }

  #enqueue(group: string, waiting: QueuedAnswer): void {
    const callers = getOrAdd(this.#queues, group, () => new Map<string, QueuedAnswer[]>());
    getOrAdd(callers, waiting.caller, () => []).push(waiting);
  }

  readonly #runTurn = (): void => {
    const { readMonotonicMs, readCpuMs } = this.#options;
    if (this.#queues.size === 0) {
      this.#isScheduled = false;
      return;
    }
    const now = readMonotonicMs();
    this.#until = now + TURN_PART_MS;
    this.#longAt = now + LONG_TURN_MS;
    this.#cpuMs = readCpuMs();
    this.#beginQueued();
  };

  readonly #beginQueued = (): void => {
    const { readMonotonicMs } = this.#options;
    while (readMonotonicMs() < this.#until) {
      const next = this.#takeNext();
      if (next === undefined) break;
      const { caller, begin, since } = next;
      if (!this.#beginAnswer(caller, begin, this.#cpuMs - since, this.#beginQueued)) return;
    }
    this.#arrivalsFrom = readMonotonicMs();
    setImmediate(this.#runTurn);
  };

  /** Removes and returns the next queued answer, and moves its group and its caller to the end. */
  #takeNext(): QueuedAnswer | undefined {
    for (const [group, callers] of this.#queues) {
      this.#queues.delete(group);
      for (const [caller, queue] of callers) {
        callers.delete(caller);
        const next = queue.shift();
        if (queue.length > 0) callers.set(caller, queue);
        if (callers.size > 0) this.#queues.set(group, callers);
        return next;
      }
    }
    return undefined;
  }

  /**
   * @returns true if the answer is already complete. If not, calls `onRested` after the microtasks that the answer queued. The
   * answer has then ended or is waiting.
   */
  #beginAnswer(caller: string, begin: Begin, waitedMs: number, onRested: () => void): boolean {
    const { readMonotonicMs, charge } = this.#options;
    const from = readMonotonicMs();
    this.#isWorking = true;
    const isComplete = begin(waitedMs);
    charge(caller, from, readMonotonicMs());
    if (isComplete) this.#isWorking = false;
    else {
      // `process.nextTick` called from a microtask runs after all microtasks.
      queueMicrotask(() =>
        process.nextTick(() => {
          this.#isWorking = false;
          charge(caller, from, readMonotonicMs());
          onRested();
        }),
      );
    }
    return isComplete;
  }
}

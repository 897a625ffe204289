/**
 * Gives the event loop a turn between answers: those that fit into a few milliseconds are made in one turn, all others wait for later turns, and the
 * sockets of other callers are read in between. Routes take turns, and so do the callers of a route: a herd that asks one question delays nobody who
 * asks another.
 */

/** Milliseconds of a turn in which answers that waited begin, and again as many for answers to what arrives in it. */
const SHARE_MS = 4;
/** A turn that took so many milliseconds already begins nothing more of a route on which others wait; a shorter one does, so that a crowd delays nobody long. */
const LONG_MS = 15;

/** Begins an answer that waited for so many milliseconds of the loop's work. @returns whether it has been given at once. Does not throw. */
type Begin = (waitedMs: number) => boolean;

interface Waiting {
  readonly caller: string;
  readonly begin: Begin;
  /** Processor time of the loop's thread when it began to wait, in milliseconds. */
  readonly since: number;
}

interface AnswerTurnsOptions {
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** Milliseconds of processor time of the loop's thread: a process that was stopped keeps nobody waiting. */
  readonly cpuClock: () => number;
  /** Charges a caller with the time of the loop that an answer took, up to where it waits for something. */
  readonly charge: (caller: string, from: number, to: number) => void;
}

export class AnswerTurns {
  readonly #options: AnswerTurnsOptions;
  /** By group and caller; the group and the caller that had no turn for longest are first. */
  readonly #waiting = new Map<string, Map<string, Waiting[]>>();
  /** The next turn is scheduled. */
  #isScheduled = false;
  /** The answer that was begun last goes on in microtasks. */
  #isWorking = false;
  /** When the share of what arrives in this turn began. */
  #arrivalsFrom = 0;
  /** When the share of what waited ends in this turn, and when the turn is a long one. */
  #until = 0;
  #longAt = 0;
  /** Processor time at the beginning of this turn. */
  #cpuMs = 0;

  constructor(options: AnswerTurnsOptions) {
    this.#options = options;
  }

  /** Begins an answer now, or in a later turn. @param groupOf names the route. */
  take(caller: string, groupOf: () => string, begin: Begin): void {
    const { clock, cpuClock } = this.#options;
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      this.#arrivalsFrom = clock();
      setImmediate(this.#turn);
    }
    if (this.#hasRoom(groupOf)) this.#begin(caller, begin, 0, () => {});
    else this.#wait(groupOf(), { caller, begin, since: cpuClock() });
  }

  #hasRoom(groupOf: () => string): boolean {
    const now = this.#options.clock();
    if (this.#isWorking || now - this.#arrivalsFrom >= SHARE_MS) return false;
    return this.#waiting.size === 0 || now < this.#longAt || !this.#waiting.has(groupOf());
  }

  #wait(group: string, waiting: Waiting): void {
    const callers = this.#waiting.get(group) ?? new Map<string, Waiting[]>();
    this.#waiting.set(group, callers);
    const own = callers.get(waiting.caller);
    if (own === undefined) callers.set(waiting.caller, [waiting]);
    else own.push(waiting);
  }

  readonly #turn = (): void => {
    const { clock, cpuClock } = this.#options;
    if (this.#waiting.size === 0) {
      this.#isScheduled = false;
      return;
    }
    const now = clock();
    this.#until = now + SHARE_MS;
    this.#longAt = now + LONG_MS;
    this.#cpuMs = cpuClock();
    this.#beginWaiting();
  };

  readonly #beginWaiting = (): void => {
    const { clock } = this.#options;
    while (clock() < this.#until) {
      const next = this.#next();
      if (next === undefined) break;
      const { caller, begin, since } = next;
      if (!this.#begin(caller, begin, this.#cpuMs - since, this.#beginWaiting)) return;
    }
    this.#arrivalsFrom = clock();
    setImmediate(this.#turn);
  };

  /** The next of those that wait; its group and its caller are last now. */
  #next(): Waiting | undefined {
    for (const [group, callers] of this.#waiting) {
      this.#waiting.delete(group);
      for (const [caller, own] of callers) {
        callers.delete(caller);
        const next = own.shift();
        if (own.length > 0) callers.set(caller, own);
        if (callers.size > 0) this.#waiting.set(group, callers);
        return next;
      }
    }
    return undefined;
  }

  /** @returns whether the answer has been given. Otherwise it goes on in microtasks, and `rested` is called once it ends or waits for something. */
  #begin(caller: string, begin: Begin, waitedMs: number, rested: () => void): boolean {
    const { clock, charge } = this.#options;
    const from = clock();
    this.#isWorking = true;
    const isGiven = begin(waitedMs);
    charge(caller, from, clock());
    if (isGiven) this.#isWorking = false;
    else {
      // A tick that a microtask asks for comes when all microtasks are done.
      queueMicrotask(() =>
        process.nextTick(() => {
          this.#isWorking = false;
          charge(caller, from, clock());
          rested();
        }),
      );
    }
    return isGiven;
  }
}

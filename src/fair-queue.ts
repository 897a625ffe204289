/** Runs costly tasks one or a few at a time, its callers in turn: one who asks for much waits behind himself, not before others. */
import { UnavailableError } from "./errors.ts";

interface FairQueueOptions {
  /** Tasks that run at once. */
  readonly concurrency: number;
  /** Tasks of one caller that may wait, and those of all. */
  readonly waitingOfCaller: number;
  readonly waiting: number;
  /** Which of a caller's own tasks comes next: the oldest, or the newest, where a later question makes the ones before it needless. */
  readonly order: "oldest first" | "newest first";
}

/** Begins a task that waits. */
type Begin = () => void;

const TRY_AGAIN_SECONDS = 2;

export class FairQueue {
  readonly #options: FairQueueOptions;
  /** Waiting tasks by caller; the caller whose turn is next comes first. */
  readonly #waiting = new Map<string, Begin[]>();
  #waitingCount = 0;
  #running = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /**
   * @param caller identity of who asks, as the rate limiter names it.
   * @returns what the task returns. @throws what it throws; {UnavailableError} code `service_unavailable` when too many tasks wait.
   */
  async run<T>(caller: string, task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#options.concurrency) await this.#turn(caller);
    else this.#running += 1;
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  #turn(caller: string): Promise<void> {
    const { waiting, waitingOfCaller } = this.#options;
    const own = this.#waiting.get(caller) ?? [];
    if (own.length >= waitingOfCaller || this.#waitingCount >= waiting) {
      const whose = own.length >= waitingOfCaller ? "of yours " : "";
      const detail = `Too many costly questions ${whose}wait for an answer.`;
      throw new UnavailableError("service_unavailable", detail, TRY_AGAIN_SECONDS);
    }
    this.#waitingCount += 1;
    return new Promise((begin) => {
      own.push(begin);
      this.#waiting.set(caller, own);
    });
  }

  /** Hands the place of a task that has ended to the next caller. */
  #next(): void {
    const [entry] = this.#waiting;
    if (entry === undefined) {
      this.#running -= 1;
      return;
    }
    const [caller, tasks] = entry;
    const begin = this.#options.order === "oldest first" ? tasks.shift() : tasks.pop();
    this.#waiting.delete(caller);
    // Behind all others, who have waited longer.
    if (tasks.length > 0) this.#waiting.set(caller, tasks);
    this.#waitingCount -= 1;
    begin?.();
  }
}

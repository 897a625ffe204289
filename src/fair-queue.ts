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

interface Waiting {
  begin(): void;
  refuse(error: UnavailableError): void;
}

const TRY_AGAIN_SECONDS = 2;

export class FairQueue {
  readonly #options: FairQueueOptions;
  /** Waiting tasks by caller; the caller whose turn is next comes first. */
  readonly #waiting = new Map<string, Waiting[]>();
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
    if (own.length >= waitingOfCaller) throw tooMany("of yours ");
    if (this.#waitingCount >= waiting) this.#makeRoom(own.length);
    this.#waitingCount += 1;
    return new Promise((begin, refuse) => {
      own.push({ begin, refuse });
      this.#waiting.set(caller, own);
    });
  }

  /** Refuses the last task of the caller who has most, so that a few callers cannot fill the queue. @param own tasks of who needs the room. */
  #makeRoom(own: number): void {
    let most: Waiting[] = [];
    for (const tasks of this.#waiting.values()) if (tasks.length > most.length) most = tasks;
    if (most.length <= own + 1) throw tooMany("");
    const last = this.#options.order === "oldest first" ? most.pop() : most.shift();
    this.#waitingCount -= 1;
    last?.refuse(tooMany("of yours "));
  }

  /** Hands the place of a task that has ended to the next caller. */
  #next(): void {
    const [entry] = this.#waiting;
    if (entry === undefined) {
      this.#running -= 1;
      return;
    }
    const [caller, tasks] = entry;
    const next = this.#options.order === "oldest first" ? tasks.shift() : tasks.pop();
    this.#waiting.delete(caller);
    // It goes behind all others, who have waited longer.
    if (tasks.length > 0) this.#waiting.set(caller, tasks);
    this.#waitingCount -= 1;
    next?.begin();
  }
}

function tooMany(whose: "" | "of yours "): UnavailableError {
  const detail = `Too many costly questions ${whose}wait for an answer.`;
  return new UnavailableError("service_unavailable", detail, TRY_AGAIN_SECONDS);
}

/**
 * Runs costly tasks one or a few at a time, its callers in turn: one who asks for much waits behind himself, not before others. A caller who has
 * had no turn lately comes before those who have, so that one question does not wait for a turn of each who asks without end.
 */
import { LRUCache } from "lru-cache";
import { UnavailableError } from "./errors.ts";
import { nextTurn } from "./next-turn.ts";

interface FairQueueOptions {
  /** Tasks that run at once. */
  readonly concurrency: number;
  /** Tasks of one caller that may wait, and those of all. */
  readonly waitingOfCaller: number;
  readonly waiting: number;
  /** The order of a caller's own tasks. `newest first` is for questions that make the earlier ones needless. */
  readonly order: "oldest first" | "newest first";
}

interface QueuedTask {
  begin(): void;
  refuse(error: UnavailableError): void;
}

/** Tasks of one caller that wait, and his place among the callers: the least is next. */
interface Line {
  readonly place: number;
  readonly tasks: QueuedTask[];
}

/**
 * So many turns a caller is moved forward who has had none for as long. It is bounded, so that new callers without end keep nobody waiting for
 * ever.
 */
const MOVED_FORWARD = 32;
const TRY_AGAIN_SECONDS = 2;

export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #waiting = new Map<string, Line>();
  /** Callers who have had a turn lately. */
  readonly #served = new LRUCache<string, true>({ max: MOVED_FORWARD });
  #turns = 0;
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
    else {
      this.#running += 1;
      this.#turnOf(caller);
    }
    try {
      return await task();
    } finally {
      this.#next();
    }
  }

  #turn(caller: string): Promise<void> {
    const { waiting, waitingOfCaller } = this.#options;
    const line = this.#waiting.get(caller) ?? { place: this.#nextPlace(caller), tasks: [] };
    const own = line.tasks;
    if (own.length >= waitingOfCaller) throw tooMany("of yours ");
    if (this.#waitingCount >= waiting) this.#makeRoom(own.length);
    this.#waitingCount += 1;
    return new Promise((begin, refuse) => {
      own.push({ begin, refuse });
      this.#waiting.set(caller, line);
    });
  }

  /** Refuses the last task of the caller who has most, so that a few callers cannot fill the queue. @param own tasks of who needs the room. */
  #makeRoom(own: number): void {
    let most: QueuedTask[] = [];
    for (const { tasks } of this.#waiting.values()) if (tasks.length > most.length) most = tasks;
    if (most.length <= own + 1) throw tooMany("");
    const last = this.#options.order === "oldest first" ? most.pop() : most.shift();
    this.#waitingCount -= 1;
    last?.refuse(tooMany("of yours "));
  }

  /** Hands the place of a task that has ended to the next caller, in a turn of its own: what the caller of the one that has ended does next is in this one. */
  #next(): void {
    let next: readonly [string, Line] | undefined;
    for (const entry of this.#waiting) if (next === undefined || entry[1].place < next[1].place) next = entry;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    const [caller, { tasks }] = next;
    const task = this.#options.order === "oldest first" ? tasks.shift() : tasks.pop();
    this.#turnOf(caller);
    this.#waiting.delete(caller);
    if (tasks.length > 0) this.#waiting.set(caller, { place: this.#nextPlace(caller), tasks });
    this.#waitingCount -= 1;
    if (task !== undefined) void nextTurn().then(task.begin);
  }

  #turnOf(caller: string): void {
    this.#turns += 1;
    this.#served.set(caller, true);
  }

  /** A caller's place is behind all who wait already, unless the caller has had no turn lately. */
  #nextPlace(caller: string): number {
    return this.#served.has(caller) ? this.#turns : this.#turns - MOVED_FORWARD;
  }
}

function tooMany(whose: "" | "of yours "): UnavailableError {
  const detail = `Too many costly questions ${whose}wait for an answer.`;
  return new UnavailableError("service_unavailable", detail, TRY_AGAIN_SECONDS);
}

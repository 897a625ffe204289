/**
 * Runs costly tasks one or a few at a time. Callers take turns: many tasks of one caller delay only that caller. A caller without
 * a recent turn goes first. So a single request does not wait behind callers who send requests nonstop.
 */
import { LRUCache } from "lru-cache";
import { UnavailableError } from "./errors.ts";
import { awaitNextTurn } from "./next-turn.ts";

interface FairQueueOptions {
  /** Number of tasks that run at once. */
  readonly concurrency: number;
  /** Maximum number of waiting tasks, per caller and in total. */
  readonly waitingOfCaller: number;
  readonly waiting: number;
  /** The order of a caller's own tasks. Use `newest first` when a newer request makes the earlier ones obsolete. */
  readonly order: "oldest first" | "newest first";
}

interface QueuedTask {
  begin(): void;
  refuse(error: UnavailableError): void;
}

/** The waiting tasks of one caller, and the caller's position in the queue; the lowest position is next. */
interface CallerTasks {
  readonly position: number;
  readonly tasks: QueuedTask[];
}

// A caller without a recent turn moves forward by this number of positions. A fixed number keeps an endless stream of new callers
// from starving the others. A turn is recent if the caller is among the last `MOVED_FORWARD` callers that had a turn.
const MOVED_FORWARD = 32;
const TRY_AGAIN_SECONDS = 2;

export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #waiting = new Map<string, CallerTasks>();
  /** Callers with a recent turn. */
  readonly #served = new LRUCache<string, true>({ max: MOVED_FORWARD });
  #turns = 0;
  #waitingCount = 0;
  #running = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /**
   * @param caller identity of the caller, as the rate limiter names it.
   * @returns the task's result. @throws the task's error; {UnavailableError} `service_unavailable` if too many tasks wait.
   */
  async run<T>(caller: string, task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#options.concurrency) await this.#waitForTurn(caller);
    else {
      this.#running += 1;
      this.#recordTurn(caller);
    }
    try {
      return await task();
    } finally {
      this.#startNext();
    }
  }

  #waitForTurn(caller: string): Promise<void> {
    const { waiting, waitingOfCaller } = this.#options;
    const line = this.#waiting.get(caller) ?? { position: this.#computePosition(caller), tasks: [] };
    const ownTasks = line.tasks;
    if (ownTasks.length >= waitingOfCaller) throw createQueueFullError("of yours ");
    if (this.#waitingCount >= waiting) this.#rejectTaskToMakeRoom(ownTasks.length);
    this.#waitingCount += 1;
    return new Promise((begin, refuse) => {
      ownTasks.push({ begin, refuse });
      this.#waiting.set(caller, line);
    });
  }

  /**
   * Rejects a task of the caller with the most tasks: the task that would run last. So a few callers cannot fill the queue.
   * @param ownCount number of waiting tasks of the caller that needs room.
   */
  #rejectTaskToMakeRoom(ownCount: number): void {
    let most: QueuedTask[] = [];
    for (const { tasks } of this.#waiting.values()) if (tasks.length > most.length) most = tasks;
    if (most.length <= ownCount + 1) throw createQueueFullError("");
    const last = this.#options.order === "oldest first" ? most.pop() : most.shift();
    this.#waitingCount -= 1;
    last?.refuse(createQueueFullError("of yours "));
  }

  /** Starts the next caller's task in a new turn of the event loop. So the finished task's caller continues first. */
  #startNext(): void {
    let next: readonly [string, CallerTasks] | undefined;
    for (const entry of this.#waiting) if (next === undefined || entry[1].position < next[1].position) next = entry;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    const [caller, { tasks }] = next;
    const task = this.#options.order === "oldest first" ? tasks.shift() : tasks.pop();
    this.#recordTurn(caller);
    this.#waiting.delete(caller);
    if (tasks.length > 0) this.#waiting.set(caller, { position: this.#computePosition(caller), tasks });
    this.#waitingCount -= 1;
    if (task !== undefined) void awaitNextTurn().then(task.begin);
  }

  #recordTurn(caller: string): void {
    this.#turns += 1;
    this.#served.set(caller, true);
  }

  /** A caller queues behind all waiting callers; a caller without a recent turn then moves forward. */
  #computePosition(caller: string): number {
    return this.#served.has(caller) ? this.#turns : this.#turns - MOVED_FORWARD;
  }
}

function createQueueFullError(whose: "" | "of yours "): UnavailableError {
  const detail = `Too many costly requests ${whose}are already waiting.`;
  return new UnavailableError("service_unavailable", detail, TRY_AGAIN_SECONDS);
}

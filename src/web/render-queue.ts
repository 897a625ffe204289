/** Renders one page after another, with a turn of the event loop before each, so that the API answers in between. */
import { setImmediate } from "node:timers/promises";
import { UnavailableError } from "../errors.ts";

/** Pages that may wait; of 10 ms each the last waits for 2.5 s. */
const MOST_WAITING = 250;
const RETRY_SECONDS = 2;

export class RenderQueue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** @throws {UnavailableError} code `service_unavailable` when too many wait. */
  async run<T>(render: () => T | Promise<T>): Promise<T> {
    if (this.#waiting >= MOST_WAITING) {
      throw new UnavailableError("service_unavailable", "Too many pages wait to be made.", RETRY_SECONDS);
    }
    this.#waiting += 1;
    const made = this.#last.then(() => setImmediate()).then(render);
    this.#last = made.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await made;
    } finally {
      this.#waiting -= 1;
    }
  }
}

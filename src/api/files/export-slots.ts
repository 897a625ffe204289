import { ProblemError } from "../../http/failures.ts";

/** Maximum number of concurrent exports per key. */
export const EXPORTS_AT_ONCE = 2;

/** `Retry-After` of a 429. The actual wait for a slot is unknown, since a download takes seconds or minutes. */
const RETRY_SECONDS = 5;

/** Counts the running exports of each key, from the request to the last byte. */
export class ExportSlots {
  readonly #most: number;
  readonly #inUse = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** @returns a function that releases the slot, once. @throws {ProblemError} 429 when no slot is free. */
  takeSlot(keyId: string): () => void {
    const inUse = this.#inUse.get(keyId) ?? 0;
    if (inUse >= this.#most) {
      throw new ProblemError({
        code: "rate_limit_exceeded",
        detail: `A key may have ${this.#most} exports running at the same time. Wait until one has finished.`,
        retryAfterSeconds: RETRY_SECONDS,
        // No window: the limit is on concurrent exports.
        extra: { retry_after: RETRY_SECONDS, limit: this.#most, window_seconds: 0, violated_policies: ["exports"] },
      });
    }
    this.#inUse.set(keyId, inUse + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const left = (this.#inUse.get(keyId) ?? 1) - 1;
      if (left > 0) this.#inUse.set(keyId, left);
      else this.#inUse.delete(keyId);
    };
  }
}

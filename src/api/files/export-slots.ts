import { ProblemError } from "../../http/failures.ts";

/** Exports that a key may have under way at the same time. */
export const EXPORTS_AT_ONCE = 2;

/** A download ends in seconds or in minutes: nobody knows. */
const RETRY_SECONDS = 5;

/** Exports that each key has under way, from the request to the last byte. */
export class ExportSlots {
  readonly #most: number;
  readonly #taken = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** @returns what gives the place back, once. @throws {ProblemError} 429 when there is none left. */
  take(keyId: string): () => void {
    const taken = this.#taken.get(keyId) ?? 0;
    if (taken >= this.#most) {
      throw new ProblemError({
        code: "rate_limit_exceeded",
        detail: `A key may have ${this.#most} exports under way at the same time; wait until one has ended.`,
        retryAfterSeconds: RETRY_SECONDS,
        // No window: what counts is what is under way now.
        extra: { retry_after: RETRY_SECONDS, limit: this.#most, window_seconds: 0, violated_policies: ["exports"] },
      });
    }
    this.#taken.set(keyId, taken + 1);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const left = (this.#taken.get(keyId) ?? 1) - 1;
      if (left > 0) this.#taken.set(keyId, left);
      else this.#taken.delete(keyId);
    };
  }
}

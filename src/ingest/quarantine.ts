/** When a run cannot be trusted without a person: a site that changed its forms makes many documents unreadable at once. */
import type { FilingOutcome } from "../store/store.ts";

/** Fewer documents say nothing of the run. */
const LEAST_DOCUMENTS = 50;
const LARGEST_SHARE = 0.02;

/** Watches what a run's documents come to, in the order in which they are read. */
export class Quarantine {
  #documents = 0;
  #unreadable = 0;

  note({ state }: Pick<FilingOutcome, "state">): void {
    if (state === "missing_document") return;
    this.#documents += 1;
    if (state === "unreadable") this.#unreadable += 1;
  }

  /** Whether it is too early to tell: more documents may show that the run is to be held. */
  undecided(): boolean {
    return this.#documents < LEAST_DOCUMENTS && this.#isLarge();
  }

  /** Why what the run publishes now is to be held; null when it is not. */
  doubt(): string | null {
    if (this.#documents < LEAST_DOCUMENTS || !this.#isLarge()) return null;
    return `Of the ${this.#documents} documents that the run has read so far, ${this.#unreadable} could not be read, and with more than 2 % nothing is published without a person's approval.`;
  }

  #isLarge(): boolean {
    return this.#unreadable > this.#documents * LARGEST_SHARE;
  }
}

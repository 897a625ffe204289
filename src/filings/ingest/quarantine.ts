/** Counts what a run's documents come to, so that a run that cannot be trusted is held. */
import type { FilingOutcome } from "../../store/publication.ts";
import { runVerdict, unreadableReason } from "./publication-policy.ts";

/** Watches what a run's documents come to, in the order in which they are read. */
export class Quarantine {
  #documents = 0;
  #unreadable = 0;

  note({ state }: Pick<FilingOutcome, "state">): void {
    if (state === "missing_document") return;
    this.#documents += 1;
    if (state === "unreadable") this.#unreadable += 1;
  }

  /** True if it is too early to decide: more documents may show that the run is to be held. */
  undecided(): boolean {
    return runVerdict(this.#documents, this.#unreadable) === "wait";
  }

  /** Reason for which the run's next publications are to be held; null when it is not. */
  doubt(): string | null {
    const isHeld = runVerdict(this.#documents, this.#unreadable) === "hold";
    return isHeld ? unreadableReason(this.#documents, this.#unreadable) : null;
  }
}

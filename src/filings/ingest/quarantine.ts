/** Counts the outcomes of a run's documents, so that the publications of an untrustworthy run are held. */
import type { FilingOutcome } from "../../store/publication.ts";
import { explainTooManyUnread, judgeRun } from "./publication-policy.ts";

export class Quarantine {
  #documents = 0;
  #unreadable = 0;

  countOutcome({ state }: Pick<FilingOutcome, "state">): void {
    if (state === "missing_document") return;
    this.#documents += 1;
    if (state === "unreadable") this.#unreadable += 1;
  }

  /** Returns true if it is too early to decide: further documents may show that the run must be held. */
  isUndecided(): boolean {
    return judgeRun(this.#documents, this.#unreadable) === "wait";
  }

  /** Returns why the run's next publications must be held; null if they need not be. */
  findHoldReason(): string | null {
    const isHeld = judgeRun(this.#documents, this.#unreadable) === "hold";
    return isHeld ? explainTooManyUnread(this.#documents, this.#unreadable) : null;
  }
}

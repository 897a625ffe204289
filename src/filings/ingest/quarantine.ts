/** Counts a run's documents. If too many are unreadable, the run's next publications wait for a person's approval. */
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

  /** Returns true if it is too early to decide. Further documents may show that the run's publications need approval. */
  isUndecided(): boolean {
    return judgeRun(this.#documents, this.#unreadable) === "wait";
  }

  /** Returns why the run's next publications need a person's approval. Null if no approval is needed. */
  findHoldReason(): string | null {
    const isHeld = judgeRun(this.#documents, this.#unreadable) === "hold";
    return isHeld ? explainTooManyUnread(this.#documents, this.#unreadable) : null;
  }
}

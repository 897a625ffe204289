import type { SourceProgress } from "../ingest/run.ts";

type Progress = readonly Readonly<SourceProgress>[];

interface RunEvents {
  runStarted(): void;
  progressed(progress: Progress): void;
  runEnded(progress: Progress, askedAgainAt: Date | null): void;
}

/** Remembers how far the run under way is, and when sources that failed are asked again, for the pages. */
export class ProgressWatch {
  #current: { readonly progress: Progress; readonly askedAgainAt: Date | null } = { progress: [], askedAgainAt: null };

  /** `progress` is empty when no run is under way. */
  get current(): { readonly progress: Progress; readonly askedAgainAt: Date | null } {
    return this.#current;
  }

  /** The same handlers, with a look at what they are told. */
  watching<E extends RunEvents>(events: E): E {
    return {
      ...events,
      runStarted: () => {
        this.#current = { progress: [], askedAgainAt: null };
        events.runStarted();
      },
      progressed: (progress) => {
        this.#current = { progress, askedAgainAt: null };
        events.progressed(progress);
      },
      runEnded: (progress, askedAgainAt) => {
        this.#current = { progress: [], askedAgainAt };
        events.runEnded(progress, askedAgainAt);
      },
    };
  }
}

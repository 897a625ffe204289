import type { SourceProgress } from "../ingest/run.ts";

type Progress = readonly Readonly<SourceProgress>[];

interface RunEvents {
  progressed(progress: Progress): void;
  runEnded(progress: Progress): void;
}

/** Remembers how far the run under way is, for the pages. */
export class ProgressWatch {
  #current: Progress = [];

  /** Empty when no run is under way. */
  get current(): Progress {
    return this.#current;
  }

  /** The same handlers, with a look at what they are told. */
  watching<E extends RunEvents>(events: E): E {
    return {
      ...events,
      progressed: (progress) => {
        this.#current = progress;
        events.progressed(progress);
      },
      runEnded: (progress) => {
        this.#current = [];
        events.runEnded(progress);
      },
    };
  }
}

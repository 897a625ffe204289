/** The runs of a service, and the handling of their messages. */
import type { Config } from "../../base/config.ts";
import type { Logger } from "../../base/log.ts";
import { DATA_RELEASE } from "../../domain/data-release.ts";
import { nothingReached } from "../../domain/source-condition.ts";
import type { ScanProgress } from "../../filings/ingest/read-scans.ts";
import type { SourceProgress } from "../../filings/ingest/run.ts";
import { Runs } from "../../filings/ingest/runs.ts";
import type { CoverageHolder } from "../../publication/dataset/coverage-holder.ts";
import type { DatasetHolder } from "../../publication/dataset/holder.ts";
import type { Store } from "../../store/store.ts";
import type { PublishedData } from "./published-data.ts";
import type { trackReadiness } from "./readiness.ts";
import type { ServedPrices } from "./served-prices.ts";

type Progress = readonly Readonly<SourceProgress>[];

export interface ServiceEvents {
  runStarted(): void;
  progressed(progress: Progress): void;
  /** @param askedAgainAt when the sources are retried because one of them failed, else null. */
  runEnded(progress: Progress, askedAgainAt: Date | null): void;
  scanning(progress: Readonly<ScanProgress>): void;
  scansRead(progress: Readonly<ScanProgress>): void;
}

interface FollowingParts {
  readonly datasets: DatasetHolder;
  readonly published: PublishedData;
  readonly readiness: Awaited<ReturnType<typeof trackReadiness>>;
  readonly coverage: CoverageHolder;
  readonly prices: ServedPrices;
}

interface RunParts {
  readonly store: Store;
  readonly stop: AbortController;
  readonly events: ServiceEvents;
  readonly following: FollowingParts;
}

export function openRuns(config: Config, log: Logger, { store, stop, events, following }: RunParts): Runs {
  const isOutOfDate = async () => (await store.dataRelease.current()) < DATA_RELEASE;
  const isUnreached = async (since: Date) => nothingReached(await store.sources.all(), since);
  return new Runs({ config, log, stop: stop.signal, isOutOfDate, isUnreached, events: runsEvents(events, following) });
}

/** Handlers of a run's messages. */
function runsEvents(
  events: ServiceEvents,
  { datasets, published, readiness, coverage, prices }: FollowingParts,
): ConstructorParameters<typeof Runs>[0]["events"] {
  return {
    started: events.runStarted,
    progressed: events.progressed,
    published: () => published.takeOver(),
    referenced: () => void prices.reloadListed().catch(published.failed),
    async ended(progress, askedAgainAt) {
      await readiness.refresh();
      await coverage.refresh();
      await datasets.reload();
      events.runEnded(progress, askedAgainAt);
      void published.archive();
    },
    scanning: events.scanning,
    async scanned(progress) {
      await datasets.reload();
      events.scansRead(progress);
      void published.archive();
    },
  };
}

type RunEvents = Pick<ServiceEvents, "runStarted" | "progressed" | "runEnded">;

/** Tracks the progress of the current run, for the pages. */
export class ProgressWatch {
  #current: Progress = [];

  /** Empty if no run is active. */
  get current(): Progress {
    return this.#current;
  }

  /** The same handlers, which also record their progress. */
  watching<E extends RunEvents>(events: E): E {
    return {
      ...events,
      runStarted: () => {
        this.#current = [];
        events.runStarted();
      },
      progressed: (progress) => {
        this.#current = progress;
        events.progressed(progress);
      },
      runEnded: (progress, askedAgainAt) => {
        this.#current = [];
        events.runEnded(progress, askedAgainAt);
      },
    };
  }
}

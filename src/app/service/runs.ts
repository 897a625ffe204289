/** Creates the ingest runs of a service, and handles the events of the runs. */
import type { Config } from "../../base/config.ts";
import type { Logger } from "../../base/log.ts";
import { DATA_RELEASE } from "../../domain/data-release.ts";
import { isNetworkDown } from "../../domain/source-condition.ts";
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
  onRunStart(): void;
  onProgress(progress: Progress): void;
  /** @param nextAttemptAt time at which the sources are retried because one of them failed, else null. */
  onRunEnd(progress: Progress, nextAttemptAt: Date | null): void;
  onScanning(progress: Readonly<ScanProgress>): void;
  onScansRead(progress: Readonly<ScanProgress>): void;
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

export function createRuns(config: Config, log: Logger, { store, stop, events, following }: RunParts): Runs {
  const isOutOfDate = async () => (await store.dataRelease.read()) < DATA_RELEASE;
  const wereSourcesUnreachable = async (since: Date) => isNetworkDown(await store.sources.listAll(), since);
  return new Runs({
    config,
    log,
    stop: stop.signal,
    isOutOfDate,
    wereSourcesUnreachable,
    events: createRunCallbacks(events, following),
  });
}

function createRunCallbacks(
  events: ServiceEvents,
  { datasets, published, readiness, coverage, prices }: FollowingParts,
): ConstructorParameters<typeof Runs>[0]["events"] {
  return {
    onStarted: events.onRunStart,
    onProgress: events.onProgress,
    onPublished: () => published.announcePublication(),
    onReference: () => void prices.reloadListedSymbols().catch(published.logFailure),
    async onEnded(progress, nextAttemptAt) {
      await readiness.refresh();
      await coverage.refresh();
      await datasets.reload();
      events.onRunEnd(progress, nextAttemptAt);
      void published.archiveNewestVersion();
    },
    onScanning: events.onScanning,
    async onScanned(progress) {
      await datasets.reload();
      events.onScansRead(progress);
      void published.archiveNewestVersion();
    },
  };
}

type RunEvents = Pick<ServiceEvents, "onRunStart" | "onProgress" | "onRunEnd">;

/** Tracks the progress of the current run, for the pages. */
export class ProgressWatch {
  #current: Progress = [];

  /** Empty if no run is active. */
  get current(): Progress {
    return this.#current;
  }

  /** Returns event handlers that call these handlers and also record the run's progress. */
  wrapEventsWithRecording<E extends RunEvents>(events: E): E {
    return {
      ...events,
      onRunStart: () => {
        this.#current = [];
        events.onRunStart();
      },
      onProgress: (progress) => {
        this.#current = progress;
        events.onProgress(progress);
      },
      onRunEnd: (progress, nextAttemptAt) => {
        this.#current = [];
        events.onRunEnd(progress, nextAttemptAt);
      },
    };
  }
}

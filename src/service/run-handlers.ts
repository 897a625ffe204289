/** Runs of this service, and how it follows their messages. */
import type { Config } from "../config.ts";
import type { DatasetHolder } from "../dataset/holder.ts";
import { DATA_RELEASE } from "../domain/data-release.ts";
import { nothingReached } from "../domain/source-condition.ts";
import type { ScanProgress } from "../ingest/read-scans.ts";
import type { SourceProgress } from "../ingest/run.ts";
import { Runs } from "../ingest/runs.ts";
import type { Logger } from "../log.ts";
import type { Store } from "../store/store.ts";
import type { PublishedData } from "./published-data.ts";
import type { trackReadiness } from "./readiness.ts";

export interface ServiceEvents {
  runStarted(): void;
  progressed(progress: readonly Readonly<SourceProgress>[]): void;
  /** @param askedAgainAt when the sources are asked again because one of them failed, else null. */
  runEnded(progress: readonly Readonly<SourceProgress>[], askedAgainAt: Date | null): void;
  scanning(progress: Readonly<ScanProgress>): void;
  scansRead(progress: Readonly<ScanProgress>): void;
}

interface FollowingParts {
  readonly datasets: DatasetHolder;
  readonly published: PublishedData;
  readonly readiness: Awaited<ReturnType<typeof trackReadiness>>;
  readonly countAnew: () => Promise<void>;
  /** Called when members and securities were fetched anew. */
  readonly referenced: () => void;
}

interface RunParts {
  readonly store: Store;
  readonly stop: AbortController;
  readonly events: ServiceEvents;
  readonly follow: FollowingParts;
}

export function openRuns(config: Config, log: Logger, { store, stop, events, follow }: RunParts): Runs {
  const isOutOfDate = async () => (await store.dataRelease.current()) < DATA_RELEASE;
  const isUnreached = async (since: Date) => nothingReached(await store.sources.all(), since);
  return new Runs({ config, log, stop: stop.signal, isOutOfDate, isUnreached, events: runsEvents(events, follow) });
}

/** Handlers of a run's messages. */
function runsEvents(
  events: ServiceEvents,
  { datasets, published, readiness, countAnew, referenced }: FollowingParts,
): ConstructorParameters<typeof Runs>[0]["events"] {
  return {
    started: events.runStarted,
    progressed: events.progressed,
    published: () => published.takeOver(),
    referenced,
    async ended(progress, askedAgainAt) {
      await readiness.refresh();
      await countAnew();
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

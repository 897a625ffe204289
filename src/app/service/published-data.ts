/** Follows what is published, by a run of this service or by another process: serves it, archives it and prepares its exports. */
import type { Config } from "../../base/config.ts";
import type { Logger } from "../../base/log.ts";
import type { CoverageHolder } from "../../publication/dataset/coverage-holder.ts";
import type { DatasetHolder } from "../../publication/dataset/holder.ts";
import { keepVersion } from "../../publication/export/downloads.ts";
import type { SharedStore } from "../../store/redis/shared-store.ts";
import { createCdnPurge } from "./cdn-purge.ts";
import type { PublishedFiles } from "./files.ts";
import type { Senders } from "./senders.ts";

/** Time in milliseconds after which archiving is tried again when the disk was full. */
const ARCHIVE_AGAIN_MS = 60_000;

interface PublishedDataParts {
  readonly datasets: DatasetHolder;
  readonly files: Pick<PublishedFiles, "downloads" | "dataFilesMaker">;
  readonly coverage: CoverageHolder;
  readonly senders: Pick<Senders, "wake">;
  /** Null: no other process serves the same data. */
  readonly sharedStore: SharedStore | null;
}

export class PublishedData {
  readonly #parts: PublishedDataParts;
  readonly #log: Logger;
  /** Tells a CDN that a version was published; null where there is none. */
  readonly #purge: (() => Promise<void>) | null;
  #archived = "";
  #archiveAgainAt = 0;
  #archiving: Promise<void> = Promise.resolve();

  constructor(config: Config, log: Logger, parts: PublishedDataParts) {
    this.#parts = parts;
    this.#log = log;
    this.#purge = createCdnPurge(config, log);
    parts.sharedStore?.hear("version", () => void this.takeOverOthers());
  }

  /** A run of this service has published. */
  takeOver(): void {
    const { datasets, senders, sharedStore } = this.#parts;
    sharedStore?.tell("version", "");
    senders.wake();
    void datasets.reload().catch(this.failed);
  }

  /** Another process may have published (`approve`, a person's decision). */
  async takeOverOthers(): Promise<void> {
    const { datasets, senders } = this.#parts;
    try {
      const before = datasets.current().version;
      if ((await datasets.reload()).version !== before) senders.wake();
    } catch (error) {
      this.failed(error);
    }
  }

  /** False for a while after `archive` has failed. */
  mayArchive(): boolean {
    return performance.now() >= this.#archiveAgainAt;
  }

  /** Takes over what is published, archives it and prepares its exports. */
  archive(): Promise<void> {
    this.#archiving = this.#archiving.then(() => this.#archiveCurrent());
    return this.#archiving;
  }

  /** Makes the returns again when other prices are stored since; the version's other files stay as they are. */
  async refreshReturns(): Promise<void> {
    const { datasets, files } = this.#parts;
    const { version, publishedAt } = datasets.current();
    if (publishedAt !== null && (await files.dataFilesMaker.make(version))) await this.#purge?.();
  }

  /** Resolves when nothing is being archived. */
  idle(): Promise<void> {
    return this.#archiving;
  }

  readonly failed = (error: unknown): void => {
    this.#log.error({ err: error }, "what was published could not be taken over");
  };

  async #archiveCurrent(): Promise<void> {
    const { datasets, files, coverage } = this.#parts;
    try {
      const dataset = await datasets.reload();
      if (dataset.version === this.#archived) return;
      if (dataset.publishedAt !== null) {
        void this.#purge?.();
        // Nothing waits for them.
        void files.dataFilesMaker.make(dataset.version).then(() => this.#purge?.());
      }
      await coverage.refresh();
      if (await keepVersion(files.downloads, dataset, coverage.current())) this.#archived = dataset.version;
      else this.#archiveAgainAt = performance.now() + ARCHIVE_AGAIN_MS;
    } catch (error) {
      this.#archiveAgainAt = performance.now() + ARCHIVE_AGAIN_MS;
      this.#log.error({ err: error }, "what is published could not be taken over or archived");
    }
  }
}

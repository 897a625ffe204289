/** Follows publications by this service or other processes: serves and archives new versions and prepares their exports. */
import type { Config } from "../../base/config.ts";
import type { Logger } from "../../base/log.ts";
import type { CoverageHolder } from "../../publication/dataset/coverage-holder.ts";
import type { DatasetHolder } from "../../publication/dataset/holder.ts";
import { archiveVersion } from "../../publication/export/downloads.ts";
import type { SharedStore } from "../../store/redis/shared-store.ts";
import { createCdnPurge } from "./cdn-purge.ts";
import type { PublishedFiles } from "./files.ts";
import type { Senders } from "./senders.ts";

/** Delay in milliseconds before archiving is retried after a failure, such as a full disk. */
const ARCHIVE_AGAIN_MS = 60_000;

interface PublishedDataParts {
  readonly datasets: DatasetHolder;
  readonly files: Pick<PublishedFiles, "downloads" | "dataFilesMaker">;
  readonly coverage: CoverageHolder;
  readonly senders: Pick<Senders, "wakeSenders">;
  /** Notifies other processes that serve the same data; null if there are none. */
  readonly sharedStore: SharedStore | null;
}

export class PublishedData {
  readonly #parts: PublishedDataParts;
  readonly #log: Logger;
  /** Purges the CDN; null without a CDN. */
  readonly #purge: (() => Promise<void>) | null;
  #archived = "";
  #archiveAgainAt = 0;
  #archiving: Promise<void> = Promise.resolve();

  constructor(config: Config, log: Logger, parts: PublishedDataParts) {
    this.#parts = parts;
    this.#log = log;
    this.#purge = createCdnPurge(config, log);
    parts.sharedStore?.onMessage("version", () => void this.serveNewestVersion());
  }

  /** Serves and announces a version that a run of this service has published. */
  announcePublication(): void {
    const { datasets, senders, sharedStore } = this.#parts;
    sharedStore?.sendToAll("version", "");
    senders.wakeSenders();
    void datasets.reload().catch(this.logFailure);
  }

  /** Serves the newest version, which another process may have published (`approve`, a review decision). */
  async serveNewestVersion(): Promise<void> {
    const { datasets, senders } = this.#parts;
    try {
      const before = datasets.getCurrent().version;
      if ((await datasets.reload()).version !== before) senders.wakeSenders();
    } catch (error) {
      this.logFailure(error);
    }
  }

  /** False for one minute after archiving has failed. */
  mayArchive(): boolean {
    return performance.now() >= this.#archiveAgainAt;
  }

  /** Loads the current version, archives it and prepares its exports. */
  archiveNewestVersion(): Promise<void> {
    this.#archiving = this.#archiving.then(() => this.#archiveCurrent());
    return this.#archiving;
  }

  /** Rebuilds the returns if the stored prices have changed; the version's other files stay as they are. */
  async updateFilesForReturns(): Promise<void> {
    const { datasets, files } = this.#parts;
    const { version, publishedAt } = datasets.getCurrent();
    if (publishedAt !== null && (await files.dataFilesMaker.updateFiles(version))) await this.#purge?.();
  }

  waitUntilArchived(): Promise<void> {
    return this.#archiving;
  }

  readonly logFailure = (error: unknown): void => {
    this.#log.error({ err: error }, "the new version could not be loaded");
  };

  async #archiveCurrent(): Promise<void> {
    const { datasets, files, coverage } = this.#parts;
    try {
      const dataset = await datasets.reload();
      if (dataset.version === this.#archived) return;
      if (dataset.publishedAt !== null) {
        void this.#purge?.();
        // Not awaited: the data files are built in the background. Purge again when they are done.
        void files.dataFilesMaker.updateFiles(dataset.version).then(() => this.#purge?.());
      }
      await coverage.refresh();
      if (await archiveVersion(files.downloads, dataset, coverage.getCurrent())) this.#archived = dataset.version;
      else this.#archiveAgainAt = performance.now() + ARCHIVE_AGAIN_MS;
    } catch (error) {
      this.#archiveAgainAt = performance.now() + ARCHIVE_AGAIN_MS;
      this.#log.error({ err: error }, "the new version could not be loaded or archived");
    }
  }
}

/** Follows what is published, by a run of this service or by another process: serves it, archives it and prepares its exports. */
import type { Coverage } from "../dataset/coverage.ts";
import type { DatasetHolder } from "../dataset/holder.ts";
import { type Downloads, keepVersion } from "../export/downloads.ts";
import type { Logger } from "../log.ts";

/** Time in milliseconds after which archiving is tried again when the disk was full. */
const ARCHIVE_AGAIN_MS = 60_000;

interface PublishedDataParts {
  readonly datasets: DatasetHolder;
  readonly downloads: Downloads;
  /** Counts anew. */
  readonly coverage: () => Promise<Coverage>;
  /** Has the files of a version made that anybody may fetch; nothing waits for it. */
  readonly makeDataFiles: (version: string) => void;
  /** Tells a CDN that a version was published. */
  readonly purge: () => void;
  /** Wakes who sends what a publication has queued. */
  readonly wakeSenders: () => void;
  /** Tells the other processes that a version was published. */
  readonly tellOthers: () => void;
  readonly log: Logger;
}

export class PublishedData {
  readonly #parts: PublishedDataParts;
  #archived = "";
  #archiveAgainAt = 0;
  #archiving: Promise<void> = Promise.resolve();

  constructor(parts: PublishedDataParts) {
    this.#parts = parts;
  }

  /** A run of this service has published. */
  takeOver(): void {
    const { datasets, wakeSenders, tellOthers } = this.#parts;
    tellOthers();
    wakeSenders();
    void datasets.reload().catch(this.failed);
  }

  /** Another process may have published (`approve`, a person's decision). */
  async takeOverOthers(): Promise<void> {
    const { datasets, wakeSenders } = this.#parts;
    try {
      const before = datasets.current().version;
      if ((await datasets.reload()).version !== before) wakeSenders();
    } catch (error) {
      this.failed(error);
    }
  }

  /** Tells whether `archive` may be called: not too soon after it failed. */
  mayArchive(): boolean {
    return performance.now() >= this.#archiveAgainAt;
  }

  /** Takes over what is published, archives it and prepares its exports. */
  archive(): Promise<void> {
    this.#archiving = this.#archiving.then(() => this.#archiveCurrent());
    return this.#archiving;
  }

  /** Resolves when nothing is being archived. */
  idle(): Promise<void> {
    return this.#archiving;
  }

  readonly failed = (error: unknown): void => {
    this.#parts.log.error({ err: error }, "what was published could not be taken over");
  };

  async #archiveCurrent(): Promise<void> {
    const { datasets, downloads, coverage, makeDataFiles, purge, log } = this.#parts;
    try {
      const dataset = await datasets.reload();
      if (dataset.version === this.#archived) return;
      if (dataset.publishedAt !== null) {
        purge();
        makeDataFiles(dataset.version);
      }
      if (await keepVersion(downloads, dataset, await coverage())) this.#archived = dataset.version;
      else this.#archiveAgainAt = performance.now() + ARCHIVE_AGAIN_MS;
    } catch (error) {
      this.#archiveAgainAt = performance.now() + ARCHIVE_AGAIN_MS;
      log.error({ err: error }, "what is published could not be taken over or archived");
    }
  }
}

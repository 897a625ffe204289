import type { DatasetVersion } from "../../store/publication.ts";
import { buildContents, type DatasetSource, emptyDataset, warmUpDataset } from "./build.ts";
import type { VersionCache } from "./cache/cache-file.ts";
import { createDatasetFromContents, type DatasetContents } from "./cache/contents.ts";
import type { Dataset, Datasets } from "./dataset.ts";

interface HolderParts {
  /** Stores each version for the next start; without `cache`, no version is stored. */
  readonly cache?: Pick<VersionCache, "load" | "saveVersion">;
  readonly readMonotonicMs?: () => number;
}

/** Holds the current version, and replaces it as a whole. Caches recent former versions for clients that page through them. */
export class DatasetHolder implements Datasets {
  readonly #source: DatasetSource;
  readonly #cache: HolderParts["cache"];
  readonly #past: RecentVersions;
  #current: Dataset = emptyDataset;
  #running: Promise<Dataset> | undefined;
  #next: Promise<Dataset> | undefined;
  #saving: Promise<void> = Promise.resolve();

  constructor(source: DatasetSource, { cache, readMonotonicMs }: HolderParts = {}) {
    this.#source = source;
    this.#cache = cache;
    this.#past = new RecentVersions(readMonotonicMs ?? (() => performance.now()));
  }

  getCurrent(): Dataset {
    return this.#current;
  }

  findCached(version: string): Dataset | undefined {
    return version === this.#current.version ? this.#current : this.#past.get(version);
  }

  /** Serves a version stored by an earlier process. */
  setCurrent(contents: DatasetContents): void {
    this.#current = createDatasetFromContents(contents);
    // Not awaited: if a request needs an index that is not ready yet, the index is built on demand.
    void warmUpDataset(this.#current);
  }

  /** Resolves once no version is being stored. */
  waitUntilSaved(): Promise<void> {
    return this.#saving;
  }

  /**
   * Loads the newest published version. The former version is served until the new one is complete, and stays if the build fails.
   * Calls during a build share one further build, which starts after the current build. @throws like `buildContents`.
   */
  reload(): Promise<Dataset> {
    if (this.#running === undefined) {
      this.#running = this.#loadNewest().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.reload();
      });
    return this.#next;
  }

  async #loadNewest(): Promise<Dataset> {
    const version = await this.#source.publications.readCurrent();
    if (this.#isServed(version)) {
      // The service calls `reload` every second; without this, an unused former version would stay until the next publication.
      this.#past.dropUnused();
      return this.#current;
    }
    const cache = version && this.#current === emptyDataset ? await this.#cache?.load(version) : null;
    if (cache) {
      this.setCurrent(cache);
      return this.#current;
    }
    const contents = await buildContents(this.#source);
    if (contents === null) {
      this.#current = emptyDataset;
      return this.#current;
    }
    const built = createDatasetFromContents(contents);
    await warmUpDataset(built);
    void this.#save(contents);
    if (this.#current !== emptyDataset) this.#past.add(this.#current);
    this.#current = built;
    return built;
  }

  /** Also compares publication times: a store that replaced another in an outage may reuse a version's day and number. */
  #isServed(version: DatasetVersion | undefined): boolean {
    const { version: served, publishedAt } = this.#current;
    if (version === undefined) return this.#current === emptyDataset;
    return version.version === served && version.publishedAt.getTime() === publishedAt?.getTime();
  }

  #save(contents: DatasetContents): Promise<void> {
    this.#saving = this.#saving.then(() => this.#cache?.saveVersion(contents));
    return this.#saving;
  }
}

/** Cache lifetime of the previous version after its last request: far above 3 s, a client's interval at 20 requests a minute. */
const LATEST_REMEMBERED_MS = 10 * 60_000;
/** Older versions are dropped sooner, so that frequent publications do not fill the memory. */
const OLDER_REMEMBERED_MS = 2 * 60_000;
/** Maximum bytes of JSON of the cached former versions; the previous version is cached whatever its size. */
const REMEMBERED_BYTES = 256 * 2 ** 20;

/** The former versions requested most recently, cached while clients page through them. */
export class RecentVersions {
  readonly #monotonicMs: () => number;
  readonly #mostBytes: number;
  /** Least recently used first. */
  readonly #versions = new Map<string, { readonly dataset: Dataset; readonly requestedAt: number }>();
  #latest: Dataset | undefined;

  constructor(readMonotonicMs: () => number, mostBytes = REMEMBERED_BYTES) {
    this.#monotonicMs = readMonotonicMs;
    this.#mostBytes = mostBytes;
  }

  /** Caches `dataset`, the current version that a newer version is about to replace. */
  add(dataset: Dataset): void {
    this.#latest = dataset;
    this.#remember(dataset);
    this.dropUnused();
  }

  /** The version with that name while it is cached; each request extends its lifetime. */
  get(version: string): Dataset | undefined {
    this.dropUnused();
    const dataset = this.#versions.get(version)?.dataset;
    if (dataset !== undefined) this.#remember(dataset);
    return dataset;
  }

  #remember(dataset: Dataset): void {
    this.#versions.delete(dataset.version);
    this.#versions.set(dataset.version, { dataset, requestedAt: this.#monotonicMs() });
  }

  /** Drops versions that are no longer requested, and versions that exceed the memory limit. */
  dropUnused(): void {
    const now = this.#monotonicMs();
    let bytes = [...this.#versions.values()].reduce((sum, { dataset }) => sum + dataset.byteLength, 0);
    for (const [version, { dataset, requestedAt }] of this.#versions) {
      const isLatest = dataset === this.#latest;
      const fits = bytes <= this.#mostBytes || isLatest;
      if (fits && now - requestedAt <= (isLatest ? LATEST_REMEMBERED_MS : OLDER_REMEMBERED_MS)) continue;
      this.#versions.delete(version);
      bytes -= dataset.byteLength;
    }
  }
}

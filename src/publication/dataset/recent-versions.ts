import type { Dataset } from "./dataset.ts";

/** How long the previous version is cached after its last request: a client at 20 requests a minute sends one every 3 s. */
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
  readonly #versions = new Map<string, { readonly dataset: Dataset; readonly askedAt: number }>();

  #latest: Dataset | undefined;

  constructor(readMonotonicMs: () => number, mostBytes = REMEMBERED_BYTES) {
    this.#monotonicMs = readMonotonicMs;
    this.#mostBytes = mostBytes;
  }

  /** Caches a version that is no longer current. */
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
    this.#versions.set(dataset.version, { dataset, askedAt: this.#monotonicMs() });
  }

  /** Drops versions that are no longer requested, and those that do not fit. */
  dropUnused(): void {
    const now = this.#monotonicMs();
    let bytes = [...this.#versions.values()].reduce((sum, { dataset }) => sum + dataset.byteLength, 0);
    for (const [version, { dataset, askedAt }] of this.#versions) {
      const isLatest = dataset === this.#latest;
      const fits = bytes <= this.#mostBytes || isLatest;
      if (fits && now - askedAt <= (isLatest ? LATEST_REMEMBERED_MS : OLDER_REMEMBERED_MS)) continue;
      this.#versions.delete(version);
      bytes -= dataset.byteLength;
    }
  }
}

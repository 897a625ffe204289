import type { Dataset } from "./dataset.ts";

/** The version before the one in force is let go when nobody has asked for it for so long: a client at 20 requests a minute asks every 3 s. */
const LATEST_KEPT_MS = 10 * 60_000;
/** Older ones are let go sooner, so that publications that follow each other quickly do not fill the memory. */
const OLDER_KEPT_MS = 2 * 60_000;
/** Former versions are kept up to so many bytes of JSON; the one in force before is kept whatever its size. */
const FORMER_KEPT_BYTES = 256 * 2 ** 20;

/** Versions that were served before the one in force, for as long as clients page through them. */
export class FormerVersions {
  readonly #monotonicMs: () => number;
  readonly #mostBytes: number;
  /** Versions, the one asked for longest ago first. */
  readonly #kept = new Map<string, { readonly dataset: Dataset; readonly askedAt: number }>();

  #latest: Dataset | undefined;

  constructor(monotonicMs: () => number, mostBytes = FORMER_KEPT_BYTES) {
    this.#monotonicMs = monotonicMs;
    this.#mostBytes = mostBytes;
  }

  /** Keeps a version that is no longer in force. */
  add(dataset: Dataset): void {
    this.#latest = dataset;
    this.#keep(dataset);
    this.letGo();
  }

  /** The version of that name while it is kept; asking for it keeps it longer. */
  get(version: string): Dataset | undefined {
    this.letGo();
    const dataset = this.#kept.get(version)?.dataset;
    if (dataset !== undefined) this.#keep(dataset);
    return dataset;
  }

  #keep(dataset: Dataset): void {
    this.#kept.delete(dataset.version);
    this.#kept.set(dataset.version, { dataset, askedAt: this.#monotonicMs() });
  }

  /** Drops what nobody has asked for, and what does not fit. */
  letGo(): void {
    const now = this.#monotonicMs();
    let bytes = [...this.#kept.values()].reduce((sum, { dataset }) => sum + dataset.byteLength, 0);
    for (const [version, { dataset, askedAt }] of this.#kept) {
      const isLatest = dataset === this.#latest;
      const fits = bytes <= this.#mostBytes || isLatest;
      if (fits && now - askedAt <= (isLatest ? LATEST_KEPT_MS : OLDER_KEPT_MS)) continue;
      this.#kept.delete(version);
      bytes -= dataset.byteLength;
    }
  }
}

/** Finds former versions by name, day or instant, and opens them. */
import { LRUCache } from "lru-cache";
import { UnavailableError } from "../../base/errors.ts";
import { FairQueue } from "../../base/fair-queue.ts";
import type { HistoryTable } from "../../store/history.ts";
import type { NumberedVersion } from "../../store/versions.ts";
import type { Dataset } from "./dataset.ts";
import { PastVersion } from "./past-version.ts";
import { type ChangesPage, VersionChanges } from "./version-changes.ts";

/** Cache limits: number of former versions, and their total number of trades that differ from the current version. */
const MAX_READY_VERSIONS = 32;
const MAX_CACHED_CHANGED_TRADES = 100_000;

/** Why a version is missing: it was published by a release that stored no history, or it never existed. */
interface NoVersion {
  readonly missing: "not stored" | "never";
  /** The oldest version with known contents. */
  readonly oldest: string | null;
}

/** Limits of the queue in which callers wait while versions are opened one after the other. */
const WAITING = { waitingOfCaller: 20, waiting: 100 };

export class PastVersions {
  readonly #history: HistoryTable;
  readonly #current: () => Dataset;
  readonly #ready = new LRUCache<string, PastVersion>({
    max: MAX_READY_VERSIONS,
    maxSize: MAX_CACHED_CHANGED_TRADES,
    maxEntrySize: Number.MAX_SAFE_INTEGER,
    sizeCalculation: ({ size }) => Math.min(MAX_CACHED_CHANGED_TRADES, size + 1),
  });
  /** One costly request at a time, round-robin over callers: a request can take seconds of processor time, in short slices. */
  readonly #queue = new FairQueue({ concurrency: 1, ...WAITING, order: "oldest first" });
  readonly #changes: VersionChanges;

  constructor(history: HistoryTable, getCurrent: () => Dataset) {
    this.#history = history;
    this.#current = getCurrent;
    this.#changes = new VersionChanges(history, this.#queue);
  }

  /** @param requested the name of a version, or an instant at which it was current. */
  async find(requested: string | Date): Promise<NumberedVersion | NoVersion> {
    const [found, oldest] = [await this.#history.findVersion(requested), await this.#history.findOldest()];
    const first = oldest?.version ?? null;
    if (found === undefined) return { missing: "never", oldest: first };
    return oldest === undefined || found.serial < oldest.serial ? { missing: "not stored", oldest: first } : found;
  }

  /** @param requested as returned by `find`. @param caller see `FairQueue.run`. */
  async open(requested: NumberedVersion, caller: string): Promise<PastVersion> {
    return this.#getOpenedVersion(requested) ?? this.#queue.run(caller, () => this.#openOnce(requested));
  }

  /** A page of the trades that differ between two versions, sorted by id. */
  listChanges(
    from: NumberedVersion,
    to: NumberedVersion,
    { limit, skip, caller }: { readonly limit: number; readonly skip: number; readonly caller: string },
  ): Promise<ChangesPage> {
    return this.#changes.listPage({ from, to }, limit, skip, caller);
  }

  /** A cached former version is valid only for the current version that it was computed against. */
  #getOpenedVersion({ version }: NumberedVersion): PastVersion | undefined {
    return this.#ready.get(`${this.#current().version} ${version}`);
  }

  async #openOnce(requested: NumberedVersion): Promise<PastVersion> {
    const ready = this.#getOpenedVersion(requested);
    if (ready !== undefined) return ready;
    const base = this.#current();
    const opened = await this.#open(requested, base);
    this.#ready.set(`${base.version} ${requested.version}`, opened);
    return opened;
  }

  async #open(requested: NumberedVersion, base: Dataset): Promise<PastVersion> {
    const current = await this.#history.findVersion(base.version);
    if (current === undefined) throw new RangeError(`the version ${base.version} that is served is not in the store`);
    // Another process has just published the requested version, and this process will serve it shortly.
    if (requested.serial > current.serial) {
      throw new UnavailableError("service_unavailable", `Version ${requested.version} is not served here yet.`, 2);
    }
    return PastVersion.open(requested, base, current, this.#history);
  }
}

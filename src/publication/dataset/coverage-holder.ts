import type { SourceState } from "../../domain/filing.ts";
import { isStale } from "../../domain/freshness.ts";
import type { Store } from "../../store/store.ts";
import type { CoverageCache } from "./cache/cache-file.ts";
import { type Coverage, loadCoverage, NOTHING_COVERED } from "./coverage.ts";

type CoveredStore = Pick<Store, "filings" | "sources" | "held" | "publications" | "companies" | "readBackupOrigin">;

/** Holds the latest coverage counts, so that no request waits for the store. */
export class CoverageHolder {
  readonly #store: CoveredStore;
  readonly #sources: readonly SourceState[];
  #current: Coverage = NOTHING_COVERED;
  #countedVersion = "";
  #running: Promise<void> | undefined;
  readonly #cache: Pick<CoverageCache, "load" | "saveCoverage"> | undefined;

  /** @param cache stores the counts, in case the database is down at the next start; if absent, the counts are not stored. */
  constructor(
    store: CoveredStore,
    sources: readonly SourceState[],
    cache?: Pick<CoverageCache, "load" | "saveCoverage">,
  ) {
    this.#store = store;
    this.#cache = cache;
    this.#sources = sources;
  }

  getCurrent(): Coverage {
    return this.#current;
  }

  /** Serves the counts of the previous process until they are recomputed. */
  async loadCached(): Promise<void> {
    this.#current = (await this.#cache?.load()) ?? this.#current;
  }

  /** Recounts if filings were listed, published or held, or a source queried, since the last count. Concurrent calls share one. */
  refresh(): Promise<void> {
    this.#running ??= this.#recount().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #recount(): Promise<void> {
    const state = await this.#readChangeToken();
    if (state === this.#countedVersion) return;
    this.#current = await loadCoverage(this.#store, this.#sources);
    this.#countedVersion = state;
    await this.#cache?.saveCoverage(this.#current);
  }

  /** A text that changes whenever the counts may change; read before counting, so that a change meanwhile causes a recount. */
  async #readChangeToken(): Promise<string> {
    const version = await this.#store.publications.readCurrent();
    const [listed, statuses, held] = [
      await this.#store.filings.readListedYears(),
      await this.#store.sources.listAll(),
      await this.#store.held.list(),
    ];
    const now = new Date();
    const stale = statuses.map(({ lastSuccessAt }) => lastSuccessAt !== null && isStale(lastSuccessAt, now));
    return JSON.stringify([version?.version, listed, statuses, stale, held.map(({ id }) => id)]);
  }
}

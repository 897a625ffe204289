import type { SourceState } from "../domain/filing.ts";
import { isStale } from "../domain/freshness.ts";
import type { Store } from "../store/store.ts";
import { type Coverage, loadCoverage, NOTHING_COVERED } from "./coverage.ts";

interface KeptCounts {
  load(): Promise<Coverage | null>;
  keep(coverage: Coverage): Promise<void>;
}

type CoveredStore = Pick<Store, "filings" | "sources" | "held" | "publications" | "companies">;

/** Holds what was counted last, so that nobody who asks waits for the store. */
export class CoverageHolder {
  readonly #store: CoveredStore;
  readonly #sources: readonly SourceState[];
  #current: Coverage = NOTHING_COVERED;
  #counted = "";
  #running: Promise<void> | undefined;

  readonly #kept: KeptCounts | undefined;

  /** @param kept where the counts are kept for a start while the database is down; without it they are not. */
  constructor(store: CoveredStore, sources: readonly SourceState[], kept?: KeptCounts) {
    this.#store = store;
    this.#kept = kept;
    this.#sources = sources;
  }

  current(): Coverage {
    return this.#current;
  }

  /** Shows what was counted last, until it is counted anew. */
  async serveKept(): Promise<void> {
    this.#current = (await this.#kept?.load()) ?? this.#current;
  }

  /** Counts anew when something was listed, published, held or asked since; calls during a count share it. */
  refresh(): Promise<void> {
    this.#running ??= this.#count().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #count(): Promise<void> {
    const state = await this.#state();
    if (state === this.#counted) return;
    this.#current = await loadCoverage(this.#store, this.#sources);
    this.#counted = state;
    await this.#kept?.keep(this.#current);
  }

  /** A text that differs whenever the counts may; taken before them, so that what changes meanwhile is counted the next time. */
  async #state(): Promise<string> {
    const version = await this.#store.publications.current();
    const [listed, statuses, held] = [
      await this.#store.filings.listedYears(),
      await this.#store.sources.all(),
      await this.#store.held.list(),
    ];
    const now = new Date();
    const stale = statuses.map(({ lastSuccessAt }) => lastSuccessAt !== null && isStale(lastSuccessAt, now));
    return JSON.stringify([version?.version, listed, statuses, stale, held.map(({ id }) => id)]);
  }
}

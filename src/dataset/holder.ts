import type { DatasetVersion } from "../store/publication.ts";
import { buildContents, type DatasetSource, emptyDataset, warm } from "./build.ts";
import type { Dataset, Datasets } from "./dataset.ts";
import { FormerVersions } from "./former-versions.ts";
import { type DatasetContents, datasetOf } from "./kept/contents.ts";
import type { KeptVersions } from "./kept/kept-versions.ts";

interface HolderParts {
  /** Keeps each version for the next start; without it none is kept. */
  readonly kept?: Pick<KeptVersions, "load" | "keep">;
  readonly monotonicMs?: () => number;
}

/** Holds the version that is served, swaps it whole, and keeps the former ones for clients on their way through their pages. */
export class DatasetHolder implements Datasets {
  readonly #source: DatasetSource;
  readonly #kept: HolderParts["kept"];
  readonly #former: FormerVersions;
  #current: Dataset = emptyDataset;
  #running: Promise<Dataset> | undefined;
  #next: Promise<Dataset> | undefined;
  #keeping: Promise<void> = Promise.resolve();

  constructor(source: DatasetSource, { kept, monotonicMs }: HolderParts = {}) {
    this.#source = source;
    this.#kept = kept;
    this.#former = new FormerVersions(monotonicMs ?? (() => performance.now()));
  }

  current(): Dataset {
    return this.#current;
  }

  kept(version: string): Dataset | undefined {
    return version === this.#current.version ? this.#current : this.#former.get(version);
  }

  /** Serves a version that was kept. */
  serve(contents: DatasetContents): void {
    this.#current = datasetOf(contents);
    // An index that is not made yet when it is first asked for is made then.
    void warm(this.#current);
  }

  /** Resolves when no version is being written. */
  idle(): Promise<void> {
    return this.#keeping;
  }

  /**
   * Serves what is published at this moment or later; the former version is served until the new one is whole, and goes on
   * being served when building fails. Calls during a build share one more build after it.
   * @throws what `buildContents` throws.
   */
  reload(): Promise<Dataset> {
    if (this.#running === undefined) {
      this.#running = this.#follow().finally(() => {
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

  async #follow(): Promise<Dataset> {
    const version = await this.#source.publications.current();
    if (this.#isServed(version)) {
      // The service calls this every second; without it a former version would stay until the next publication.
      this.#former.letGo();
      return this.#current;
    }
    const kept = version && this.#current === emptyDataset ? await this.#kept?.load(version) : null;
    if (kept) {
      this.serve(kept);
      return this.#current;
    }
    const contents = await buildContents(this.#source);
    if (contents === null) {
      this.#current = emptyDataset;
      return this.#current;
    }
    const built = datasetOf(contents);
    await warm(built);
    void this.#keep(contents);
    if (this.#current !== emptyDataset) this.#former.add(this.#current);
    this.#current = built;
    return built;
  }

  /** The day and number of a version say which it is, but for a store that another has been put in the place of while it was down. */
  #isServed(version: DatasetVersion | undefined): boolean {
    const { version: served, publishedAt } = this.#current;
    if (version === undefined) return this.#current === emptyDataset;
    return version.version === served && version.publishedAt.getTime() === publishedAt?.getTime();
  }

  #keep(contents: DatasetContents): Promise<void> {
    this.#keeping = this.#keeping.then(() => this.#kept?.keep(contents));
    return this.#keeping;
  }
}

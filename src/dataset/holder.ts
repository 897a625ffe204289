import { buildDataset, type DatasetSource, emptyDataset } from "./build.ts";
import type { Dataset, Datasets } from "./dataset.ts";
import { FormerVersions } from "./former-versions.ts";

/** Holds the version that is served, swaps it whole, and keeps the former ones for clients on their way through their pages. */
export class DatasetHolder implements Datasets {
  readonly #source: DatasetSource;
  readonly #former: FormerVersions;
  #current: Dataset = emptyDataset;
  #running: Promise<Dataset> | undefined;
  #next: Promise<Dataset> | undefined;

  constructor(source: DatasetSource, monotonicMs: () => number = () => performance.now()) {
    this.#source = source;
    this.#former = new FormerVersions(monotonicMs);
  }

  current(): Dataset {
    return this.#current;
  }

  kept(version: string): Dataset | undefined {
    return version === this.#current.version ? this.#current : this.#former.get(version);
  }

  /**
   * Serves what is published at this moment or later; the former version is served until the new one is whole, and goes on
   * being served when building fails. Calls during a build share one more build after it.
   * @throws what `buildDataset` throws.
   */
  reload(): Promise<Dataset> {
    if (this.#running === undefined) {
      this.#running = this.#build().finally(() => {
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

  async #build(): Promise<Dataset> {
    const version = await this.#source.publications.current();
    if (version?.version === this.#current.version) return this.#current;
    const built = await buildDataset(this.#source);
    if (this.#current !== emptyDataset) this.#former.add(this.#current);
    this.#current = built;
    return built;
  }
}

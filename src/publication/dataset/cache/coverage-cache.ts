import type { Coverage } from "../coverage.ts";
import { CacheFile, type CachePlace } from "./cache-file.ts";

/** Cache of the last computed coverage, for a start while the database is down. */
export class CoverageCache {
  readonly #file: CacheFile;

  constructor(place: CachePlace) {
    this.#file = new CacheFile("kept-coverage", place);
  }

  /** Null if nothing usable is stored. */
  async load(): Promise<Coverage | null> {
    return (await this.#file.load(null)) as Coverage | null;
  }

  saveCoverage(coverage: Coverage): Promise<void> {
    return this.#file.saveValue(coverage.dataset_version, coverage);
  }
}

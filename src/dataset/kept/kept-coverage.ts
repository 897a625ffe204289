import type { Coverage } from "../coverage.ts";
import { KeptFile, type KeptPlace } from "./kept-file.ts";

/** The coverage that was counted last, for a start while the database is down. */
export class KeptCoverage {
  readonly #file: KeptFile;

  constructor(place: KeptPlace) {
    this.#file = new KeptFile("kept-coverage", place);
  }

  /** Null where nothing is kept that may be shown. */
  async load(): Promise<Coverage | null> {
    return (await this.#file.load(null)) as Coverage | null;
  }

  keep(coverage: Coverage): Promise<void> {
    return this.#file.keep(coverage.dataset_version, coverage);
  }
}

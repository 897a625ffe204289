/** State shown on every page: the data notice, a running import, and sources that do not answer. */
import type { Coverage } from "../publication/dataset/coverage.ts";
import type { Datasets } from "../publication/dataset/dataset.ts";
import type { DataManifest } from "../publication/export/data-files/data-files.ts";

export interface ImportProgress {
  readonly source: string;
  /** Number of reports that the run has processed. `known` counts the source's reports that the run has queued so far. */
  readonly done: number;
  readonly known: number;
}

export interface ImportState {
  /** True if a source is being queried or reports are being read right now. */
  readonly isUnderWay: boolean;
  /** Empty until the sources' lists have been fetched. */
  readonly progress: readonly ImportProgress[];
  /** Time of the next check of all sources, after the current run; null if this service checks none. */
  readonly nextAttemptAt: Date | null;
}

interface StateParts {
  readonly datasets: Datasets;
  readonly getCoverage: () => Coverage;
  readonly dataNotice: string | null;
  readonly getImportState: () => ImportState;
  /** The newest version's data files; undefined before the first build. */
  readonly getDataFiles: () => Pick<DataManifest, "dataset_version" | "files"> | undefined;
  readonly now: () => Date;
}

export class SiteState {
  readonly #parts: StateParts;
  #coverage: Coverage | undefined;
  #coverageChanges = 0;

  constructor(parts: StateParts) {
    this.#parts = parts;
  }

  get dataNotice(): string | null {
    return this.#parts.dataNotice;
  }

  get version(): string {
    return this.#parts.datasets.getCurrent().version;
  }

  getCoverage(): Coverage {
    return this.#parts.getCoverage();
  }

  getImportState(): ImportState {
    return this.#parts.getImportState();
  }

  /** Returns a text that changes with all that pages depend on: version, data files, known filings and sources, and the day. */
  computeRevision(): string {
    const coverage = this.#parts.getCoverage();
    if (coverage !== this.#coverage) {
      this.#coverage = coverage;
      this.#coverageChanges += 1;
    }
    // A page that is requested before the first publication shows the import's progress.
    const importing = this.version === "0" ? JSON.stringify(this.getImportState()) : "";
    const files = this.#parts.getDataFiles();
    // The last file is the table of returns: it may be rebuilt for the same version, so its digest is included.
    const revision = files === undefined ? "" : `${files.dataset_version} ${files.files.at(-1)?.sha256}`;
    return `${this.version} ${revision} ${this.#coverageChanges} ${importing} ${this.#parts.now().toISOString().slice(0, 10)}`;
  }
}

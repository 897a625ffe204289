/** Notes on the data that every page has besides its own content: demonstration, import under way, sources that do not answer. */
import type { Coverage } from "../publication/dataset/coverage.ts";
import type { Datasets } from "../publication/dataset/dataset.ts";
import type { DataManifest } from "../publication/export/data-files/data-files.ts";

/** Progress of one source in the import under way. */
export interface ImportProgress {
  readonly source: string;
  /** Reports read of those that the source lists and that were not known before. */
  readonly done: number;
  readonly known: number;
}

export interface ImportState {
  /** Sources are asked or reports read at this moment. */
  readonly isUnderWay: boolean;
  /** Empty until the sites have been asked. */
  readonly progress: readonly ImportProgress[];
  /** When all sources are asked next, after a run under way; null where this service asks none. */
  readonly askedAgainAt: Date | null;
}

interface StateParts {
  readonly datasets: Datasets;
  readonly coverage: () => Coverage;
  readonly dataNotice: string | null;
  readonly importing: () => ImportState;
  /** The newest version's data files; undefined before any were made. */
  readonly dataFiles: () => Pick<DataManifest, "dataset_version" | "files"> | undefined;
  readonly now: () => Date;
}

export class SiteState {
  readonly #parts: StateParts;
  #coverage: Coverage | undefined;
  #counts = 0;

  constructor(parts: StateParts) {
    this.#parts = parts;
  }

  get dataNotice(): string | null {
    return this.#parts.dataNotice;
  }

  get version(): string {
    return this.#parts.datasets.current().version;
  }

  coverage(): Coverage {
    return this.#parts.coverage();
  }

  importing(): ImportState {
    return this.#parts.importing();
  }

  /** A text that differs whenever a page may: by the version, its data files, what is known of filings and sources, and the day. */
  edition(): string {
    const coverage = this.#parts.coverage();
    if (coverage !== this.#coverage) {
      this.#coverage = coverage;
      this.#counts += 1;
    }
    // A page before the first publication shows how far the import is.
    const importing = this.version === "0" ? JSON.stringify(this.importing()) : "";
    const files = this.#parts.dataFiles();
    // The last one is the returns, which are made again.
    const edition = files === undefined ? "" : `${files.dataset_version} ${files.files.at(-1)?.sha256}`;
    return `${this.version} ${edition} ${this.#counts} ${importing} ${this.#parts.now().toISOString().slice(0, 10)}`;
  }
}

/** The version that a worker answers with: it is read from the file in which the service keeps it, so that a worker needs no database. */
import { emptyDataset, warm } from "../../dataset/build.ts";
import type { Dataset, Datasets } from "../../dataset/dataset.ts";
import { datasetOf } from "../../dataset/kept/contents.ts";
import type { KeptVersions } from "../../dataset/kept/kept-versions.ts";
import { versionName } from "./messages.ts";

interface FollowedDatasetParts {
  readonly kept: Pick<KeptVersions, "load">;
  /** Called with a version that is whole in memory. */
  readonly loaded: (version: string) => void;
}

/** The file is looked at again after so many milliseconds where it does not hold what is wanted. */
const LOAD_AGAIN_MS = 5_000;

export class FollowedDataset implements Datasets {
  readonly #parts: FollowedDatasetParts;
  #current: Dataset = emptyDataset;
  /** Loaded, and not in force yet. */
  #next: Dataset = emptyDataset;
  #wanted = "";
  #inForce = "";
  #loading: Promise<void> = Promise.resolve();

  constructor(parts: FollowedDatasetParts) {
    this.#parts = parts;
  }

  current(): Dataset {
    return this.#current;
  }

  /** Former versions are the service's: it keeps them for as long as somebody asks for them. */
  kept(version: string): Dataset | undefined {
    return version === this.#current.version ? this.#current : undefined;
  }

  /** Has a version ready before it is in force. */
  load(version: string): void {
    this.#wanted = version;
    this.#loading = this.#loading.then(() => this.#load(version));
  }

  /** A version is in force: it is answered with now, or as soon as it is loaded. */
  follow(version: string): void {
    this.#inForce = version;
    this.#swap();
    this.load(version);
  }

  async #load(version: string): Promise<void> {
    if (version !== this.#wanted) return;
    if ([this.#current, this.#next].every((held) => versionName(held) !== version)) {
      const contents = await this.#parts.kept.load(null);
      if (contents === null || versionName(contents) !== version) {
        setTimeout(() => this.#wanted === version && this.load(version), LOAD_AGAIN_MS).unref();
        return;
      }
      this.#next = datasetOf(contents);
      await warm(this.#next);
    }
    this.#parts.loaded(version);
    this.#swap();
  }

  #swap(): void {
    if (versionName(this.#next) !== this.#inForce) return;
    this.#current = this.#next;
    this.#next = emptyDataset;
  }
}

import type { DatasetVersion } from "../../store/publication.ts";
import type { DatasetContents } from "./contents.ts";
import { KeptFile, type KeptPlace } from "./kept-file.ts";

/**
 * The version that was published last, kept as one file beside the store: at the next start it is served without being built anew, and also while
 * the database is down.
 */
export class KeptVersions {
  readonly #file: KeptFile;

  constructor(place: KeptPlace) {
    this.#file = new KeptFile("kept-version", place);
  }

  /** @param wanted the version in force; null takes whatever is kept. @returns null where nothing is kept that may be served. */
  async load(wanted: DatasetVersion | null): Promise<DatasetContents | null> {
    return (await this.#file.load(wanted && nameOf(wanted))) as DatasetContents | null;
  }

  keep(contents: DatasetContents): Promise<void> {
    return this.#file.keep(nameOf(contents), contents);
  }
}

/** Two databases may have versions of one day and number. */
function nameOf({ version, publishedAt }: DatasetVersion): string {
  return `${version} of ${publishedAt.toISOString()}`;
}

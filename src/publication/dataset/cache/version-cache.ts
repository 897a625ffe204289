import type { DatasetVersion } from "../../../store/publication.ts";
import { CacheFile, type CachePlace } from "./cache-file.ts";
import type { DatasetContents } from "./contents.ts";

/**
 * The version that was published last, in one file beside the store: at the next start it is served without being built again, and also while
 * the database is down.
 */
export class VersionCache {
  readonly #file: CacheFile;

  constructor(place: CachePlace) {
    this.#file = new CacheFile("kept-version", place);
  }

  /** @param wanted the version in force; null takes whatever is stored. @returns null where nothing is stored that may be served. */
  async load(wanted: DatasetVersion | null): Promise<DatasetContents | null> {
    return (await this.#file.load(wanted && nameOf(wanted))) as DatasetContents | null;
  }

  save(contents: DatasetContents): Promise<void> {
    return this.#file.save(nameOf(contents), contents);
  }
}

/** Two databases may have versions of one day and number. */
function nameOf({ version, publishedAt }: DatasetVersion): string {
  return `${version} of ${publishedAt.toISOString()}`;
}

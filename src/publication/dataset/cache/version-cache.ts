import type { DatasetVersion } from "../../../store/publication.ts";
import { CacheFile, type CachePlace } from "./cache-file.ts";
import type { DatasetContents } from "./contents.ts";

/**
 * Cache of the last published version, in one file next to the store: the next start serves it without a rebuild, even while the database is down.
 */
export class VersionCache {
  readonly #file: CacheFile;

  constructor(place: CachePlace) {
    this.#file = new CacheFile("kept-version", place);
  }

  /** @param wanted the current version; null accepts whatever is stored. @returns null if nothing usable is stored. */
  async load(wanted: DatasetVersion | null): Promise<DatasetContents | null> {
    return (await this.#file.load(wanted && buildCacheName(wanted))) as DatasetContents | null;
  }

  saveVersion(contents: DatasetContents): Promise<void> {
    return this.#file.saveValue(buildCacheName(contents), contents);
  }
}

/** Includes the publication time, since two databases may have versions with the same day and number. */
function buildCacheName({ version, publishedAt }: DatasetVersion): string {
  return `${version} of ${publishedAt.toISOString()}`;
}

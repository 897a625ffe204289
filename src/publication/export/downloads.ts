/** All that there is to download. */
import type { Coverage } from "../dataset/coverage.ts";
import type { Dataset } from "../dataset/dataset.ts";
import type { Archive } from "./archive.ts";
import { Exports } from "./exports.ts";

export interface Downloads {
  readonly exports: Exports;
  readonly archive: Archive;
}

/** Opens the downloads of the serving process; files of an earlier process's exports are removed. */
export function openDownloads(dataDir: string, archive: Archive): Downloads {
  return { exports: new Exports(dataDir), archive };
}

/**
 * Archives the version that is in force when a run has ended, and prepares exports. Versions that were published in between are not archived. Calling
 * it again for the same version does nothing.
 * @returns false when it could not be archived here.
 * @throws {UnavailableError} `storage_full`; what is archived already stays as it was.
 */
export async function keepVersion(
  { exports, archive }: Downloads,
  dataset: Dataset,
  coverage: Coverage | null = null,
): Promise<boolean> {
  if (dataset.publishedAt === null) return true;
  const archived = await archive.add(dataset, coverage);
  await exports.prepare(dataset);
  return archived;
}

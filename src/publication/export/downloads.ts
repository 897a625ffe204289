/** The exports and the archive. */
import type { Coverage } from "../dataset/coverage.ts";
import type { Dataset } from "../dataset/dataset.ts";
import type { Archive } from "./archive.ts";
import { Exports } from "./exports.ts";

export interface Downloads {
  readonly exports: Exports;
  readonly archive: Archive;
}

/** Opens the downloads of the serving process; deletes export files of an earlier process. */
export function openDownloads(dataDir: string, archive: Archive): Downloads {
  return { exports: new Exports(dataDir), archive };
}

/**
 * Archives the current version at the end of a run, and prepares exports. Versions published in between are not archived. Calling it again for the
 * same version does nothing.
 * @returns false if it could not be archived here.
 * @throws {UnavailableError} `storage_full`; what is already archived stays as it was.
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

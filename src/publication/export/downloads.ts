import type { Coverage } from "../dataset/coverage.ts";
import type { Dataset } from "../dataset/dataset.ts";
import type { Archive } from "./archive.ts";
import { Exports } from "./exports.ts";

export interface Downloads {
  readonly exports: Exports;
  readonly archive: Archive;
}

/** Creates the `Downloads` that this process serves; deletes export files of an earlier process. */
export function createDownloads(dataDir: string, archive: Archive): Downloads {
  return { exports: new Exports(dataDir), archive };
}

/**
 * Archives the version that is current at the end of an import run, and prepares its exports; versions published during the run
 * are not archived. A second call for a version does nothing. @returns false if the folder is not the store's archive.
 * @throws {UnavailableError} `storage_full`; archived data is unchanged.
 */
export async function archiveVersion(
  { exports, archive }: Downloads,
  dataset: Dataset,
  coverage: Coverage | null = null,
): Promise<boolean> {
  if (dataset.publishedAt === null) return true;
  const archived = await archive.add(dataset, coverage);
  await exports.prepareFullCsv(dataset);
  return archived;
}

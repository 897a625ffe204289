/** The files that a service stores: its archive, on-demand exports, and the data files of each version. */
import type { Config } from "../../base/config.ts";
import type { Logger } from "../../base/log.ts";
import { Archive } from "../../publication/export/archive.ts";
import { getOrClaimArchiveId } from "../../publication/export/archive-id.ts";
import { DataFiles } from "../../publication/export/data-files/data-files.ts";
import { createDownloads, type Downloads } from "../../publication/export/downloads.ts";
import { DataFilesMaker } from "./data-files/data-files-maker.ts";
import type { ServedStore } from "./served-store.ts";

export interface PublishedFiles {
  readonly archive: Archive;
  readonly downloads: Downloads;
  readonly dataFiles: DataFiles;
  readonly dataFilesMaker: DataFilesMaker;
}

/** @param stop aborts building data files. */
export async function openPublishedFiles(
  config: Config,
  log: Logger,
  { served, stop }: { readonly served: ServedStore; readonly stop: AbortSignal },
): Promise<PublishedFiles> {
  const archive = new Archive(config.ARCHIVE_DIR);
  await served.runCheckWhenOpen(async ({ archiveMark }) =>
    archive.setId(await getOrClaimArchiveId(config.ARCHIVE_DIR, archiveMark)),
  );
  const elsewhere = await archive.explainWrongFolder();
  if (elsewhere !== null) log.error(elsewhere);
  const dataFiles = new DataFiles(config.DATA_DIR);
  await dataFiles.reload();
  return {
    archive,
    downloads: createDownloads(config.DATA_DIR, archive),
    dataFiles,
    dataFilesMaker: new DataFilesMaker({ config, files: dataFiles, stop, log }),
  };
}

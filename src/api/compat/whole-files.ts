/** `/compat/house-stock-watcher/all_transactions.json` and others: a chamber's trades in the format of discontinued services. */
import { NotFoundError } from "../../base/errors.ts";
import { JSON_TYPE } from "../../http/media-types.ts";
import { CACHE_CONTROL } from "../../http/response/caching.ts";
import type { FileAnswer } from "../../http/response/file-answer.ts";
import type { SitePage } from "../../http/route.ts";
import { STOCK_WATCHERS } from "../../publication/export/compat/stock-watcher.ts";
import type { DataFiles } from "../../publication/export/data-files/data-files.ts";
import { createReadyFileAnswer } from "../files/ready-file-answer.ts";

type StoredFiles = Pick<DataFiles, "listManifests" | "findFile">;

const NAME = "all_transactions.json";

/**
 * Serves each file at its documented address and, below `base`, at the path of the discontinued service. So a program for that
 * service only has to replace the host with this service's host and `base`.
 */
export function createStockWatcherRoutes(files: StoredFiles): readonly SitePage[] {
  return STOCK_WATCHERS.flatMap(({ file, base, folder }) =>
    [`${base}/${NAME}`, `${base}/${folder}/${NAME}`].map((path) => ({
      name: "compat_file",
      path,
      answer: () => createNewestFileAnswer(files, file),
    })),
  );
}

function createNewestFileAnswer(files: StoredFiles, name: string): FileAnswer {
  for (const { dataset_version: version } of files.listManifests().slice(0, 1)) {
    const found = files.findFile(version, `${name}.gz`);
    if (found === undefined) continue;
    return { ...createReadyFileAnswer({ ...found, name, mediaType: JSON_TYPE }, CACHE_CONTROL.latest), gzipped: true };
  }
  throw new NotFoundError("not_found", "The file does not exist yet; it is created with the first publication.");
}

/** `/data/latest.json` and `/data/{version}/{file}`: the whole dataset, cacheable by anyone and without rate limits. */
import { NotFoundError } from "../../base/errors.ts";
import { ProblemError } from "../../http/failures.ts";
import { truncateInput } from "../../http/problems.ts";
import { CACHE_CONTROL } from "../../http/response/caching.ts";
import type { FileAnswer } from "../../http/response/file-answer.ts";
import { createJsonAnswerWithDigest } from "../../http/response/json-answer.ts";
import type { Answer, SitePage } from "../../http/route.ts";
import { compareNewestFirst, isDatasetVersion } from "../../publication/export/archive-manifest.ts";
import type { DataFiles, DataManifest } from "../../publication/export/data-files/data-files.ts";
import { createReadyFileAnswer } from "./ready-file-answer.ts";

type StoredFiles = Pick<DataFiles, "listManifests" | "findFile" | "mayChange">;

/** @param baseUrl URL of the API; the files are in `/data` next to `/api/v1`. */
export function createDataFileRoutes(files: StoredFiles, baseUrl: string): readonly SitePage[] {
  const folder = `${baseUrl.replace(/\/api\/v1\/?$/, "")}/data`;
  return [
    { name: "data_latest", path: "/data/latest.json", answer: () => createLatestManifestAnswer(files, folder) },
    {
      name: "data_file",
      path: "/data/:version/:file",
      answer: ({ parameters }) => createDataFileAnswer(files, parameters["version"] ?? "", parameters["file"] ?? ""),
    },
  ];
}

/** `Cache-Groups` (RFC 9875): an intermediate cache may invalidate a whole group at once. */
function buildCacheGroupsHeader(group: string): readonly string[] {
  return ["Cache-Groups", `"data", "${group}"`];
}

function createLatestManifestAnswer(files: StoredFiles, folder: string): Answer {
  const stored = files.listManifests();
  const [newest] = stored;
  if (newest === undefined) throw new NotFoundError("not_found", "No data files exist yet.");
  const listed = {
    ...newest,
    files: newest.files.map((each) => ({ ...each, url: `${folder}/${newest.dataset_version}/${each.name}` })),
    versions: stored.map(({ dataset_version }) => dataset_version),
  };
  const headers = ["X-Dataset-Version", newest.dataset_version, ...buildCacheGroupsHeader("data-latest")];
  return { ...createJsonAnswerWithDigest(listed, headers), cacheControl: CACHE_CONTROL.latest };
}

function createDataFileAnswer(files: StoredFiles, version: string, name: string): FileAnswer {
  const found = files.findFile(version, name);
  if (found) {
    const answer = createReadyFileAnswer(found, CACHE_CONTROL[files.mayChange(version, name) ? "latest" : "asset"]);
    return { ...answer, headers: [...answer.headers, ...buildCacheGroupsHeader(`data-${version}`)] };
  }
  throw createMissingFileError(files.listManifests(), version, name);
}

function createMissingFileError(stored: readonly DataManifest[], version: string, name: string): Error {
  const newest = stored[0]?.dataset_version;
  const isStored = stored.some(({ dataset_version }) => dataset_version === version);
  if (newest !== undefined && !isStored && isDatasetVersion(version) && compareNewestFirst(newest, version) < 0) {
    return new ProblemError(
      { code: "gone", detail: `The files of version ${version} are no longer stored; the newest is ${newest}.` },
      { isExpected: true },
    );
  }
  return new NotFoundError("not_found", `There is no data file '${truncateInput(`${version}/${name}`)}'.`);
}

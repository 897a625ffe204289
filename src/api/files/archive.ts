import { z } from "zod";
import { NotFoundError } from "../../base/errors.ts";
import { dayOf, isoDate } from "../../domain/dates.ts";
import { premiumEndpoint } from "../../http/credentials/premium-endpoint.ts";
import { InvalidParametersError, ProblemError } from "../../http/failures.ts";
import { echoed } from "../../http/problems.ts";
import { CACHE_CONTROL } from "../../http/response/caching.ts";
import { jsonAnswer } from "../../http/response/json-answer.ts";
import type { PremiumRoute } from "../../http/route.ts";
import type { Archive } from "../../publication/export/archive.ts";
import { type ArchiveManifest, dayOfVersion } from "../../publication/export/archive-manifest.ts";
import { ArchiveListSchema } from "./archive-schema.ts";
import { FILE_HEADERS, readyFileAnswer } from "./ready-file-answer.ts";

const PATH = "/premium/archive";

const FILE_PARAMETER = {
  description:
    "`trades.csv.gz` (cells guarded against formulas), `trades-raw.csv.gz` or `trades.ndjson.gz`; of one year of disclosure `trades-2024.csv.gz` and so on, or `trades-2024.parquet`.",
  example: "trades.csv.gz",
};

/** The archive. `baseUrl`: base for links. */
export function archiveRoutes(archive: Archive, baseUrl: string): readonly PremiumRoute[] {
  return [archiveList(archive, baseUrl), archiveFile(archive), archiveAsOf(archive)];
}

/** `GET /premium/archive` */
function archiveList(archive: Archive, baseUrl: string): PremiumRoute {
  return premiumEndpoint({
    name: "archive_list",
    path: PATH,
    query: z.object({
      limit: z.int().min(1).max(200).default(50).meta({ description: "Versions on the page." }),
      skip: z.int().min(0).default(0).meta({ description: "Versions before the page." }),
    }),
    description: {
      summary: "Archived dataset versions",
      description: "Newest first, each with its files, their sizes and digests.",
      response: ArchiveListSchema,
      problems: ["invalid_parameter"],
    },
    answer: async ({ query: { limit, skip } }) => {
      await refuseElsewhere(archive);
      const { archives, total } = await archive.list(limit, skip);
      const body = { archives: archives.map((each) => wireArchive(each, baseUrl)), total, limit, skip };
      return jsonAnswer(body);
    },
  });
}

/** `GET /premium/archive/{dataset_version}/{file}` */
function archiveFile(archive: Archive): PremiumRoute {
  return premiumEndpoint({
    name: "archive_file",
    path: `${PATH}/:dataset_version/:file`,
    description: {
      summary: "A file of an archived version",
      description: "It never changes; it resumes with `Range`, and `Repr-Digest` shows whether it came whole.",
      parameters: {
        dataset_version: { description: "As `GET /premium/archive` lists it.", example: "2026-11-20.1" },
        file: FILE_PARAMETER,
      },
      response: null,
      media: ["application/gzip", "application/vnd.apache.parquet"],
      headers: FILE_HEADERS,
      problems: ["not_found", "range_not_satisfiable"],
    },
    answer: async ({ parameters: { dataset_version: version = "", file: name = "" } }) => {
      await refuseElsewhere(archive);
      const file = await archive.file(version, name);
      if (!file) {
        const what = `file '${echoed(name)}' of a dataset version '${echoed(version)}'`;
        throw new NotFoundError("not_found", `The archive has no ${what}.`);
      }
      return readyFileAnswer(file, CACHE_CONTROL.archive);
    },
  });
}

/** `GET /premium/archive/as-of/{date}/{file}`: the data as of the end of that day. */
function archiveAsOf(archive: Archive): PremiumRoute {
  return premiumEndpoint({
    name: "archive_as_of",
    path: `${PATH}/as-of/:date/:file`,
    description: {
      summary: "What was known on a day",
      description:
        "The file of the archived version that was in force at the end of that UTC day: amendments and corrections of later " +
        "days are not applied. `X-Dataset-Version` names it. For the day that has not ended, the newest so far.",
      parameters: {
        date: { description: "A day in UTC, YYYY-MM-DD.", example: "2026-11-20" },
        file: FILE_PARAMETER,
      },
      response: null,
      media: ["application/gzip", "application/vnd.apache.parquet"],
      headers: FILE_HEADERS,
      problems: ["invalid_parameter", "not_found", "range_not_satisfiable"],
    },
    answer: async ({ parameters: { date = "", file: name = "" }, at }) => {
      const day = isoDate(date);
      if (day === null) {
        throw new InvalidParametersError("The path's date must be a day that exists, YYYY-MM-DD.", [
          { in: "path", name: "date", reason: "not_a_date", value: echoed(date) },
        ]);
      }
      if (day > dayOf(at)) throw new NotFoundError("not_found", `What will be known on ${day} is not known yet.`);
      await refuseElsewhere(archive);
      const version = await archive.versionAsOf(day);
      if (version === undefined) {
        throw new NotFoundError("not_found", `Nothing had been archived at the end of ${day}.`);
      }
      const file = await archive.file(version, name);
      if (!file) throw new NotFoundError("not_found", `The archive has no file '${echoed(name)}' as of ${day}.`);
      // The answer for a day can change until the day has ended, and until a run that began on it has finished.
      return readyFileAnswer(file, CACHE_CONTROL.file);
    },
  });
}

/** Refuses when another folder has the archive: services sharing one database would each give another answer. */
async function refuseElsewhere(archive: Archive): Promise<void> {
  if ((await archive.elsewhere()) === null) return;
  throw new ProblemError({
    code: "service_unavailable",
    detail: "This service does not have the archive of its data: its operator is to point ARCHIVE_DIR to it.",
    retryAfterSeconds: 60,
  });
}

function wireArchive({ dataset_version, rows, files }: ArchiveManifest, baseUrl: string) {
  return {
    dataset_version,
    date: dayOfVersion(dataset_version),
    rows,
    files: files.map(({ name, bytes, sha256 }) => ({
      name,
      bytes,
      sha256,
      url: `${baseUrl}${PATH}/${dataset_version}/${name}`,
    })),
  };
}

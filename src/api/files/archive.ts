import { z } from "zod";
import { NotFoundError } from "../../base/errors.ts";
import { parseIsoDate, toIsoDate } from "../../domain/dates.ts";
import { createPremiumEndpoint } from "../../http/credentials/premium-endpoint.ts";
import { InvalidParametersError, ProblemError } from "../../http/failures.ts";
import { truncateInput } from "../../http/problems.ts";
import { CACHE_CONTROL } from "../../http/response/caching.ts";
import { createJsonAnswer } from "../../http/response/json-answer.ts";
import type { PremiumRoute } from "../../http/route.ts";
import type { Archive } from "../../publication/export/archive.ts";
import { type ArchiveManifest, getVersionDay } from "../../publication/export/archive-manifest.ts";
import { ArchiveListSchema } from "./archive-schema.ts";
import { createReadyFileAnswer, FILE_HEADERS } from "./ready-file-answer.ts";

const PATH = "/premium/archive";

const FILE_PARAMETER = {
  description: "Name of a file, as `GET /premium/archive` lists it.",
  example: "trades.csv.gz",
};

const FILE_ANSWER = {
  response: null,
  media: ["application/gzip", "application/vnd.apache.parquet"],
  headers: FILE_HEADERS,
} as const;

export function createArchiveRoutes(archive: Archive, baseUrl: string): readonly PremiumRoute[] {
  return [createArchiveListRoute(archive, baseUrl), createArchiveFileRoute(archive), createArchiveAsOfRoute(archive)];
}

/** `GET /premium/archive` */
function createArchiveListRoute(archive: Archive, baseUrl: string): PremiumRoute {
  return createPremiumEndpoint({
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
      await throwIfArchiveElsewhere(archive);
      const { archives, total } = await archive.list(limit, skip);
      const body = { archives: archives.map((each) => toWireArchive(each, baseUrl)), total, limit, skip };
      return createJsonAnswer(body);
    },
  });
}

/** `GET /premium/archive/{dataset_version}/{file}` */
function createArchiveFileRoute(archive: Archive): PremiumRoute {
  return createPremiumEndpoint({
    name: "archive_file",
    path: `${PATH}/:dataset_version/:file`,
    description: {
      summary: "A file of an archived version",
      description: "It never changes; resume with `Range`, and check with `Repr-Digest` that it is complete.",
      parameters: {
        dataset_version: { description: "As `GET /premium/archive` lists it.", example: "2026-11-20.1" },
        file: FILE_PARAMETER,
      },
      ...FILE_ANSWER,
      problems: ["not_found", "range_not_satisfiable"],
    },
    answer: async ({ parameters: { dataset_version: version = "", file: name = "" } }) => {
      await throwIfArchiveElsewhere(archive);
      const file = await archive.findFile(version, name);
      if (!file) {
        const what = `file '${truncateInput(name)}' for dataset version '${truncateInput(version)}'`;
        throw new NotFoundError("not_found", `The archive has no ${what}.`);
      }
      return createReadyFileAnswer(file, CACHE_CONTROL.archive);
    },
  });
}

/** `GET /premium/archive/as-of/{date}/{file}`: the data as of the end of that day. */
function createArchiveAsOfRoute(archive: Archive): PremiumRoute {
  return createPremiumEndpoint({
    name: "archive_as_of",
    path: `${PATH}/as-of/:date/:file`,
    description: {
      summary: "What was known on a day",
      description:
        "The file of the archived version that was current at the end of that UTC day: amendments and corrections of later " +
        "days are not applied. `X-Dataset-Version` names the version. For today, that is the newest so far.",
      parameters: {
        date: { description: "A day in UTC, YYYY-MM-DD.", example: "2026-11-20" },
        file: FILE_PARAMETER,
      },
      ...FILE_ANSWER,
      problems: ["invalid_parameter", "not_found", "range_not_satisfiable"],
    },
    answer: async ({ parameters: { date = "", file: name = "" }, at }) => {
      const day = parseIsoDate(date);
      if (day === null) {
        throw new InvalidParametersError("The path's date must be a valid date, YYYY-MM-DD.", [
          { in: "path", name: "date", reason: "not_a_date", value: truncateInput(date) },
        ]);
      }
      if (day > toIsoDate(at)) throw new NotFoundError("not_found", `${day} is in the future.`);
      await throwIfArchiveElsewhere(archive);
      const version = await archive.findVersionAsOf(day);
      if (version === undefined) {
        throw new NotFoundError("not_found", `Nothing had been archived by the end of ${day}.`);
      }
      const file = await archive.findFile(version, name);
      if (!file) throw new NotFoundError("not_found", `The archive has no file '${truncateInput(name)}' as of ${day}.`);
      // Not cached as immutable. A day's file can change until the day has ended and every run begun that day has finished.
      return createReadyFileAnswer(file, CACHE_CONTROL.file);
    },
  });
}

/** @throws {ProblemError} if the archive is in another folder: services that share a database would give different answers. */
async function throwIfArchiveElsewhere(archive: Archive): Promise<void> {
  if ((await archive.explainWrongFolder()) === null) return;
  throw new ProblemError({
    code: "service_unavailable",
    detail: "This service does not have the archive of its data. Its operator must point ARCHIVE_DIR to it.",
    retryAfterSeconds: 60,
  });
}

function toWireArchive({ dataset_version, rows, files }: ArchiveManifest, baseUrl: string) {
  return {
    dataset_version,
    date: getVersionDay(dataset_version),
    rows,
    files: files.map(({ name, bytes, sha256 }) => ({
      name,
      bytes,
      sha256,
      url: `${baseUrl}${PATH}/${dataset_version}/${name}`,
    })),
  };
}

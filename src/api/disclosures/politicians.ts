import { z } from "zod";
import { splitSearchWords } from "../../domain/search-words.ts";
import { createNotFoundError } from "../../http/failures.ts";
import { createTaggedJsonAnswer } from "../../http/response/json-answer.ts";
import { createPermanentRedirect } from "../../http/response/permanent-redirect.ts";
import { awaitRead } from "../../http/response/store-unavailable.ts";
import { type Answer, createPublicRoute, type Route } from "../../http/route.ts";
import type { Dataset, Datasets, PoliticianFilter } from "../../publication/dataset/dataset.ts";
import { asOf, openPastVersion, type Past } from "./as-of.ts";
import { createListAnswer, getPinnedDataset } from "./list-answer.ts";
import { PoliticianDetailSchema, PoliticianListSchema, PoliticiansQuery } from "./politician-schema.ts";

const PATH = "/politicians/";

/** `GET /politicians/`. The same path without the slash answers too, since a redirect would cost the client a request. */
export function createPoliticiansRoute(datasets: Datasets, baseUrl: string): Route {
  return createPublicRoute({
    name: "politicians",
    path: PATH,
    aliases: ["/politicians"],
    unknownParameters: "ignored",
    query: PoliticiansQuery,
    description: {
      summary: "Politicians",
      description:
        "Every current member of Congress and every former one with a trade, by name. An unknown parameter is ignored and named in `X-Ignored-Parameters`.",
      response: PoliticianListSchema,
      headers: ["ETag", "Link", "X-Dataset-Version"],
      problems: ["invalid_parameter", "gone"],
    },
    answer: (_, { limit, skip, version, ...query }) => {
      const dataset = getPinnedDataset(datasets, version);
      const filter = toFilter(query);
      const found = dataset.listPoliticianPage(filter, limit, skip);
      return createListAnswer(baseUrl + PATH, toQueryParams(filter), { limit, skip }, dataset.version, found);
    },
  });
}

type FilterQuery = Omit<z.output<typeof PoliticiansQuery>, "limit" | "skip" | "version">;

function toFilter({ chamber, party, state, district, in_office, committee, q }: FilterQuery): PoliticianFilter {
  return {
    ...(chamber && { chamber }),
    ...(party && { party }),
    ...(state && { state: state.toUpperCase() }),
    ...(district !== undefined && { district }),
    ...(in_office !== undefined && { inOffice: in_office }),
    ...(committee && { committee: committee.toUpperCase() }),
    ...(q && { words: splitSearchWords(q) }),
  };
}

function toQueryParams({ chamber, party, state, district, inOffice, committee, words }: PoliticianFilter) {
  return {
    chamber,
    party,
    state,
    district: district?.toString(),
    in_office: inOffice?.toString(),
    committee,
    q: words?.join(" "),
  };
}

/** `GET /politicians/{id}`. @throws {NotFoundError} code `politician_not_found`. */
export function createPoliticianRoute(datasets: Datasets, past: Past, baseUrl: string): Route {
  return createPublicRoute({
    name: "politician",
    path: "/politicians/:id",
    query: z.object({ as_of: asOf }),
    description: {
      summary: "One politician",
      description:
        "A politician with terms of office, other names, and the number of filings by processing state. `in_office` is false for former members.",
      parameters: { id: { description: "Bioguide id.", example: "P000197" } },
      response: PoliticianDetailSchema,
      headers: ["ETag", "X-Dataset-Version"],
      problems: ["invalid_parameter", "politician_not_found", "not_found", "gone"],
      moves: true,
    },
    answer: (parameters, { as_of: requestedVersion }, { identity }) => {
      const id = parameters["id"] ?? "";
      const current = datasets.getCurrent();
      if (requestedVersion === undefined)
        return createPoliticianAnswer(current, current.getPolitician(id), { id, baseUrl, keep: current.version });
      return openPastVersion(past, requestedVersion, identity).then(async (dataset) => {
        const body = await awaitRead(dataset.getPolitician(id));
        return createPoliticianAnswer(dataset, body, { id, baseUrl, keep: current.version, requestedVersion });
      });
    },
  });
}

function createPoliticianAnswer(
  dataset: Pick<Dataset, "version" | "getMergedId">,
  body: Buffer | undefined,
  about: { readonly id: string; readonly baseUrl: string; readonly keep: string; readonly requestedVersion?: string },
): Answer {
  const { id, baseUrl, keep, requestedVersion } = about;
  const { version } = dataset;
  const servedAs = dataset.getMergedId(id);
  if (servedAs !== undefined) {
    return createPermanentRedirect(
      `${baseUrl}/politicians/${servedAs}`,
      requestedVersion === undefined ? {} : { as_of: requestedVersion },
      version,
    );
  }
  if (!body) throw createNotFoundError("politician_not_found", id);
  return { ...createTaggedJsonAnswer(body, version, ["X-Dataset-Version", version]), keep: { version: keep } };
}

import { z } from "zod";
import type { Dataset, Datasets, PoliticianFilter } from "../../dataset/dataset.ts";
import { notFound } from "../http/failures.ts";
import { taggedJson } from "../http/response/json-answer.ts";
import { moved } from "../http/response/permanent-redirect.ts";
import { reading } from "../http/response/store-unavailable.ts";
import { type Answer, publicEndpoint, type Route } from "../http/route.ts";
import { asOf, formerVersion, type Past } from "./as-of.ts";
import { listAnswer, pinned } from "./list-answer.ts";
import { PoliticianDetailSchema, PoliticianListSchema, PoliticiansQuery } from "./politician-schema.ts";

const PATH = "/politicians/";

/** `GET /politicians/`; without the slash the same, for a redirect would cost the client a request. */
export function politicians(datasets: Datasets, baseUrl: string): Route {
  return publicEndpoint({
    name: "politicians",
    path: PATH,
    aliases: ["/politicians"],
    unknownParameters: "ignored",
    query: PoliticiansQuery,
    description: {
      summary: "Politicians",
      description: "Every current member of Congress and every former one with a trade, by name.",
      response: PoliticianListSchema,
      headers: ["ETag", "Link", "X-Dataset-Version"],
      problems: ["invalid_parameter", "gone"],
    },
    answer: (_, { chamber, party, committee: asked, limit, skip, version }) => {
      const dataset = pinned(datasets, version);
      const committee = asked?.toUpperCase();
      const filter: PoliticianFilter = {
        ...(chamber && { chamber }),
        ...(party && { party }),
        ...(committee && { committee }),
      };
      const found = dataset.politicians(filter, limit, skip);
      return listAnswer(baseUrl + PATH, { chamber, party, committee }, { limit, skip }, dataset.version, found);
    },
  });
}

/** `GET /politicians/{id}`. @throws {NotFoundError} code `politician_not_found`. */
export function politician(datasets: Datasets, past: Past, baseUrl: string): Route {
  return publicEndpoint({
    name: "politician",
    path: "/politicians/:id",
    query: z.object({ as_of: asOf }),
    description: {
      summary: "One politician",
      description:
        "A politician with terms of office, number of filings by state and other names; `in_office` says who has left.",
      parameters: { id: { description: "Bioguide id.", example: "P000197" } },
      response: PoliticianDetailSchema,
      headers: ["ETag", "X-Dataset-Version"],
      problems: ["invalid_parameter", "politician_not_found", "not_found", "gone"],
      moves: true,
    },
    answer: (parameters, { as_of: asked }, { identity }) => {
      const id = parameters["id"] ?? "";
      const current = datasets.current();
      if (asked === undefined) return answerOf(current, current.politician(id), { id, baseUrl, keep: current.version });
      return formerVersion(past, asked, identity).then(async (dataset) => {
        const body = await reading(dataset.politician(id));
        return answerOf(dataset, body, { id, baseUrl, keep: current.version, asked });
      });
    },
  });
}

function answerOf(
  dataset: Pick<Dataset, "version" | "mergedInto">,
  body: Buffer | undefined,
  about: { readonly id: string; readonly baseUrl: string; readonly keep: string; readonly asked?: string },
): Answer {
  const { id, baseUrl, keep, asked } = about;
  const { version } = dataset;
  const servedAs = dataset.mergedInto(id);
  if (servedAs !== undefined) {
    return moved(`${baseUrl}/politicians/${servedAs}`, asked === undefined ? {} : { as_of: asked }, version);
  }
  if (!body) throw notFound("politician_not_found", id);
  return { ...taggedJson(body, version, ["X-Dataset-Version", version]), keep: { version: keep } };
}

import type { Datasets } from "../../dataset/dataset.ts";
import { notFound } from "../http/failures.ts";
import { JSON_TYPE } from "../http/media-types.ts";
import { NoQuery } from "../http/request/page-query.ts";
import { CACHE_CONTROL, weakTag } from "../http/response/caching.ts";
import { moved } from "../http/response/permanent-redirect.ts";
import { publicEndpoint, type Route } from "../http/route.ts";
import { PoliticianDetailSchema } from "./politician-schema.ts";

/** `GET /politicians/{id}`. @throws {NotFoundError} code `politician_not_found`. */
export function politician(datasets: Datasets, baseUrl: string): Route {
  return publicEndpoint({
    name: "politician",
    path: "/politicians/:id",
    unknownParameters: "refused",
    query: NoQuery,
    description: {
      summary: "One politician",
      description: "A politician with terms of office, number of filings by state and other names.",
      parameters: { id: { description: "Bioguide id.", example: "P000197" } },
      response: PoliticianDetailSchema,
      headers: ["ETag", "X-Dataset-Version"],
      problems: ["invalid_parameter", "politician_not_found"],
      moves: true,
    },
    answer: (parameters) => {
      const id = parameters["id"] ?? "";
      const dataset = datasets.current();
      const servedAs = dataset.mergedInto(id);
      if (servedAs !== undefined) return moved(`${baseUrl}/politicians/${servedAs}`, {}, dataset.version);
      const body = dataset.politician(id);
      if (!body) throw notFound("politician_not_found", id);
      return {
        body,
        contentType: JSON_TYPE,
        cacheControl: CACHE_CONTROL.list,
        etag: weakTag(dataset.version),
        headers: ["X-Dataset-Version", dataset.version],
        keep: { version: dataset.version },
      };
    },
  });
}

import type { Datasets, PoliticianFilter } from "../../dataset/dataset.ts";
import { publicEndpoint, type Route } from "../http/route.ts";
import { listAnswer, pinned } from "./list-answer.ts";
import { PoliticianListSchema, PoliticiansQuery } from "./politician-schema.ts";

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
    answer: (_, { chamber, party, limit, skip, version }) => {
      const dataset = pinned(datasets, version);
      const filter: PoliticianFilter = { ...(chamber && { chamber }), ...(party && { party }) };
      const found = dataset.politicians(filter, limit, skip);
      return listAnswer(baseUrl + PATH, { chamber, party }, { limit, skip }, dataset.version, found);
    },
  });
}

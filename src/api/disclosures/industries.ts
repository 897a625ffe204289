import { addDivision } from "../../domain/industry.ts";
import { createPublicRoute, type Route } from "../../http/route.ts";
import type { Datasets } from "../../publication/dataset/dataset.ts";
import type { IndustryRow } from "../../publication/dataset/facts/industry-facts.ts";
import { IndustriesQuery, IndustryListSchema } from "./industry-schema.ts";
import { createListAnswer, getPinnedDataset } from "./list-answer.ts";

const PATH = "/industries";

/** `GET /industries`. */
export function createIndustriesRoute(datasets: Datasets, baseUrl: string): Route {
  return createPublicRoute({
    name: "industries",
    path: PATH,
    aliases: ["/industries/"],
    query: IndustriesQuery,
    description: {
      summary: "Activity by industry",
      description:
        "The industries of traded companies, with the SIC code and name that the SEC assigns to an issuer, most traded first. The `industry` filter of `GET /trades` and `GET /tickers/` selects what is counted here.",
      response: IndustryListSchema,
      headers: ["ETag", "Link", "X-Dataset-Version"],
      problems: ["invalid_parameter", "gone"],
    },
    answer: (_, { division, limit, skip, version }) => {
      const dataset = getPinnedDataset(datasets, version);
      const all = dataset.facts.listIndustries().map(toWireIndustry);
      const found = division === undefined ? all : all.filter((each) => each.division === division);
      const body = { industries: found.slice(skip, skip + limit), total: found.length, limit, skip };
      const page = { body: Buffer.from(JSON.stringify(body)), total: found.length };
      return createListAnswer(baseUrl + PATH, { division }, { limit, skip }, dataset.version, page);
    },
  });
}

function toWireIndustry({ sic, description, lastTraded, ...counts }: IndustryRow) {
  return { ...addDivision({ sic, description }), ...counts, last_trade_date: lastTraded };
}

import { CACHED_BRIEFLY, createJsonAnswerWithDigest } from "../../http/response/json-answer.ts";
import { formatFilters, formatPageLinks } from "../../http/response/page-links.ts";
import { awaitRead } from "../../http/response/store-unavailable.ts";
import { createPublicRoute, type Route } from "../../http/route.ts";
import type { Ledger } from "./filing.ts";
import { FilingListSchema, FilingsQuery, toWireListedFiling } from "./filing-list-schema.ts";

const PATH = "/filings";

/** `GET /filings` lists the filings in the ledger, filtered by filing state, source, year and politician. */
export function createFilingsRoute(ledger: Ledger, baseUrl: string): Route {
  return createPublicRoute({
    name: "filings",
    path: PATH,
    query: FilingsQuery,
    description: {
      summary: "Filings",
      description:
        "Every filing listed in an index, newest first, with its state, the reason for the state, and the URL of its document. `state=unreadable` selects those that could not be read. New filings shift others to later pages.",
      response: FilingListSchema,
      headers: ["ETag", "Link"],
      problems: ["invalid_parameter"],
    },
    answer: async (_, { source, year, state, politician_id, limit, skip }) => {
      const states = state && [...new Set(state)].sort();
      const politicianId = politician_id?.toUpperCase();
      const found = await awaitRead(ledger.listFilings({ source, year, states, politicianId }, { limit, skip }));
      const { total } = found;
      const listed = found.filings.map((each) => toWireListedFiling(each, baseUrl));
      const filter = formatFilters({ source, year, state: states?.join(), politician_id: politicianId });
      const link = formatPageLinks(`${baseUrl}${PATH}?${filter}`, { limit, skip }, total);
      const answer = createJsonAnswerWithDigest({ filings: listed, total, limit, skip }, ["Link", link]);
      return { ...answer, keep: CACHED_BRIEFLY };
    },
  });
}

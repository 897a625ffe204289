import { createJsonAnswerWithDigest } from "../../http/response/json-answer.ts";
import { type Answer, createPublicRoute, type Route } from "../../http/route.ts";
import { type Coverage, restrictCoverage } from "../../publication/dataset/coverage.ts";
import { type Past, readPastCoverage } from "./as-of.ts";
import { CoverageQuery, CoverageSchema, toWireCoverage } from "./coverage-schema.ts";

/** `GET /coverage`; each filter's response is cached until the counts change. @param getCoverage returns the latest counts. */
export function createCoverageRoute(getCoverage: () => Coverage, past: Past, baseUrl: string): Route {
  let counts: Coverage | null = null;
  let ready = new Map<string, Answer>();
  return createPublicRoute({
    name: "coverage",
    path: "/coverage",
    query: CoverageQuery,
    description: {
      summary: "Coverage: what is known and what is missing",
      description:
        "For each source and year, the number of filings in its index by processing state, what became of their lines, and how fresh each source is. Empty, unread and unreadable filings are counted separately.",
      response: CoverageSchema,
      headers: ["ETag", "X-Dataset-Version"],
      problems: ["invalid_parameter", "not_found", "gone"],
    },
    answer: (_, { source, year, as_of: requested }) => {
      if (requested !== undefined) {
        return readPastCoverage(past, requested).then((all) =>
          createCoverageAnswer(restrictCoverage(all, { source, year }), baseUrl),
        );
      }
      const current = getCoverage();
      if (current !== counts) {
        counts = current;
        ready = new Map();
      }
      // Responses for years without filings are not cached, so that requesting many years does not fill memory.
      const key = `${source ?? ""} ${year ?? ""}`;
      const cached = ready.get(key);
      if (cached) return cached;
      const part = restrictCoverage(current, { source, year });
      const answer = createCoverageAnswer(part, baseUrl);
      if (part.years.length > 0) ready.set(key, answer);
      return answer;
    },
  });
}

function createCoverageAnswer(part: Coverage, baseUrl: string): Answer {
  return createJsonAnswerWithDigest(toWireCoverage(part, baseUrl), ["X-Dataset-Version", part.dataset_version]);
}

/** Answers the assistant's API requests from the route table, in-process and without counting them against rate limits. */
import findMyWay from "find-my-way";
import { awaitNextTurn } from "../../base/next-turn.ts";
import { toProblem } from "../../http/failures.ts";
import { buildProblemBody, PROBLEMS, type Problem } from "../../http/problems.ts";
import { formatRetryAfter } from "../../http/rate-limit/rate-limit-headers.ts";
import { NOT_FOUND } from "../../http/request/request-faults.ts";
import { API_PREFIX } from "../../http/request/request-target.ts";
import type { PathParameters, PublicRoute, Route } from "../../http/route.ts";
import type { ApiAnswer, Ask, Query } from "../mcp/ask.ts";

/** Reports an internal error that the caller does not see. */
type ErrorReporter = (error: unknown) => void;

/** No rate limits: the request that carried the question has already been counted. */
const UNLIMITED_STATE = {
  rate: { plan: { name: "assistant", quota: 0 }, remaining: 0, nextInMs: 0, fullInMs: 0 },
  wallMs: 0,
} as const;

/** Maximum redirects to follow, e.g. from a politician's former id. */
const MAX_REDIRECTS = 2;

/** @returns a function that takes a caller's identity and returns that caller's function for API requests. */
export function createRouteCaller(routes: readonly Route[], failed: ErrorReporter): (caller: string) => Ask {
  const tree = findMyWay({ maxParamLength: 200 });
  for (const route of routes) {
    if (route.access === "public" && route.method === "GET") tree.on("GET", route.path, () => {}, route);
  }
  async function callRoute(
    caller: string,
    path: string,
    query: Query = {},
    redirects = MAX_REDIRECTS,
  ): Promise<ApiAnswer> {
    const match = tree.find("GET", path);
    if (match === null) return toProblemAnswer(NOT_FOUND);
    const input = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) input.set(name, String(value));
    try {
      const route = match.store as PublicRoute;
      // A tool may make many requests at once; each is answered in its own turn of the event loop.
      await awaitNextTurn();
      const reply = await route.answer(match.params as PathParameters, input.toString(), {
        ...UNLIMITED_STATE,
        identity: caller,
      });
      if ("kind" in reply) return toProblemAnswer(NOT_FOUND);
      const getHeader = createHeaderLookup(reply.headers);
      const location = getHeader("location");
      if (location !== undefined && redirects > 0) {
        return callRoute(caller, new URL(location).pathname.slice(API_PREFIX.length), query, redirects - 1);
      }
      return { status: reply.status ?? 200, body: JSON.parse(reply.body.toString("utf8")), getHeader };
    } catch (error) {
      const problem = toProblem(error);
      if (problem.code === "internal_error") failed(error);
      return toProblemAnswer(problem);
    }
  }
  return (caller) => (path, query) => callRoute(caller, path, query);
}

function toProblemAnswer(problem: Problem): ApiAnswer {
  const { retryAfterSeconds: seconds } = problem;
  return {
    status: PROBLEMS[problem.code].status,
    body: JSON.parse(buildProblemBody(problem, "").toString("utf8")),
    getHeader: createHeaderLookup(seconds === undefined ? [] : ["Retry-After", formatRetryAfter(seconds)]),
  };
}

function createHeaderLookup(headers: readonly string[]): ApiAnswer["getHeader"] {
  return (name) => {
    const at = headers.findIndex((each, index) => index % 2 === 0 && each.toLowerCase() === name);
    return at < 0 ? undefined : headers[at + 1];
  };
}

/** Answers an admitted request: finds and calls the endpoint, and turns exceptions into problems. */

import type { ApiContext } from "./api-context.ts";
import type { AuthorisedRequests } from "./credentials/authorised-request.ts";
import { ProblemError, problemOf } from "./failures.ts";
import { type HttpExchange, isForPeople, standingOf } from "./http-exchange.ts";
import { isOurFault } from "./problems.ts";
import { secondsUntilNext } from "./rate-limit/rate-limit-headers.ts";
import { methodFault, NOT_FOUND } from "./request/request-faults.ts";
import { API_PREFIX } from "./request/request-target.ts";
import { sendAnswer, sendProblem } from "./response/send-answer.ts";
import { sendReply } from "./response/send-file.ts";
import type { Answer, FormPage, PageRequest, PathParameters, RefusedRequest, Reply, Route, SitePage } from "./route.ts";
import { type Endpoint, type Match, Router } from "./router.ts";

export interface RouteSet {
  readonly routes: readonly Route[];
  readonly pages: readonly SitePage[];
  readonly forms: readonly FormPage[];
  /** Null if there are no premium routes. */
  readonly authorised: AuthorisedRequests | null;
}

export function routerOf(context: ApiContext, { routes, pages, forms, authorised }: RouteSet): Router {
  const router = new Router(context.limits.urlBytes);
  for (const route of routes) {
    const endpoint = endpointOf(context, route, authorised);
    for (const path of [route.path, ...route.aliases]) router.add(route.method, API_PREFIX + path, endpoint);
  }
  for (const { name, path, answer } of pages) {
    router.add("GET", path, {
      name,
      replyOf: (exchange, parameters) => answer(pageRequest(exchange, parameters)),
    });
  }
  for (const { name, path, method, counted = false, answer } of forms) {
    router.add(method, path, {
      name,
      takesForm: method === "POST",
      replyOf: async (exchange, parameters) =>
        answer({
          ...pageRequest(exchange, parameters),
          headers: exchange.request.headers,
          body: exchange.body ?? Buffer.alloc(0),
          refused: counted ? await count(context, exchange) : null,
        }),
    });
  }
  return router;
}

/** Counts a request outside the base path against the rate limit. */
async function count({ limiter, metrics }: ApiContext, exchange: HttpExchange): Promise<RefusedRequest | null> {
  const { admittedAt, state } = await limiter.admit(exchange.identity, exchange.plan);
  exchange.admittedAt = admittedAt;
  exchange.rate = state;
  if (admittedAt !== null) return null;
  metrics.rateLimited();
  return { plan: state.plan, seconds: secondsUntilNext(state) };
}

function pageRequest(exchange: HttpExchange, parameters: PathParameters): PageRequest {
  const { target, identity } = exchange;
  const { path, query } = target;
  return { path, parameters, query, identity, isForPeople: isForPeople(exchange) };
}

function endpointOf(context: ApiContext, route: Route, authorised: AuthorisedRequests | null): Endpoint {
  const { name } = route;
  if (route.access === "public") {
    return {
      name,
      replyOf: (exchange, parameters) => route.answer(parameters, exchange.target.query, standingOf(context, exchange)),
    };
  }
  if (!authorised) throw new TypeError("A premium route is served where no keys are stored.");
  return { name, replyOf: (exchange, parameters) => authorised.answer(route, exchange, parameters) };
}

/** Answers a request that is well-formed, within its budget and fully read. */
export function dispatch(context: ApiContext, router: Router, exchange: HttpExchange): void {
  const { request, target } = exchange;
  const url = request.url ?? "";
  const isGet = request.method === "GET";
  // The answer may have been cached while the request waited.
  if (isGet) exchange.cached ??= context.cached.find(url);
  const { cached } = exchange;
  if (cached !== undefined) {
    exchange.route = cached.route;
    cached.answer.given?.();
    sendAnswer(context, exchange, cached.answer)?.catch((error: unknown) => sendFailure(context, exchange, error));
    return;
  }
  const match = router.find(request.method ?? "", target.path);
  if (match === null) {
    sendProblem(context, exchange, methodFault(exchange, router) ?? NOT_FOUND);
    return;
  }
  exchange.route = match.endpoint.name;
  const pending = isGet ? context.cached.pending(url) : undefined;
  if (pending === undefined) answer(context, exchange, match);
  else void shareOrAnswer(context, exchange, match, pending);
}

function answer(context: ApiContext, exchange: HttpExchange, { endpoint, parameters }: Match): void {
  const { request } = exchange;
  orFail(context, exchange, () => {
    const reply = endpoint.replyOf(exchange, parameters);
    if (!(reply instanceof Promise)) return send(context, exchange, reply);
    if (request.method === "GET") context.cached.await(request.url ?? "", reply);
    return reply.then((ready) => send(context, exchange, ready));
  });
}

/** Sends a problem if the work throws or rejects. */
function orFail(context: ApiContext, exchange: HttpExchange, work: () => void | Promise<void>): void {
  const fail = (error: unknown): void => sendFailure(context, exchange, error);
  try {
    work()?.catch(fail);
  } catch (error) {
    fail(error);
  }
}

/** Reuses the pending answer to the same target if it is the same for every caller; otherwise makes another. Each runs in a turn of its own. */
async function shareOrAnswer(
  context: ApiContext,
  exchange: HttpExchange,
  match: Match,
  pending: Promise<Reply>,
): Promise<void> {
  const reply = await pending.catch(() => null);
  const shared = reply !== null && isForAnybody(reply) ? reply : null;
  const { response, identity, route } = exchange;
  context.turns.take(
    identity,
    () => route,
    () => {
      if (response.destroyed) return true;
      if (shared === null) answer(context, exchange, match);
      else {
        orFail(context, exchange, () => {
          shared.given?.();
          return send(context, exchange, shared);
        });
      }
      return response.writableEnded;
    },
  );
}

/** Returns whether an answer may be reused for the same target, whoever the caller is. */
function isForAnybody(reply: Reply): reply is Answer {
  return !("kind" in reply) && reply.keep !== undefined;
}

function send(context: ApiContext, exchange: HttpExchange, reply: Reply): void | Promise<void> {
  const { request, target, route } = exchange;
  if (request.method === "GET" && isForAnybody(reply))
    context.cached.offer(request.url ?? "", { target, route, answer: reply });
  return sendReply(context, exchange, reply);
}

function sendFailure(context: ApiContext, exchange: HttpExchange, error: unknown): void {
  const problem = problemOf(error);
  const isExpected = error instanceof ProblemError && error.isExpected;
  const about = { err: error, route: exchange.route, requestId: exchange.id };
  if (problem.code === "internal_error") context.log.error(about, "request failed");
  else if (isOurFault(problem) && !isExpected) context.log.warn(about, "request not served");
  sendProblem(context, exchange, problem);
}

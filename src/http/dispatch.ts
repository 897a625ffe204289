/** Answers an admitted request: finds and calls the endpoint, and turns exceptions into problems. */
import type { ApiContext } from "./api-context.ts";
import type { AuthorizedRequests } from "./credentials/authorised-request.ts";
import { ProblemError, toProblem } from "./failures.ts";
import { getCallerState, type HttpExchange, wantsHtmlPage } from "./http-exchange.ts";
import { isServerError } from "./problems.ts";
import { computeRetryAfterSeconds } from "./rate-limit/rate-limit-headers.ts";
import { findMethodFault, NOT_FOUND } from "./request/request-faults.ts";
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
  readonly authorised: AuthorizedRequests | null;
}

export function createRouter(context: ApiContext, { routes, pages, forms, authorised }: RouteSet): Router {
  const router = new Router(context.limits.urlBytes);
  for (const route of routes) {
    const endpoint = createEndpoint(context, route, authorised);
    for (const path of [route.path, ...route.aliases]) router.add(route.method, API_PREFIX + path, endpoint);
  }
  for (const { name, path, answer } of pages) {
    router.add("GET", path, {
      name,
      reply: (exchange, parameters) => answer(toPageRequest(exchange, parameters)),
    });
  }
  for (const { name, path, method, countsAsRequest = false, answer } of forms) {
    router.add(method, path, {
      name,
      acceptsForm: method === "POST",
      reply: async (exchange, parameters) =>
        answer({
          ...toPageRequest(exchange, parameters),
          headers: exchange.request.headers,
          body: exchange.body ?? Buffer.alloc(0),
          refused: countsAsRequest ? await admitRequest(context, exchange) : null,
        }),
    });
  }
  return router;
}

/** Counts a request outside the base path against the rate limit. */
async function admitRequest({ limiter, metrics }: ApiContext, exchange: HttpExchange): Promise<RefusedRequest | null> {
  const { admittedAt, state } = await limiter.admit(exchange.identity, exchange.plan);
  exchange.admittedAt = admittedAt;
  exchange.rate = state;
  if (admittedAt !== null) return null;
  metrics.countRateLimited();
  return { plan: state.plan, seconds: computeRetryAfterSeconds(state) };
}

function toPageRequest(exchange: HttpExchange, parameters: PathParameters): PageRequest {
  const { target, identity } = exchange;
  const { path, query } = target;
  return { path, parameters, query, identity, wantsHtmlPage: wantsHtmlPage(exchange) };
}

function createEndpoint(context: ApiContext, route: Route, authorised: AuthorizedRequests | null): Endpoint {
  const { name } = route;
  if (route.access === "public") {
    return {
      name,
      reply: (exchange, parameters) =>
        route.answer(parameters, exchange.target.query, getCallerState(context, exchange)),
    };
  }
  if (!authorised) throw new TypeError("A premium route needs a key store, but this server has none.");
  return { name, reply: (exchange, parameters) => authorised.answer(route, exchange, parameters) };
}

/** Answers a request that is well-formed, within its budget and fully read. */
export function dispatch(context: ApiContext, router: Router, exchange: HttpExchange): void {
  const { request, target } = exchange;
  const url = request.url ?? "";
  const isGet = request.method === "GET";
  // The answer may have been cached while the request waited in the queue.
  if (isGet) exchange.cached ??= context.cached.find(url);
  const { cached } = exchange;
  if (cached !== undefined) {
    exchange.route = cached.route;
    cached.answer.onReuse?.();
    sendAnswer(context, exchange, cached.answer)?.catch((error: unknown) => sendFailure(context, exchange, error));
    return;
  }
  const match = router.find(request.method ?? "", target.path);
  if (match === null) {
    sendProblem(context, exchange, findMethodFault(exchange, router) ?? NOT_FOUND);
    return;
  }
  exchange.route = match.endpoint.name;
  const pending = isGet ? context.cached.getPending(url) : undefined;
  if (pending === undefined) runEndpoint(context, exchange, match);
  else void reuseReplyOrRun(context, exchange, match, pending);
}

function runEndpoint(context: ApiContext, exchange: HttpExchange, { endpoint, parameters }: Match): void {
  const { request } = exchange;
  runOrSendFailure(context, exchange, () => {
    const reply = endpoint.reply(exchange, parameters);
    if (!(reply instanceof Promise)) return cacheAndSend(context, exchange, reply);
    if (request.method === "GET") context.cached.addPending(request.url ?? "", reply);
    return reply.then((ready) => cacheAndSend(context, exchange, ready));
  });
}

function runOrSendFailure(context: ApiContext, exchange: HttpExchange, work: () => void | Promise<void>): void {
  const sendError = (error: unknown): void => sendFailure(context, exchange, error);
  try {
    work()?.catch(sendError);
  } catch (error) {
    sendError(error);
  }
}

// Waits for the answer to an earlier request for the same target, then for this request's turn in the queue. Sends the earlier
// answer if all callers may get that answer. Otherwise runs the endpoint.
async function reuseReplyOrRun(
  context: ApiContext,
  exchange: HttpExchange,
  match: Match,
  pending: Promise<Reply>,
): Promise<void> {
  const reply = await pending.catch(() => null);
  const shared = reply !== null && isForAnyCaller(reply) ? reply : null;
  const { response, identity, route } = exchange;
  context.turns.beginOrQueue(
    identity,
    () => route,
    () => {
      if (response.destroyed) return true;
      if (shared === null) runEndpoint(context, exchange, match);
      else {
        runOrSendFailure(context, exchange, () => {
          shared.onReuse?.();
          return cacheAndSend(context, exchange, shared);
        });
      }
      return response.writableEnded;
    },
  );
}

/** Returns whether an answer may be reused for the same target, whoever the caller is. */
function isForAnyCaller(reply: Reply): reply is Answer {
  return !("kind" in reply) && reply.keep !== undefined;
}

function cacheAndSend(context: ApiContext, exchange: HttpExchange, reply: Reply): void | Promise<void> {
  const { request, target, route } = exchange;
  if (request.method === "GET" && isForAnyCaller(reply))
    context.cached.cacheIfReusable(request.url ?? "", { target, route, answer: reply });
  return sendReply(context, exchange, reply);
}

function sendFailure(context: ApiContext, exchange: HttpExchange, error: unknown): void {
  const problem = toProblem(error);
  const isExpected = error instanceof ProblemError && error.isExpected;
  const about = { err: error, route: exchange.route, requestId: exchange.id };
  if (problem.code === "internal_error") context.log.error(about, "request failed");
  else if (isServerError(problem) && !isExpected) context.log.warn(about, "request not served");
  sendProblem(context, exchange, problem);
}

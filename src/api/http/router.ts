/** Fastify between the gate and the handlers: it finds the handler of a path, and nothing else. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type FastifyInstance, fastify } from "fastify";
import { createGate, methodFault, NOT_FOUND } from "./admission.ts";
import { type MethodsOf, methodsOf } from "./allowed-methods.ts";
import type { Connections } from "./connection/connections.ts";
import { answerParserErrors } from "./connection/parser-errors.ts";
import type { PremiumDesk } from "./credentials/authorised-request.ts";
import { ProblemError, problemOf } from "./failures.ts";
import { ApiRequest, type Exchange, exchangeOf, standingOf } from "./http-exchange.ts";
import { isOurFault } from "./problems.ts";
import { API_PREFIX } from "./request/request-target.ts";
import { sendProblem } from "./response/send-answer.ts";
import { sendReply } from "./response/send-file.ts";
import type { Method, Page, PathParameters, Reply, Route } from "./route.ts";
import type { ApiContext } from "./server-context.ts";

interface RouterParts {
  readonly context: ApiContext;
  readonly connections: Connections;
  readonly routes: readonly Route[];
  readonly pages: readonly Page[];
  /** Null when there are no premium routes. */
  readonly desk: PremiumDesk | null;
}

type ReplyOf = (exchange: Exchange, parameters: PathParameters) => Reply | Promise<Reply>;

export function buildRouter(parts: RouterParts): FastifyInstance {
  const { context, routes, pages, desk } = parts;

  const allowed = methodsOf(
    routes,
    pages.map(({ path }) => path),
  );
  const notFound = (request: IncomingMessage): void => {
    const exchange = exchangeOf(request);
    sendProblem(context, exchange, methodFault(exchange, allowed) ?? NOT_FOUND);
  };

  function failed(request: IncomingMessage, error: unknown): void {
    const exchange = exchangeOf(request);
    const problem = problemOf(error);
    const isExpected = error instanceof ProblemError && error.isExpected;
    const about = { err: error, route: exchange.route, requestId: exchange.id };
    if (problem.code === "internal_error") context.log.error(about, "request failed");
    else if (isOurFault(problem) && !isExpected) context.log.warn(about, "request not served");
    sendProblem(context, exchange, problem);
  }

  const app = fastify({
    logger: false,
    // Queries are read by hand where they are needed.
    routerOptions: { maxParamLength: context.limits.urlBytes, querystringParser: () => ({}) },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: "idle",
    // Fastify would answer too, in its own words.
    clientErrorHandler: () => {},
    serverFactory: (handler) => createHttpServer(parts, allowed, handler),
  });
  // The gate has read the body already.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.setNotFoundHandler((request, reply) => {
    reply.hijack();
    notFound(request.raw);
  });
  app.setErrorHandler((error, request, reply) => {
    reply.hijack();
    failed(request.raw, error);
  });

  function serve(path: string, method: Method, name: string, replyOf: ReplyOf): void {
    app.route<{ Params: Record<string, string> }>({
      method: method === "GET" ? ["GET", "HEAD"] : method,
      url: path,
      handler: (request, reply) => {
        reply.hijack();
        const exchange = exchangeOf(request.raw);
        // The router takes nothing for a parameter too: `/quote/` is not the quote of an empty symbol.
        if (Object.entries(request.params).some(([name, value]) => value === "" && name !== "*")) {
          notFound(request.raw);
          return;
        }
        exchange.route = name;
        const fail = (error: unknown): void => failed(request.raw, error);
        try {
          const reply = replyOf(exchange, request.params);
          if (reply instanceof Promise) reply.then((ready) => sendReply(context, exchange, ready)).catch(fail);
          else sendReply(context, exchange, reply)?.catch(fail);
        } catch (error) {
          fail(error);
        }
      },
    });
  }

  for (const route of routes) {
    const replyOf: ReplyOf =
      route.access === "public"
        ? (exchange, parameters) => route.answer(parameters, exchange.target.query, standingOf(context, exchange))
        : (exchange, parameters) => premiumDesk(desk).answer(route, exchange, parameters);
    for (const path of [route.path, ...route.aliases]) serve(API_PREFIX + path, route.method, route.name, replyOf);
  }
  for (const page of pages) serve(page.path, "GET", page.name, ({ target }) => page.answer(target.path));
  return app;
}

function premiumDesk(desk: PremiumDesk | null): PremiumDesk {
  if (!desk) throw new TypeError("A premium route is served where no keys are kept.");
  return desk;
}

function createHttpServer({ context, connections, routes }: RouterParts, allowed: MethodsOf, handler: Handler) {
  const { limits } = context;
  const server = createServer({
    IncomingMessage: ApiRequest,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    requireHostHeader: false,
    noDelay: true,
  });
  // Who says that nothing more comes still waits for the answer to what came.
  Object.assign(server, { httpAllowHalfOpen: true });
  // All lines are seen and counted by the gate; Node would drop those after the 2,000th unseen.
  server.maxHeadersCount = 0;
  const free = new Set(
    routes.filter((route) => route.access === "public" && !route.charged).map(({ path }) => API_PREFIX + path),
  );
  const gate = createGate(context, connections, { methodsOf: allowed, isFree: (path) => free.has(path) }, handler);
  connections.guard(server, limits);
  server.on("request", gate.pass);
  answerParserErrors(server, context, connections, gate.refuseExpectation);
  return server;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

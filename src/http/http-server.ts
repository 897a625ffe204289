/** The API's HTTP server: Node's own, with our limits instead of its defaults. */
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { Server as SocketServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Admission } from "./admission.ts";
import type { ApiContext } from "./api-context.ts";
import type { Connections } from "./connection/connections.ts";
import { attachErrorHandlers } from "./connection/parser-errors.ts";
import { createRouter, dispatch, type RouteSet } from "./dispatch.ts";
import { resolveApiFile } from "./request/api-files.ts";
import { API_PREFIX, readTarget } from "./request/request-target.ts";
import type { Route } from "./route.ts";

export interface Address {
  readonly host: string;
  readonly port: number;
}

export class HttpServer {
  readonly #context: ApiContext;
  readonly #connections: Connections;
  readonly #admission: Admission;
  readonly #servers: Server[] = [];

  constructor(context: ApiContext, connections: Connections, served: RouteSet) {
    this.#context = context;
    this.#connections = connections;
    const router = createRouter(context, served);
    this.#admission = new Admission({
      context,
      connections,
      parseTarget: (url) => resolveApiFile(readTarget(url, context.limits.urlBytes), router),
      findMethods: (path) => router.findMethods(path),
      acceptsForm: (path) => router.find("POST", path)?.endpoint.acceptsForm === true,
      free: listUnmeteredPaths(served.routes),
      getRouteName: ({ cached, request, target }) =>
        cached?.route ?? router.find(request.method ?? "", target.path)?.endpoint.name ?? "none",
      answer: (exchange) => dispatch(context, router, exchange),
    });
  }

  /** @returns the requested port; for port 0, the port that the system chose. */
  async listen({ host, port }: Address): Promise<number> {
    this.#context.loop.forgetLags();
    // Clients try either the IPv4 or the IPv6 address of `localhost`.
    const hosts = host === "localhost" ? (await lookup(host, { all: true })).map(({ address }) => address) : [host];
    const [first = host, ...others] = hosts;
    const bound = await this.#bind(first, port);
    // `localhost` may resolve to an address that this machine does not have.
    await Promise.allSettled(others.map((other) => this.#bind(other, bound)));
    return bound;
  }

  async #bind(host: string, port: number): Promise<number> {
    const address = (await this.#startServer((server) => server.listen({ port, host }))).address();
    return typeof address === "object" && address ? address.port : port;
  }

  async #startServer(startListening: (server: Server) => void): Promise<Server> {
    const server = this.#createServer();
    startListening(server);
    await once(server, "listening");
    this.#servers.push(server);
    return server;
  }

  /**
   * Stops accepting connections and resolves when all open ones have ended. Closes idle ones only after `closeIdleAfterMs`, so
   * that a request already on its way is still answered.
   */
  async close(): Promise<void> {
    const closed = Promise.all(this.#servers.map((server) => once(server, "close")));
    // The HTTP server's own `close` would close idle connections at once.
    for (const server of this.#servers) SocketServer.prototype.close.call(server);
    await Promise.race([closed, sleep(this.#context.limits.closeIdleAfterMs)]);
    for (const server of this.#servers) server.close();
    await closed;
  }

  closeAllConnections(): void {
    for (const server of this.#servers) server.closeAllConnections();
  }

  #createServer(): Server {
    const { limits } = this.#context;
    const server = createServer({
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.checkIntervalMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      requireHostHeader: false,
      noDelay: true,
      // A request without a body gets a stream that has already ended. Nobody needs to read the stream to its end.
      optimizeEmptyRequests: true,
    });
    // A client that closes only its sending side still gets its answers.
    Object.assign(server, { httpAllowHalfOpen: true });
    // `Admission` limits the number of header lines; Node would silently drop the lines after the 2,000th.
    server.maxHeadersCount = 0;
    this.#connections.attachLimits(server, limits);
    server.on("request", this.#admission.handleRequest);
    attachErrorHandlers(server, this.#context, this.#connections, this.#admission.handleExpectation);
    return server;
  }
}

function listUnmeteredPaths(routes: readonly Route[]): ReadonlySet<string> {
  const free = routes.filter((route) => route.access === "public" && !route.charged);
  return new Set(free.map(({ path }) => API_PREFIX + path));
}

/** Hands requests that this process does not answer to the one that does, over a Unix socket, and its answers back. */
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { pipeline } from "node:stream";
import { closeGently } from "./connection/lingering-close.ts";
import type { Exchange } from "./http-exchange.ts";
import { bodyLength } from "./request/request-body.ts";
import { headFault } from "./request/request-faults.ts";
import { sendProblem } from "./response/send-answer.ts";
import type { Router } from "./router.ts";
import type { ApiContext } from "./server-context.ts";

export interface Elsewhere {
  /** Path of the socket on which the other process answers everything. */
  readonly socketPath: string;
  /** The version that this process answers with. */
  readonly version: () => string;
}

/** Header that names the client's identity to the process behind the socket; what the client wrote there is left out. */
const IDENTITY_HEADER = "X-Forwarded-For";

/** Header lines that are added at most: `Host` and the identity. */
export const ADDED_LINES = 2;
export const ADDED_BYTES = 1024;

/** Fields of one connection (RFC 9110 section 7.6.1), which are not passed on. */
const OF_ONE_CONNECTION = new Set(["connection", "keep-alive", "proxy-connection", "upgrade", "te", "trailer"]);

export class PassingOn {
  readonly #context: ApiContext;
  readonly #router: Pick<Router, "find">;
  readonly #elsewhere: Elsewhere;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(context: ApiContext, router: Pick<Router, "find">, elsewhere: Elsewhere) {
    this.#context = context;
    this.#router = router;
    this.#elsewhere = elsewhere;
  }

  /** Tells whether this process answers a request: it does answer one without a key for a path that is served here. A bad head is refused here. */
  isOwn(exchange: Exchange): boolean {
    const { request, target, kept } = exchange;
    const { method = "", headers } = request;
    if (headFault(exchange, this.#context.limits) !== null) return true;
    if ((method !== "GET" && method !== "HEAD") || headers.authorization !== undefined) return false;
    if (bodyLength(request) !== 0) return false;
    if (kept !== undefined) return true;
    return this.#router.find(method, target.path) !== null && this.#isOfVersionInForce(target.query);
  }

  /** Former versions are kept in one place, for as long as somebody asks for them. */
  #isOfVersionInForce(query: string): boolean {
    if (query === "") return true;
    const asked = new URLSearchParams(query);
    const version = asked.get("version");
    return !asked.has("as_of") && (version === null || version === this.#elsewhere.version());
  }

  send(exchange: Exchange): void {
    const { request, response } = exchange;
    const passed = httpRequest({
      socketPath: this.#elsewhere.socketPath,
      agent: this.#agent,
      method: request.method,
      path: request.url,
      headers: headersFor(exchange),
    });
    passed.on("response", (answer) => giveBack(answer, exchange, this.#context.lifecycle.closing));
    passed.on("error", (error) => {
      // The answer may come before the whole request has been taken.
      if (response.headersSent || response.destroyed) return;
      this.#context.log.warn({ err: error }, "a request could not be passed on");
      const detail = "The service cannot answer this at the moment.";
      sendProblem(this.#context, exchange, { code: "service_unavailable", detail, retryAfterSeconds: 1 });
    });
    response.on("close", () => {
      if (!response.writableFinished) passed.destroy();
    });
    request.pipe(passed);
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Names and values in turn, as `node:http` takes them. */
function headersFor({ request, identity }: Exchange): string[] {
  const headers = [IDENTITY_HEADER, identity];
  // A request of HTTP/1.0 may come without one.
  if (request.headers.host === undefined) headers.push("Host", "localhost");
  eachLine(request.rawHeaders, (name, value) => {
    const isContinue = name.toLowerCase() === "expect" && value.toLowerCase() === "100-continue";
    if (name.toLowerCase() !== IDENTITY_HEADER.toLowerCase() && !isContinue) headers.push(name, value);
  });
  return headers;
}

function eachLine(rawHeaders: readonly string[], take: (name: string, value: string) => void): void {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = [rawHeaders[at], rawHeaders[at + 1]];
    if (!OF_ONE_CONNECTION.has(name.toLowerCase())) take(name, value);
  }
}

function giveBack(answer: IncomingMessage, { request, response }: Exchange, isLast: boolean): void {
  const headers: string[] = [];
  eachLine(answer.rawHeaders, (name, value) => {
    if (name.toLowerCase() !== "transfer-encoding") headers.push(name, value);
  });
  const isRefused = answer.headers.connection === "close";
  if (isRefused) closeGently(request.socket);
  if (isRefused || isLast) headers.push("Connection", "close");
  response.writeHead(answer.statusCode ?? 0, headers);
  pipeline(answer, response, () => {});
}

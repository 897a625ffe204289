/** What every request passes before it is routed: it gets its name and its budget, and what cannot be served is answered here. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { MethodsOf } from "./allowed-methods.ts";
import type { Connections } from "./connection/connections.ts";
import { requestId } from "./connection/request-id.ts";
import { ANONYMOUS, type Caller } from "./credentials/callers.ts";
import { ApiRequest, type Exchange, exchangeOf } from "./http-exchange.ts";
import type { Problem } from "./problems.ts";
import { limitExtras } from "./rate-limit/rate-limit-headers.ts";
import { readTarget } from "./request/request-target.ts";
import { sendPreflight, sendProblem } from "./response/send-answer.ts";
import type { ApiContext } from "./server-context.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

interface Gate {
  /** For the server's `request`. */
  readonly pass: Listener;
  /** For an `Expect` other than `100-continue` (RFC 9110 section 10.1.1). */
  readonly refuseExpectation: Listener;
}

/** What the gate must know of the paths under the base. */
interface Paths {
  readonly methodsOf: MethodsOf;
  /** Whether a request to this path costs nothing. */
  readonly isFree: (path: string) => boolean;
}

/** `route` is called with requests that are well-formed, within their budget and read to the end; their `url` is the path alone. */
export function createGate(context: ApiContext, connections: Connections, paths: Paths, route: Listener): Gate {
  const { limits } = context;
  const { methodsOf } = paths;

  function begin(request: IncomingMessage, response: ServerResponse): Exchange {
    const connection = connections.of(request.socket);
    const forwarded = connection.peerIsTrusted ? request.headers["x-forwarded-for"] : undefined;
    const exchange: Exchange = {
      request,
      response,
      id: requestId(request.headers["x-request-id"], context.wallClock()),
      target: readTarget(request.url ?? "", limits.urlBytes),
      identity:
        typeof forwarded === "string"
          ? context.addresses.identity(request.socket.remoteAddress, forwarded)
          : connection.peerIdentity,
      plan: context.plan,
      caller: ANONYMOUS,
      body: null,
      contentType: undefined,
      startedAt: context.clock(),
      route: "none",
      admittedAt: null,
      rate: null,
    };
    if (request instanceof ApiRequest) request.exchange = exchange;
    connections.begin(exchange);
    response.once("close", ended);
    return exchange;
  }

  function ended(this: ServerResponse): void {
    const exchange = exchangeOf(this.req);
    connections.end(exchange);
    const elapsedMs = context.clock() - exchange.startedAt;
    context.metrics.answered(exchange.route, this.statusCode, elapsedMs / 1000);
    if (elapsedMs > limits.slowMs) {
      context.log.warn({ route: exchange.route, requestId: exchange.id, elapsedMs }, "slow answer");
    }
  }

  /** Counts the request, whatever its answer will be; false when it was refused. */
  function admit(exchange: Exchange): boolean {
    if (!exchange.target.underBase || exchange.request.method === "OPTIONS") return true;
    if (paths.isFree(exchange.target.path)) {
      exchange.rate = context.limiter.peek(exchange.identity, exchange.plan);
      return true;
    }
    const { admittedAt, state } = context.limiter.admit(exchange.identity, exchange.plan);
    exchange.admittedAt = admittedAt;
    exchange.rate = state;
    if (admittedAt !== null) return true;
    context.metrics.rateLimited();
    const seconds = Math.max(1, Math.ceil(state.nextInMs / 1000));
    refuse(exchange, {
      code: "rate_limit_exceeded",
      detail: `The plan '${state.plan.name}' allows ${state.plan.quota} requests in any 60 seconds; the next is admitted in ${seconds} s.`,
      retryAfterSeconds: seconds,
      extra: limitExtras(state.plan, seconds),
    });
    return false;
  }

  /** Refuses, and closes the connection where the rest of the request is too much to be read. */
  function refuse(exchange: Exchange, problem: Problem): void {
    const { request } = exchange;
    const close = problem.close === true || (!request.complete && bodyLength(request) > limits.bodyBytes);
    sendProblem(context, exchange, close ? { ...problem, close } : problem);
  }

  /** A fault of ours in one request must not end the process that serves all the others. */
  function inTurn(take: Listener): Listener {
    return (request, response) => {
      connections.take(request.socket, () => {
        try {
          take(request, response);
        } catch (error) {
          failedHere(request, error);
        }
      });
    };
  }

  function failedHere({ socket }: IncomingMessage, error: unknown): void {
    context.log.error({ err: error }, "request failed at the gate");
    socket.destroy();
  }

  function pass(request: IncomingMessage, response: ServerResponse): void {
    const exchange = begin(request, response);
    const caller = context.callers?.of(request, exchange.identity) ?? ANONYMOUS;
    if (!(caller instanceof Promise)) go(exchange, caller);
    else {
      caller.then((known) => go(exchange, known)).catch((error: unknown) => failedHere(request, error));
    }
  }

  function go(exchange: Exchange, caller: Caller): void {
    const { request, response } = exchange;
    exchange.caller = caller;
    if (caller.kind === "key") {
      exchange.identity = caller.account.id;
      if (caller.account.plan === "premium") exchange.plan = context.premiumPlan;
    }
    if (!admit(exchange)) return;
    if (exchange.target.underBase && context.loop.overloaded()) {
      refuse(exchange, {
        code: "service_unavailable",
        detail: "The service is behind with its work; ask again in a moment.",
        retryAfterSeconds: 1,
      });
      return;
    }
    // What is read finds its own way.
    const reads = request.method === "GET" || request.method === "HEAD";
    const fault = faultOf(exchange, limits) ?? (reads ? null : methodFault(exchange, methodsOf));
    if (fault) {
      refuse(exchange, fault);
      return;
    }
    request.url = exchange.target.path;
    if (request.method === "OPTIONS") {
      sendPreflight(context, exchange, methodsOf(exchange.target.path) ?? []);
      return;
    }
    if (!reads) {
      exchange.contentType = request.headers["content-type"];
      delete request.headers["content-type"];
    }
    const length = bodyLength(request);
    if (length === 0) route(request, response);
    else if (length > limits.bodyBytes && length !== Number.POSITIVE_INFINITY)
      refuse(exchange, tooLarge(limits.bodyBytes));
    else
      readBody(request, limits.bodyBytes, caller.kind === "key", (body) => {
        if (body) {
          exchange.body = body;
          route(request, response);
        } else refuse(exchange, tooLarge(limits.bodyBytes));
      });
  }

  function refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
    const exchange = begin(request, response);
    if (!admit(exchange)) return;
    refuse(exchange, {
      code: "expectation_failed",
      detail: "The only expectation that can be met is '100-continue'.",
      close: true,
    });
  }

  return { pass: inTurn(pass), refuseExpectation: inTurn(refuseExpectation) };
}

/** What is wrong with the request before anyone looks at where it goes. */
function faultOf({ request, target }: Exchange, limits: ApiContext["limits"]): Problem | null {
  const { rawHeaders } = request;
  if (rawHeaders.length > 2 * limits.headerLines) {
    return { code: "headers_too_large", detail: `A request may have ${limits.headerLines} header lines.`, close: true };
  }
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  if (hosts > 1 || (hosts === 0 && request.httpVersion !== "1.0")) {
    return { code: "malformed_request", detail: "A request must have exactly one Host header.", close: true };
  }
  const coding = request.headers["transfer-encoding"];
  if (coding !== undefined && coding.trim().toLowerCase() !== "chunked") {
    return { code: "malformed_request", detail: "The only transfer coding that is taken is 'chunked'.", close: true };
  }
  if (target.fault === "uri_too_long") {
    return { code: "uri_too_long", detail: `The request target may have ${limits.urlBytes} bytes.` };
  }
  if (target.fault === "malformed_request") {
    return { code: "malformed_request", detail: "The request target is not a path of percent-encoded UTF-8." };
  }
  return null;
}

/** 404 for a path that there is not, 405 for one that is not asked with this method; null for the rest. */
export function methodFault({ request, target }: Exchange, methodsOf: MethodsOf): Problem | null {
  const method = request.method ?? "";
  const methods = methodsOf(target.path);
  if (!methods) return NOT_FOUND;
  if (methods.includes(method)) return null;
  const allowed = methods.join(", ");
  return {
    code: "method_not_allowed",
    detail: `${method} is not served at this path; allowed are ${allowed}.`,
    headers: ["Allow", allowed],
  };
}

export const NOT_FOUND: Problem = { code: "not_found", detail: "There is nothing at this path." };

function tooLarge(maxBytes: number): Problem {
  return { code: "content_too_large", detail: `A request body may have ${maxBytes} bytes.`, close: true };
}

/** Declared bytes of the body; infinite when it comes in chunks. */
function bodyLength({ headers }: IncomingMessage): number {
  if (headers["transfer-encoding"] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers["content-length"] ?? 0);
}

/** Reads at most `maxBytes`, and keeps them when asked to; `done` gets null when that was not all. Never called when the client leaves. */
function readBody(
  request: IncomingMessage,
  maxBytes: number,
  keep: boolean,
  done: (body: Buffer | null) => void,
): void {
  let bytes = 0;
  const kept: Buffer[] = [];
  const onData = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes <= maxBytes) {
      if (keep) kept.push(chunk);
      return;
    }
    request.off("data", onData);
    request.off("end", onEnd);
    done(null);
  };
  const onEnd = (): void => done(Buffer.concat(kept));
  request.on("data", onData);
  request.on("end", onEnd);
  request.on("error", () => request.off("end", onEnd));
}

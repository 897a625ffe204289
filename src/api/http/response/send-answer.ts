/** Sends answers and problems: the one place where the headers that every response has are put together. */

import { closeGently } from "../connection/lingering-close.ts";
import { type Exchange, isForPeople } from "../http-exchange.ts";
import { HTML_TYPE, PROBLEM_TYPE } from "../media-types.ts";
import { PROBLEMS, type Problem, problemBody } from "../problems.ts";
import { rateLimitHeaders, retryAfter } from "../rate-limit/rate-limit-headers.ts";
import type { Answer } from "../route.ts";
import type { ApiContext } from "../server-context.ts";
import { CACHE_CONTROL, namesTag, stillMatches } from "./caching.ts";
import { COMPRESS_FROM_BYTES, type Coding, readAcceptEncoding } from "./compression.ts";
import { preflightHeaders } from "./cors.ts";

const OK = 200;
const NOT_MODIFIED = 304;
const NO_CONTENT = 204;
const MOVED = 308;
const REFUSED = 429;
const OUR_FAULT = 503;

/** The body, coded as the client likes it best, or 304. Settles when it has been handed to the socket. */
export function sendAnswer(context: ApiContext, exchange: Exchange, answer: Answer): void | Promise<void> {
  const { headers: asked } = exchange.request;
  const { status = OK } = answer;
  if (status !== OK) {
    if (status === NO_CONTENT) {
      return writeHead(context, exchange, status, [...answer.headers, "Cache-Control", answer.cacheControl], null);
    }
    if (status === MOVED) {
      const headers = [...answer.headers, "Content-Length", "0", "Cache-Control", answer.cacheControl];
      return writeHead(context, exchange, status, headers, null);
    }
    return sendBody(context, exchange, answer, answer.body, null);
  }
  if (answer.etag !== null && isOutdated(exchange, answer.etag)) {
    sendProblem(context, exchange, OUTDATED);
    return;
  }
  if (answer.etag !== null && namesTag(asked["if-none-match"], answer.etag)) {
    return writeHead(context, exchange, NOT_MODIFIED, [...answer.headers, ...validators(answer)], null);
  }
  const wish = readAcceptEncoding(asked["accept-encoding"]);
  const worth = answer.body.length >= COMPRESS_FROM_BYTES || wish.refusesIdentity;
  if (wish.coding === null || !worth) return sendBody(context, exchange, answer, answer.body, null);
  const coding = wish.coding;
  const coded = (ready: Buffer) => sendBody(context, exchange, answer, ready, coding);
  // Two answers of one path without a validator may differ, so the body itself identifies them.
  if (answer.etag === null || answer.bodyIsKept)
    return context.compressed.makeNameless(coding, answer.body).then(coded);
  const key = `${exchange.target.path} ${answer.etag}`;
  const ready = context.compressed.ready(key, coding);
  return ready ? coded(ready) : context.compressed.make(key, coding, answer.body).then(coded);
}

/** The condition of a request that only reads; who changes something has checked it where the change is made. */
export function isOutdated({ request }: Exchange, etag: string): boolean {
  const reads = request.method === "GET" || request.method === "HEAD";
  return reads && !stillMatches(request.headers["if-match"], etag);
}

export const OUTDATED: Problem = {
  code: "precondition_failed",
  detail: "What is served here now is not what If-Match names.",
};

/** A problem with all its headers; a 503 is our fault and counts 0, as what a limit refuses does. */
export function sendProblem(context: ApiContext, exchange: Exchange, problem: Problem): void {
  const { status } = PROBLEMS[problem.code];
  const { limiter } = context;
  if ((status === OUR_FAULT || status === REFUSED) && exchange.admittedAt !== null) {
    limiter.refund(exchange.identity, exchange.admittedAt);
    exchange.admittedAt = null;
    exchange.rate = null;
  }
  const page = isForPeople(exchange) ? context.problemPage?.(problem) : undefined;
  if (page) {
    const headers = [
      ...problemHeaders(problem, page.body.length, HTML_TYPE),
      ...(problem.headers ?? []),
      ...page.headers,
    ];
    writeHead(context, exchange, status, headers, page.body, problem.close ?? false);
    return;
  }
  exchange.rate ??= limiter.peek(exchange.identity, exchange.plan);
  const body = problemBody(problem, exchange.id);
  const headers = [...problemHeaders(problem, body.length), ...(problem.headers ?? [])];
  writeHead(context, exchange, status, headers, body, problem.close ?? false);
}

/** The answer to OPTIONS. */
export function sendPreflight(context: ApiContext, exchange: Exchange, methods: readonly string[]): void {
  exchange.rate ??= context.limiter.peek(exchange.identity, exchange.plan);
  writeHead(context, exchange, NO_CONTENT, [...preflightHeaders(methods), "Cache-Control", CACHE_CONTROL.none], null);
}

/** Headers of a problem beside those of every response. */
export function problemHeaders(problem: Problem, bodyLength: number, contentType = PROBLEM_TYPE): string[] {
  const headers = [
    "Content-Type",
    contentType,
    "Content-Length",
    String(bodyLength),
    "Cache-Control",
    CACHE_CONTROL.none,
  ];
  if (problem.retryAfterSeconds !== undefined) headers.push("Retry-After", retryAfter(problem.retryAfterSeconds));
  return headers;
}

function validators({ cacheControl, etag }: Answer): string[] {
  const headers = ["Cache-Control", cacheControl, "Vary", "Accept-Encoding"];
  if (etag !== null) headers.push("ETag", etag);
  return headers;
}

function sendBody(context: ApiContext, exchange: Exchange, answer: Answer, body: Buffer, coding: Coding | null): void {
  const headers = ["Content-Type", answer.contentType, "Content-Length", String(body.length), ...answer.headers];
  headers.push(...validators(answer));
  if (coding !== null) headers.push("Content-Encoding", coding);
  writeHead(context, exchange, answer.status ?? OK, headers, body);
}

/** The head with the headers of every response, and the body unless it comes later in pieces. */
export function writeHead(
  context: ApiContext,
  exchange: Exchange,
  status: number,
  headers: readonly string[],
  body: Buffer | null | "in pieces",
  close = false,
): void {
  const { request, response, rate } = exchange;
  if (response.headersSent || response.destroyed) return;
  const all = [...context.fixedHeaders, "X-Request-Id", exchange.id, ...headers];
  if (rate) all.push(...rateLimitHeaders(rate, context.wallClock()));
  if (close) closeGently(request.socket);
  if (close || context.lifecycle.closing) all.push("Connection", "close");
  response.writeHead(status, all);
  if (body === "in pieces") return;
  if (body === null) response.end();
  else response.end(body);
}

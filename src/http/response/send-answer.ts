/** Sends answers and errors: status, conditional requests, compression. Heads come from `answer-head.ts` or `write-head.ts`. */
import { getOrAdd } from "../../base/get-or-add.ts";
import type { ApiContext } from "../api-context.ts";
import { type HttpExchange, runWhenCallerStateKnown, wantsHtmlPage } from "../http-exchange.ts";
import { HTML_TYPE, PROBLEM_TYPE } from "../media-types.ts";
import { buildProblemBody, PROBLEMS, type Problem } from "../problems.ts";
import { formatRetryAfter } from "../rate-limit/rate-limit-headers.ts";
import type { Answer } from "../route.ts";
import { appendShortBody, buildAnswerHead, sendWithHead } from "./answer-head.ts";
import type { AnswerHead } from "./cached-answers.ts";
import { buildCachingHeaders, CACHE_CONTROL, matchesIfMatch, matchesIfNoneMatch } from "./caching.ts";
import { COMPRESS_FROM_BYTES, type Coding, readAcceptEncoding } from "./compression.ts";
import { buildPreflightHeaders } from "./cors.ts";
import { writeHead } from "./write-head.ts";

const OK = 200;
const NOT_MODIFIED = 304;
const NO_CONTENT = 204;
const MOVED = 308;
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

/** Sends the body in the client's preferred content coding, or a 304. Resolves when the answer has been handed to the socket. */
export function sendAnswer(context: ApiContext, exchange: HttpExchange, answer: Answer): void | Promise<void> {
  const { headers: requested } = exchange.request;
  const { status = OK } = answer;
  if (status !== OK) {
    if (status === NO_CONTENT) {
      return writeHead(
        context,
        exchange,
        status,
        [...answer.headers, ...buildCachingHeaders(answer.cacheControl, context.cacheTags)],
        null,
      );
    }
    if (status === MOVED) {
      const headers = [
        ...answer.headers,
        "Content-Length",
        "0",
        ...buildCachingHeaders(answer.cacheControl, context.cacheTags),
      ];
      return writeHead(context, exchange, status, headers, null);
    }
    return sendBody(context, exchange, answer, answer.body, null);
  }
  if (answer.etag !== null && failsIfMatch(exchange, answer.etag)) {
    sendProblem(context, exchange, IF_MATCH_FAILED);
    return;
  }
  if (answer.etag !== null && matchesIfNoneMatch(requested["if-none-match"], answer.etag)) {
    return sendNotModified(context, exchange, answer);
  }
  const wish = readAcceptEncoding(requested["accept-encoding"]);
  const worth = answer.body.length >= COMPRESS_FROM_BYTES || wish.refusesIdentity;
  if (wish.coding === null || !worth || answer.uncompressed)
    return sendBody(context, exchange, answer, answer.body, null);
  const coding = wish.coding;
  const sendEncoded = (ready: Buffer) => sendBody(context, exchange, answer, ready, coding);
  // Without an ETag, two answers for the same path may differ, so the body itself is the cache key.
  if (answer.etag === null || answer.bodyIsCached)
    return context.compressed.compressAndCacheByBody(coding, answer.body).then(sendEncoded);
  const key = `${exchange.target.path} ${answer.etag}`;
  const ready = context.compressed.getCompressed(key, coding);
  return ready ? sendEncoded(ready) : context.compressed.compressAndCache(key, coding, answer.body).then(sendEncoded);
}

/** Returns whether `If-Match` of a GET or HEAD fails; requests that change something check it when they make the change. */
export function failsIfMatch({ request }: HttpExchange, etag: string): boolean {
  const reads = request.method === "GET" || request.method === "HEAD";
  return reads && !matchesIfMatch(request.headers["if-match"], etag);
}

export const IF_MATCH_FAILED: Problem = {
  code: "precondition_failed",
  detail: "The current version does not match If-Match.",
};

/** Sends a problem. A request answered with 429 or 503 does not count against the rate limit. */
export function sendProblem(context: ApiContext, exchange: HttpExchange, problem: Problem): void {
  const { status } = PROBLEMS[problem.code];
  const { limiter } = context;
  if ((status === UNAVAILABLE || status === TOO_MANY_REQUESTS) && exchange.admittedAt !== null) {
    limiter.refund(exchange.identity, exchange.admittedAt);
    exchange.admittedAt = null;
    exchange.rate = null;
  }
  const page = wantsHtmlPage(exchange) ? context.problemPage?.(problem) : undefined;
  if (page) {
    const headers = [
      ...listProblemHeaders(problem, page.body.length, HTML_TYPE),
      ...(problem.headers ?? []),
      ...page.headers,
    ];
    writeHead(context, exchange, status, headers, page.body, problem.close ?? false);
    return;
  }
  void runWhenCallerStateKnown(context, exchange, () => {
    const body = buildProblemBody(problem, exchange.id);
    const headers = [...listProblemHeaders(problem, body.length), ...(problem.headers ?? [])];
    writeHead(context, exchange, status, headers, body, problem.close ?? false);
  });
}

export function answerPreflight(context: ApiContext, exchange: HttpExchange, methods: readonly string[]): void {
  const headers = [...buildPreflightHeaders(methods), "Cache-Control", CACHE_CONTROL.none];
  void runWhenCallerStateKnown(context, exchange, () => writeHead(context, exchange, NO_CONTENT, headers, null));
}

/** Headers of a problem, without the headers that every response has. */
export function listProblemHeaders(problem: Problem, bodyLength: number, contentType = PROBLEM_TYPE): string[] {
  const headers = [
    "Content-Type",
    contentType,
    "Content-Length",
    String(bodyLength),
    "Cache-Control",
    CACHE_CONTROL.none,
  ];
  if (problem.retryAfterSeconds !== undefined) headers.push("Retry-After", formatRetryAfter(problem.retryAfterSeconds));
  return headers;
}

function listCachingHeaders({ cacheTags }: ApiContext, { cacheControl, etag }: Answer): string[] {
  const headers = [...buildCachingHeaders(cacheControl, cacheTags), "Vary", "Accept-Encoding"];
  if (etag !== null) headers.push("ETag", etag);
  return headers;
}

/** Response heads of answers with `bodyIsCached`. For answers cached by request target, `CachedAnswer` holds the heads. */
const headsOfCachedBodies = new WeakMap<Answer, Map<string, AnswerHead>>();

function getCachedHeads({ cached }: HttpExchange, answer: Answer): Map<string, AnswerHead> | null {
  if (cached !== undefined) return cached.heads;
  if (!answer.bodyIsCached) return null;
  return getOrAdd(headsOfCachedBodies, answer, () => new Map<string, AnswerHead>());
}

function sendNotModified(context: ApiContext, exchange: HttpExchange, answer: Answer): void {
  const heads = getCachedHeads(exchange, answer);
  let head = heads?.get("304");
  if (head === undefined) {
    head = buildAnswerHead(context, NOT_MODIFIED, [...answer.headers, ...listCachingHeaders(context, answer)]);
    heads?.set("304", head);
  }
  sendWithHead(context, exchange, head, null);
}

function sendBody(
  context: ApiContext,
  exchange: HttpExchange,
  answer: Answer,
  body: Buffer,
  coding: Coding | null,
): void {
  const heads = getCachedHeads(exchange, answer);
  const name = coding ?? "identity";
  let head = heads?.get(name);
  if (head === undefined) {
    const headers = ["Content-Type", answer.contentType, "Content-Length", String(body.length), ...answer.headers];
    headers.push(...listCachingHeaders(context, answer));
    if (coding !== null) headers.push("Content-Encoding", coding);
    head = buildAnswerHead(context, answer.status ?? OK, headers);
    if (heads !== null) {
      head = appendShortBody(head, body);
      heads.set(name, head);
    }
  }
  sendWithHead(context, exchange, head, body);
}

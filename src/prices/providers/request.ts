/** Sends requests to a price provider: one at a time, spaced, limited in time and size, never retried. */
import { setTimeout as sleep } from "node:timers/promises";
import PQueue from "p-queue";
import type { z } from "zod";
import { SourceError } from "../../base/errors.ts";
import type { Logger } from "../../base/log.ts";
import { type IsoDate, subtractMonths } from "../../domain/dates.ts";
import { type Fetch, openPool } from "../../outbound/fetch.ts";
import { sendRequest } from "../../outbound/http-request.ts";
import { findOverloadError } from "../../outbound/overload.ts";
import { buildCrawlerUserAgent } from "../../outbound/user-agent.ts";

/** Six years: the longest period is five years, counted back from the symbol's last trading day. */
const HISTORY_MONTHS = 72;

/** First day to request from a provider unless a caller wants earlier days. */
export function getHistoryStart(today: IsoDate): IsoDate {
  return subtractMonths(today, HISTORY_MONTHS);
}

export interface ProviderOptions {
  /** Base URL of the provider, or of a stand-in server such as `http://127.0.0.1:4010/nasdaq`. */
  readonly baseUrl: string;
  /** The operator's contact address, sent in the User-Agent; null if not set. */
  readonly contact: string | null;
  readonly log: Logger;
  readonly fetch?: Fetch;
  readonly getTime?: () => Date;
  /** Monotonic milliseconds, for cache lifetimes. */
  readonly readElapsedMs?: () => number;
  /** Minimum time between two requests. Default: the provider's own value, or 0 if `baseUrl` is a server on this machine. */
  readonly spacingMs?: number;
  /** 10,000 by default. */
  readonly timeoutMs?: number;
  /** 8 MB by default. */
  readonly maxBytes?: number;
}

export interface ProviderResponse {
  readonly status: number;
  readonly location: string | null;
  readonly cookies: readonly string[];
  readonly text: string;
}

interface ProviderRequest {
  readonly method?: "GET" | "POST";
  /** Header values by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * @throws {SourceError} `busy` if too many requests are ahead; `timeout`, `too_large`, `truncated`, `unexpected_encoding` or
 * `network`; `rate_limited` for status 429 or the text "Too Many Requests", `server_error` for 5xx, both with the `Retry-After`.
 */
type SendRequest = (url: string, request: ProviderRequest, signal: AbortSignal) => Promise<ProviderResponse>;

/** Yahoo's pages send more header lines than Node accepts by default. */
const LONGEST_HEADERS_BYTES = 65_536;
/** Headers that the standard `fetch` sends. The requests described in docs/sources/prices.md were sent with these headers. */
const AS_FETCH = { accept: "*/*", "accept-language": "*", "sec-fetch-mode": "cors" };
const TOO_MANY_REQUESTS = /^\s*(Edge: )?Too Many Requests/i;

export function createRequestSender(provider: string, options: ProviderOptions, spacingMs: number): SendRequest {
  const { timeoutMs = 10_000, maxBytes = 8_000_000, fetch = createPooledFetch() } = options;
  const limits = { userAgent: buildCrawlerUserAgent(options.contact), totalTimeoutMs: timeoutMs };
  const runSpaced = createSpacedQueue(provider, options.spacingMs ?? (isLoopback(options.baseUrl) ? 0 : spacingMs));
  return (url, { headers, ...sent }, signal) =>
    runSpaced(signal, async () => {
      const label = `${provider} (${new URL(url).pathname})`;
      const request = { ...sent, url, label, headers: { ...AS_FETCH, ...headers }, maxBytes, signal };
      const answer = await sendRequest(fetch, request, limits);
      const text = Buffer.from(answer.body).toString("utf8");
      const status = TOO_MANY_REQUESTS.test(text) ? 429 : answer.status;
      const overload = findOverloadError({ ...answer, status }, { who: label, what: label }, Date.now());
      if (overload !== null) throw overload;
      return { status, location: answer.headers["location"] ?? null, cookies: answer.setCookies, text };
    });
}

/** Returns the answer, or null if the provider failed: for optional data, without which a price is still useful. */
export async function toNullIfFailed<T>(
  answer: Promise<T>,
  onFailure: (failure: SourceError) => void = () => {},
): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    onFailure(error);
    return null;
  }
}

export function createPooledFetch(): Fetch {
  return openPool({ maxHeaderSize: LONGEST_HEADERS_BYTES }).fetch;
}

// Runs work one at a time with a minimum time between starts; a caller whose signal aborts stops waiting at once. Requests that
// share a signal run before the next group begins: if groups were interleaved, all of them would end too late.
function createSpacedQueue(provider: string, spacingMs: number) {
  // The queue's own `interval` uses the system clock, which may jump.
  const queue = new PQueue({ concurrency: 1 });
  let startedAt = Number.NEGATIVE_INFINITY;
  const begun = new WeakSet<AbortSignal>();
  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    let hasBegun = false;
    const waitAndRun = async () => {
      const wait = startedAt + spacingMs - performance.now();
      if (wait > 0) await sleep(wait, undefined, { signal });
      startedAt = performance.now();
      hasBegun = true;
      begun.add(signal);
      return work();
    };
    try {
      return await queue.add(waitAndRun, { signal, priority: begun.has(signal) ? 1 : 0 });
    } catch (error) {
      if (!signal.aborted || error instanceof SourceError) throw error;
      throw hasBegun
        ? new SourceError("timeout", `${provider} did not answer in time.`)
        : new SourceError("busy", `${provider} was not queried in time: too many requests are waiting.`);
    }
  };
}

function isLoopback(baseUrl: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(baseUrl).hostname);
}

export interface JsonAnswer {
  /** 400 and 404 if the provider says in JSON that there is no such symbol or endpoint. */
  readonly status: 200 | 400 | 404;
  readonly body: unknown;
}

/**
 * GETs `path` below the base URL. @throws {SourceError} as `SendRequest` does, or with the first of these codes that applies:
 * - `rate_limited` if the body reports a rate limit.
 * - `bad_answer` if the body says that the key's plan does not include the data.
 * - `blocked` for status 401 or 403.
 * - `bad_answer` for any status except 200, 400 and 404, for a body that is not JSON, and for an error in the body of a 200.
 */
type FetchJson = (path: string, signal: AbortSignal) => Promise<JsonAnswer>;

interface Source {
  /** Name used in errors. */
  readonly provider: string;
  readonly spacingMs: number;
  /** Header values by lower-case name. The key belongs here and never in a URL, because URLs are logged. */
  readonly headers?: Readonly<Record<string, string>>;
}

export function createFetchJson({ provider, spacingMs, headers }: Source, options: ProviderOptions): FetchJson {
  const request = createRequestSender(provider, options, spacingMs);
  const requestOptions = { headers: { accept: "application/json", ...headers } };
  return async (path, signal) => {
    const { status, text } = await request(options.baseUrl + path, requestOptions, signal);
    const label = `${provider} (${new URL(options.baseUrl + path).pathname})`;
    const body = parseJsonOrUndefined(text);
    const complaint = body === undefined ? text.slice(0, LONGEST_COMPLAINT) : findStatedError(body);
    if (complaint !== null && OVER_LIMIT.test(complaint)) {
      throw new SourceError("rate_limited", `${label} says that its limit is reached.`);
    }
    if (complaint !== null && NOT_IN_PLAN.test(complaint)) {
      throw new SourceError("bad_answer", `${label} does not offer this in the key's plan.`);
    }
    if (status === 401 || status === 403) throw new SourceError("blocked", `${label} refused with ${status}.`);
    if ((status !== 200 && status !== 400 && status !== 404) || body === undefined) {
      throw new SourceError("bad_answer", `${label} answered ${status} without the expected JSON.`);
    }
    if (status === 200 && complaint !== null) {
      throw new SourceError("bad_answer", `${label} answered 200 with an error instead of data.`);
    }
    return { status, body };
  };
}

/** Validates an answer's shape. @param what names the answer in the error text. @throws {SourceError} `bad_answer` if invalid. */
export function parseAnswer<T>(shape: z.ZodType<T>, answer: unknown, what: string): T {
  const parsed = shape.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new SourceError("bad_answer", `${what} does not have the expected format.`);
}

const OVER_LIMIT = /too many requests|limit (is )?(reached|exceeded)|run over your|exceeded (the|your)/i;
/** Text of Finnhub's 403 for a single symbol, such as one of a foreign exchange; other symbols still work. */
const NOT_IN_PLAN = /access to this resource/i;
const LONGEST_COMPLAINT = 4_096;

function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text in `{"error":...}` or `{"detail":...}`; null if there is none. Do not put it into errors: it may contain the key. */
function findStatedError(body: unknown): string | null {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return null;
  const { error, detail } = body as Record<string, unknown>;
  const stated = error ?? detail;
  return stated === undefined || stated === null ? null : JSON.stringify(stated);
}

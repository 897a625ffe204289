/** Requests to a provider of prices: one at a time, spaced, bounded in time and size, none of them repeated. */
import { setTimeout as sleep } from "node:timers/promises";
import PQueue from "p-queue";
import { SourceError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { exchange } from "../outbound/exchange.ts";
import { type Fetch, openPool } from "../outbound/fetch.ts";
import { overloadOf } from "../outbound/overload.ts";
import { crawlerUserAgent } from "../outbound/user-agent.ts";

/** Options of every provider that is asked over the network. */
export interface ProviderOptions {
  /** The provider's address, or a stand-in such as `http://127.0.0.1:4010/nasdaq`. */
  readonly baseUrl: string;
  /** The operator's address, named in the User-Agent; null when not set. */
  readonly contact: string | null;
  readonly log: Logger;
  readonly fetch?: Fetch;
  readonly clock?: () => Date;
  /** Milliseconds that only ever go on; what is remembered for a while counts on them. */
  readonly elapsedMs?: () => number;
  /** Least time between two requests: the provider's own by default, 0 for a stand-in on this machine. */
  readonly spacingMs?: number;
  /** 10,000 by default. */
  readonly timeoutMs?: number;
  /** 8 MB by default. */
  readonly maxBytes?: number;
}

export interface Received {
  readonly status: number;
  readonly location: string | null;
  readonly cookies: readonly string[];
  readonly text: string;
}

interface Sent {
  readonly method?: "GET" | "POST";
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * @throws {SourceError} `busy` when its turn did not come in time; `timeout`, `too_large`, `truncated`, `unexpected_encoding` or
 * `network`; `rate_limited` for a 429 or its text in place of an answer, and `server_error` for 5xx, both with what `Retry-After` says.
 */
type Request = (url: string, sent: Sent, signal: AbortSignal) => Promise<Received>;

/** Yahoo's pages send more header lines than Node accepts by itself. */
const LONGEST_HEADERS_BYTES = 65_536;
/** The headers that the standard `fetch` sends by itself: the answers described in docs/sources/prices.md were given to it. */
const AS_FETCH = { accept: "*/*", "accept-language": "*", "sec-fetch-mode": "cors" };
const TOO_MANY_REQUESTS = /^\s*(Edge: )?Too Many Requests/i;

/** @param provider its name, as errors say it. */
export function createRequest(provider: string, options: ProviderOptions, spacingMs: number): Request {
  const { timeoutMs = 10_000, maxBytes = 8_000_000, fetch = systemFetch() } = options;
  const limits = { userAgent: crawlerUserAgent(options.contact), totalTimeoutMs: timeoutMs };
  const inTurn = createTurns(provider, options.spacingMs ?? (isLoopback(options.baseUrl) ? 0 : spacingMs));
  return (url, { headers, ...sent }, signal) =>
    inTurn(signal, async () => {
      const label = `${provider} (${new URL(url).pathname})`;
      const request = { ...sent, url, label, headers: { ...AS_FETCH, ...headers }, maxBytes, signal };
      const answer = await exchange(fetch, request, limits);
      const text = Buffer.from(answer.body).toString("utf8");
      const status = TOO_MANY_REQUESTS.test(text) ? 429 : answer.status;
      const overload = overloadOf({ ...answer, status }, { who: label, what: label }, Date.now());
      if (overload !== null) throw overload;
      return { status, location: answer.headers["location"] ?? null, cookies: answer.setCookies, text };
    });
}

/** The answer, or null where the provider failed at it: what a price does not need must not take it away. @param told gets the failure. */
export async function unlessFailed<T>(
  answer: Promise<T>,
  told: (failure: SourceError) => void = () => {},
): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    told(error);
    return null;
  }
}

/** The connections that a provider is asked over, unless something else is put in their place. */
export function systemFetch(): Fetch {
  return openPool({ maxHeaderSize: LONGEST_HEADERS_BYTES }).fetch;
}

/**
 * Runs work one at a time with a least time between starts; who gives up waiting is let go at once. A question of several
 * requests, which share its signal, is finished before the next one is begun: taken by turns, many would all be too late.
 */
function createTurns(provider: string, spacingMs: number) {
  // The queue's own `interval` counts on a clock that somebody may set.
  const queue = new PQueue({ concurrency: 1 });
  let startedAt = Number.NEGATIVE_INFINITY;
  const begun = new WeakSet<AbortSignal>();
  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    let hasBegun = false;
    const turn = async () => {
      const wait = startedAt + spacingMs - performance.now();
      if (wait > 0) await sleep(wait, undefined, { signal });
      startedAt = performance.now();
      hasBegun = true;
      begun.add(signal);
      return work();
    };
    try {
      return await queue.add(turn, { signal, priority: begun.has(signal) ? 1 : 0 });
    } catch (error) {
      if (!signal.aborted || error instanceof SourceError) throw error;
      throw hasBegun
        ? new SourceError("timeout", `${provider} did not answer in time.`)
        : new SourceError("busy", `${provider} was not asked in time: too many wait.`);
    }
  };
}

function isLoopback(baseUrl: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(baseUrl).hostname);
}

/** The only client for the public sites: polite, identified, with limits on time and size. */
import { setTimeout as delay } from "node:timers/promises";
import PQueue from "p-queue";
import { createProgressRecorder, runStep } from "../base/activity.ts";
import { SourceError } from "../base/errors.ts";
import type { Logger } from "../base/log.ts";
import { openPool } from "./fetch.ts";
import { createHostPolicy, type HostPolicy } from "./host-policy.ts";
import { type HttpAnswer, type HttpRequest, sendRequest } from "./http-request.ts";
import { findOverloadError } from "./overload.ts";
import { buildUserAgent } from "./user-agent.ts";

export interface PoliteClient {
  /**
   * @throws {SourceError} `blocked` for a 403. In the hour after three 403 responses from the host, throws `blocked` without
   * sending the request. Other codes: `rate_limited`, `server_error`, `timeout`, `network`, `too_large`, `truncated`,
   * `unexpected_encoding`, `closed`. Throws the signal's reason if aborted.
   */
  request(request: HttpRequest): Promise<HttpAnswer>;
  /** Makes running and waiting requests fail with `closed`. */
  close(): Promise<void>;
}

interface PoliteClientOptions {
  /** Maximum requests per second to one host. Requests to one host never overlap. 0: no limit, as fast as the host answers. */
  readonly ratePerSecond: number;
  /** The operator's contact for the User-Agent; null if not set. */
  readonly contact: string | null;
  readonly log: Logger;
  readonly clock?: Clock;
  readonly limits?: Partial<ClientLimits>;
  /** Sends the requests in place of this program's own connections. */
  readonly transport?: Transport;
}

/** Sends one request at a time per host. @throws errors of `sendRequest`. A browser transport also throws `browser_failed`. */
export interface Transport {
  send(request: HttpRequest, totalTimeoutMs: number): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export interface Clock {
  /** Monotonic milliseconds, which a change of the system clock does not affect. */
  now(): number;
  /** Milliseconds since 1970, to compare with a date that a host sends. */
  getWallMs(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

const LIMITS = {
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 30_000,
  /** Longest pause between two chunks of a body. */
  bodyTimeoutMs: 60_000,
  /** Longest duration of one attempt, from its start to the last byte. */
  totalTimeoutMs: 300_000,
  /** If `Retry-After` asks for a longer wait, the request fails immediately. */
  longestWaitMs: 60_000,
  /** Pauses before the second, third, ... attempt. There are as many retries as pauses. */
  retryPausesMs: [1_000, 4_000] as readonly number[],
};

export type ClientLimits = Readonly<typeof LIMITS>;

const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  getWallMs: () => Date.now(),
  sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}),
};

const TEMPORARY_FAILURES = new Set(["network", "timeout", "truncated", "server_error", "rate_limited"]);

interface Host {
  readonly name: string;
  readonly queue: PQueue;
  readonly policy: HostPolicy;
}

/**
 * Sends one request at a time per host over one connection, at most `ratePerSecond` a second. Obeys `Retry-After`. Retries
 * temporary failures, also of POSTs, because the sites' POSTs are searches. After three 403 responses within an hour, stops
 * sending to the host for an hour.
 */
export function createPoliteClient(options: PoliteClientOptions): PoliteClient {
  const { ratePerSecond, log, clock = SYSTEM_CLOCK } = options;
  const limits = { ...LIMITS, ...options.limits };
  const transport = options.transport ?? createPooledTransport(limits, buildUserAgent(options.contact));
  const spacingMs = ratePerSecond > 0 ? 1000 / ratePerSecond : 0;
  const hosts = new Map<string, Host>();
  const closing = new AbortController();

  function getOrAddHost(url: string): Host {
    const name = new URL(url).host;
    const known = hosts.get(name);
    if (known) return known;
    const host = {
      name,
      queue: new PQueue({ concurrency: 1 }),
      policy: createHostPolicy(name, spacingMs, limits.longestWaitMs),
    };
    hosts.set(name, host);
    return host;
  }

  async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (ms <= 0) return;
    try {
      await clock.sleep(ms, signal);
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  }

  async function sendOnce(request: HttpRequest, { name, policy }: Host): Promise<HttpAnswer> {
    await pause(policy.computePause(clock.now()), request.signal);
    policy.recordRequestStart(clock.now());
    const answer = await transport.send(request, limits.totalTimeoutMs);
    const { status, url } = answer;
    if (status === 403) {
      policy.recordRefusal(clock.now());
      throw new SourceError("blocked", `${url} refused our request (403).`);
    }
    const overload = findOverloadError(answer, { who: name, what: url }, clock.getWallMs());
    if (overload === null) return answer;
    if (overload.retryAfterSeconds !== null) policy.recordPauseRequest(clock.now(), overload.retryAfterSeconds);
    throw overload;
  }

  async function sendWithRetries(request: HttpRequest, host: Host, recordProgress: () => void): Promise<HttpAnswer> {
    for (let tried = 0; ; tried += 1) {
      recordProgress();
      try {
        return await sendOnce(request, host);
      } catch (error) {
        const retryPause = limits.retryPausesMs[tried];
        if (retryPause === undefined || !canRetry(error, limits.longestWaitMs)) throw error;
        log.debug({ url: request.url, code: error.code, attempt: tried + 1, pauseMs: retryPause }, "trying again");
        await pause(retryPause, request.signal);
      }
    }
  }

  return {
    async request(request) {
      const signal = request.signal ? AbortSignal.any([request.signal, closing.signal]) : closing.signal;
      signal.throwIfAborted();
      const host = getOrAddHost(request.url);
      const recordProgress = createProgressRecorder();
      return await runStep(`${request.method ?? "GET"} ${request.url}`, () =>
        host.queue.add(() => sendWithRetries({ ...request, signal }, host, recordProgress), { signal }),
      );
    },
    async close() {
      closing.abort(new SourceError("closed", "The connections to the public sites are closed."));
      await transport.close();
    },
  };
}

function createPooledTransport(limits: ClientLimits, agent: string): Transport {
  const pool = openPool({
    pipelining: 1,
    allowH2: false,
    connectTimeout: limits.connectTimeoutMs,
    headersTimeout: limits.headersTimeoutMs,
    bodyTimeout: limits.bodyTimeoutMs,
  });
  return {
    send: (request, totalTimeoutMs) => sendRequest(pool.fetch, request, { userAgent: agent, totalTimeoutMs }),
    close: pool.close,
  };
}

/** True if a retry can help: the failure is temporary, and any requested wait is short. False for a 429 without `Retry-After`. */
function canRetry(error: unknown, longestWaitMs: number): error is SourceError {
  if (!(error instanceof SourceError) || !TEMPORARY_FAILURES.has(error.code)) return false;
  if (error.retryAfterSeconds !== null) return error.retryAfterSeconds * 1000 <= longestWaitMs;
  return error.code !== "rate_limited";
}

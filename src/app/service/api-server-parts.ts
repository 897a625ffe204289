/** Options and shared parts of the API's servers. */
import { performance } from "node:perf_hooks";
import type { Registry } from "prom-client";
import { ConfigError } from "../../base/errors.ts";
import type { Logger } from "../../base/log.ts";
import { AnswerTurns } from "../../http/answer-turns.ts";
import { type ApiContext, formatFixedHeaderLines, listFixedHeaders } from "../../http/api-context.ts";
import { CallerTimes } from "../../http/caller-times.ts";
import { Callers } from "../../http/credentials/callers.ts";
import { readThreadCpuMs, watchLoop } from "../../http/event-loop-lag.ts";
import type { HttpServer } from "../../http/http-server.ts";
import type { Limits } from "../../http/limits.ts";
import { type RateLimiter, SlidingLog } from "../../http/rate-limit/rate-limit.ts";
import { SharedLimiter } from "../../http/rate-limit/shared-limiter.ts";
import { createThrottledLog } from "../../http/request-log.ts";
import { CachedAnswers } from "../../http/response/cached-answers.ts";
import { CompressedBodies } from "../../http/response/compression.ts";
import type { Datasets } from "../../publication/dataset/dataset.ts";
import type { KeyTable } from "../../store/premium/keys.ts";
import type { SharedStore } from "../../store/redis/shared-store.ts";

export interface ServerOptions {
  readonly datasets: Datasets;
  /** Registry for the metrics of the API and of the process. */
  readonly registry: Registry;
  /** CIDR blocks or single addresses of trusted proxies. */
  readonly trustedProxies: readonly string[];
  /** Sent with every response as `X-Data-Notice`. */
  readonly dataNotice: string | null;
  /** Asks search engines not to index anything served here. */
  readonly noIndex?: boolean;
  /** Share of processor time that rendering new pages for one caller may take, above 0 and up to 1; 1 by default. */
  readonly renderShare?: number;
  /** The CDN that is purged by cache tags after changes; null for no CDN. */
  readonly cdn?: keyof typeof CACHE_TAG_HEADERS | null;
  readonly log: Logger;
  /** Monotonic milliseconds, used for rate limits and timing. */
  readonly readMonotonicMs?: () => number;
  /** Milliseconds of Unix time, for `X-RateLimit-Reset`. */
  readonly readWallClockMs?: () => number;
  readonly limits?: Partial<Limits>;
  /** Counts requests for rate limits, in place of this process's own counter. */
  readonly limiter?: RateLimiter;
  /** Store through which several processes count requests together. It is started after the API is built. */
  readonly sharedStore?: SharedStore | null;
}

const CACHE_TAG_HEADERS = { fastly: "Surrogate-Key", cloudflare: "Cache-Tag" } as const;

interface ContextParts extends Pick<ApiContext, "limits" | "addresses" | "metrics" | "problemPage"> {
  /** Null if there are no API keys, and so every caller has the free plan. */
  readonly keys: KeyTable | null;
}

/** @throws {ConfigError} if the data notice cannot be sent in a header: it must be one line of printable ASCII. */
export function createApiContext(
  options: ServerOptions,
  { limits, addresses, metrics, problemPage, keys }: ContextParts,
): ApiContext {
  const { readMonotonicMs, readWallClockMs } = getClocks(options);
  const readUptimeMs = () => performance.now();
  const log = createThrottledLog(options.log, readUptimeMs);
  const { identities } = limits;
  const loop = watchLoop(limits, readUptimeMs, readThreadCpuMs);
  const callerTimes = new CallerTimes(loop.getWorkedMs);
  const headers = listFixedHeaders(checkDataNotice(options.dataNotice), options.noIndex ?? false);
  return {
    limits,
    log,
    metrics,
    limiter: options.limiter ?? createRateLimiter(options, { readMonotonicMs, capacity: identities, metrics }),
    plan: { name: "free", quota: limits.freeQuota },
    premiumPlan: { name: "premium", quota: limits.premiumQuota },
    callers: keys
      ? new Callers({ keys, log, readMonotonicMs, readWallClockMs, identities, onFailed: metrics.countBadToken })
      : null,
    addresses,
    compressed: new CompressedBodies(limits.compressedBytes),
    fixedHeaders: headers,
    fixedLines: formatFixedHeaderLines(headers, limits.keepAliveTimeoutMs),
    cached: new CachedAnswers({
      maxBytes: limits.cachedAnswerBytes,
      getVersion: () => options.datasets.getCurrent().version,
      readMonotonicMs,
    }),
    cacheTags: options.cdn ? CACHE_TAG_HEADERS[options.cdn] : null,
    problemPage,
    lifecycle: { closing: false },
    loop,
    callerTimes,
    turns: new AnswerTurns({
      readMonotonicMs,
      readCpuMs: readThreadCpuMs,
      charge: (caller, from, to) => callerTimes.charge(caller, from, to),
    }),
    readMonotonicMs,
    readWallClockMs,
  };
}

function createRateLimiter(
  { sharedStore: store }: ServerOptions,
  {
    readMonotonicMs,
    capacity,
    metrics,
  }: Pick<ApiContext, "readMonotonicMs" | "metrics"> & { readonly capacity: number },
): RateLimiter {
  const counting = { readMonotonicMs, capacity, onForgotten: metrics.countForgotten };
  return store
    ? new SharedLimiter({ ...counting, store, onAdmission: metrics.countCounting })
    : new SlidingLog(counting);
}

export function getClocks({
  readMonotonicMs,
  readWallClockMs,
}: ServerOptions): Pick<ApiContext, "readMonotonicMs" | "readWallClockMs"> {
  return {
    readMonotonicMs: readMonotonicMs ?? (() => performance.now()),
    readWallClockMs: readWallClockMs ?? Date.now,
  };
}

/** Closes the servers: lets open requests finish, and aborts those still open after `closeTimeoutMs`. */
export async function closeServers(
  servers: readonly HttpServer[],
  { limits, lifecycle, loop }: ApiContext,
): Promise<void> {
  lifecycle.closing = true;
  const abortTimer = setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, limits.closeTimeoutMs);
  try {
    await Promise.all(servers.map((server) => server.close()));
  } finally {
    clearTimeout(abortTimer);
    loop.stop();
  }
}

function checkDataNotice(notice: string | null): string | null {
  if (notice !== null && !/^[\x20-\x7e]+$/.test(notice)) {
    throw new ConfigError(
      `DATA_NOTICE must be one line of printable ASCII, as it is sent in a header, not "${notice}".`,
    );
  }
  return notice;
}

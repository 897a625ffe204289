/** The parts that the whole server shares, created once by `buildApi`. */
import type { AnswerTurns } from "./answer-turns.ts";
import type { CallerTimes } from "./caller-times.ts";
import type { ClientAddresses } from "./connection/client-address.ts";
import type { Callers } from "./credentials/callers.ts";
import type { LoopWatch } from "./event-loop-lag.ts";
import type { Limits } from "./limits.ts";
import type { Metrics } from "./metrics.ts";
import type { Problem } from "./problems.ts";
import type { Plan, RateLimiter } from "./rate-limit/rate-limit.ts";
import type { RequestLog } from "./request-log.ts";
import type { CachedAnswers } from "./response/cached-answers.ts";
import type { CacheTagHeader } from "./response/caching.ts";
import type { CompressedBodies } from "./response/compression.ts";
import { CORS_HEADERS } from "./response/cors.ts";

/** An HTML error page. `headers` are sent in addition to the headers that every error response has. */
export interface ProblemPage {
  readonly body: Buffer;
  readonly headers: readonly string[];
}

export interface ApiContext {
  readonly limits: Limits;
  /** Rate-limited log of events that requests cause. */
  readonly log: RequestLog;
  readonly metrics: Metrics;
  readonly limiter: RateLimiter;
  /** Plan of callers without an API key. */
  readonly plan: Plan;
  readonly premiumPlan: Plan;
  /** Null if the service runs without a key store: every caller then has the free plan (`plan`). */
  readonly callers: Callers | null;
  readonly addresses: ClientAddresses;
  readonly compressed: CompressedBodies;
  /** Headers of every response, including parser errors, as alternating names and values. */
  readonly fixedHeaders: readonly string[];
  /** `fixedHeaders` as text, plus the headers that `node:http` adds on a keep-alive connection. */
  readonly fixedLines: string;
  readonly cached: CachedAnswers;
  /** Header that carries the cache tags a CDN can purge by; null if no CDN is configured. */
  readonly cacheTags: CacheTagHeader | null;
  /** Error page for a browser that requests a URL outside the API base path; null if the server has no pages. */
  readonly problemPage: ((problem: Problem) => ProblemPage) | null;
  readonly loop: LoopWatch;
  readonly callerTimes: CallerTimes;
  /** Spreads answers over turns of the event loop. */
  readonly turns: AnswerTurns;
  /** `closing` is set when the server shuts down: every answer then closes its connection. */
  readonly lifecycle: { closing: boolean };
  readonly readMonotonicMs: () => number;
  /** Unix time in milliseconds. */
  readonly readWallClockMs: () => number;
}

export function listFixedHeaders(dataNotice: string | null, noIndex: boolean): readonly string[] {
  return [
    ...CORS_HEADERS,
    "X-Content-Type-Options",
    "nosniff",
    ...(dataNotice === null ? [] : ["X-Data-Notice", dataNotice]),
    ...(noIndex ? ["X-Robots-Tag", "noindex, nofollow"] : []),
  ];
}

export function formatFixedHeaderLines(headers: readonly string[], keepAliveMs: number): string {
  let lines = "";
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return `${lines}Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n`;
}

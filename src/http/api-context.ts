/** The parts that the whole server shares, made once by `buildApi`. */

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

/** A page for people, with its headers beside those of every problem. */
export interface ProblemPage {
  readonly body: Buffer;
  readonly headers: readonly string[];
}

export interface ApiContext {
  readonly limits: Limits;
  /** Bounded log of what requests cause. */
  readonly log: RequestLog;
  readonly metrics: Metrics;
  readonly limiter: RateLimiter;
  /** Plan of callers without a key. */
  readonly plan: Plan;
  readonly premiumPlan: Plan;
  /** Null where the store of keys is not part of the service: every caller is Free then. */
  readonly callers: Callers | null;
  readonly addresses: ClientAddresses;
  readonly compressed: CompressedBodies;
  /** Headers of every response, parser errors included: names and values in turn. */
  readonly fixedHeaders: readonly string[];
  /** The same as text, with what `node:http` adds on a connection that goes on. */
  readonly fixedLines: string;
  /** Answers by their targets. */
  readonly cached: CachedAnswers;
  /** Names what a CDN may be told to drop; null where it is not told. */
  readonly cacheTags: CacheTagHeader | null;
  /** The page on which a browser is told of a problem outside the base; null where there are no pages. */
  readonly problemPage: ((problem: Problem) => ProblemPage) | null;
  readonly loop: LoopWatch;
  /** The event loop's time by caller. */
  readonly callerTimes: CallerTimes;
  /** The turns of the event loop in which answers begin. */
  readonly turns: AnswerTurns;
  /** Set when the server closes: every answer then ends its connection. */
  readonly lifecycle: { closing: boolean };
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** Milliseconds of Unix time. */
  readonly wallClock: () => number;
}

export function fixedHeaders(dataNotice: string | null, noIndex: boolean): readonly string[] {
  return [
    ...CORS_HEADERS,
    "X-Content-Type-Options",
    "nosniff",
    ...(dataNotice === null ? [] : ["X-Data-Notice", dataNotice]),
    ...(noIndex ? ["X-Robots-Tag", "noindex, nofollow"] : []),
  ];
}

export function fixedLines(headers: readonly string[], keepAliveMs: number): string {
  let lines = "";
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return `${lines}Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n`;
}

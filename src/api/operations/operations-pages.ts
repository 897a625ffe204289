/** Health and metrics. They are not rate-limited: rendered metrics are cached for a second, and health takes no time. */
import { cachedFor } from "../../http/cached-promise.ts";
import { ProblemError } from "../../http/failures.ts";
import { JSON_TYPE } from "../../http/media-types.ts";
import { CACHE_CONTROL } from "../../http/response/caching.ts";
import type { Answer, Page } from "../../http/route.ts";
import type { Readiness } from "./readiness.ts";

interface OperationsSources {
  readonly readiness: () => Readiness;
  readonly metrics: () => Promise<string>;
  readonly contentType: string;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}

/** How long rendered metrics are cached for everyone. */
const METRICS_CACHED_MS = 1000;

const READY_RETRY_SECONDS = 5;

/** The service is up but not ready yet, or shutting down; the response lists the checks, worded for any reader. */
function notReady({ checks }: Readiness): ProblemError {
  const failed = checks.filter(({ ready }) => !ready);
  const detail = failed.map((check) => `${check.name}: ${check.detail}`).join(" ") || "The service is not ready.";
  return new ProblemError(
    { code: "service_unavailable", detail, retryAfterSeconds: READY_RETRY_SECONDS, extra: { ready: false, checks } },
    { isExpected: true },
  );
}

/** Pages for operators, on the API's address or on a separate one. */
export function operationsPages({ readiness, metrics, contentType, clock }: OperationsSources): readonly Page[] {
  const rendered = cachedFor(METRICS_CACHED_MS, clock, async () => fresh(await metrics(), contentType));
  return [
    { name: "live", path: "/health/live", answer: () => fresh(JSON.stringify({ live: true }), JSON_TYPE) },
    {
      name: "ready",
      path: "/health/ready",
      answer: () => {
        const told = readiness();
        if (!told.ready) throw notReady(told);
        return fresh(JSON.stringify(told), JSON_TYPE);
      },
    },
    { name: "metrics", path: "/metrics", answer: rendered },
  ];
}

function fresh(text: string, contentType: string): Answer {
  return { body: Buffer.from(text), contentType, cacheControl: CACHE_CONTROL.none, etag: null, headers: [] };
}

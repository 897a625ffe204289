/** Health and metrics. They are not rate-limited: rendered metrics are cached for a second, and health takes no time. */
import { createCachedPromise } from "../../http/cached-promise.ts";
import { ProblemError } from "../../http/failures.ts";
import { CACHE_CONTROL } from "../../http/response/caching.ts";
import { createJsonAnswer } from "../../http/response/json-answer.ts";
import type { Answer, Page } from "../../http/route.ts";
import type { Readiness } from "./readiness.ts";

interface OperationsSources {
  readonly getReadiness: () => Readiness;
  readonly renderMetrics: () => Promise<string>;
  readonly contentType: string;
  readonly readMonotonicMs: () => number;
}

/** How long rendered metrics are cached for everyone. */
const METRICS_CACHED_MS = 1000;

const READY_RETRY_SECONDS = 5;

/** The service is starting, not ready, or shutting down. The response lists the checks in words that may be made public. */
function createNotReadyError({ checks }: Readiness): ProblemError {
  const failed = checks.filter(({ ready }) => !ready);
  const detail = failed.map((check) => `${check.name}: ${check.detail}`).join(" ") || "The service is not ready.";
  return new ProblemError(
    { code: "service_unavailable", detail, retryAfterSeconds: READY_RETRY_SECONDS, extra: { ready: false, checks } },
    { isExpected: true },
  );
}

/** Pages for operators, on the API's address or on a separate one. */
export function createOperationsPages({
  getReadiness,
  renderMetrics,
  contentType,
  readMonotonicMs,
}: OperationsSources): readonly Page[] {
  const rendered = createCachedPromise(METRICS_CACHED_MS, readMonotonicMs, async (): Promise<Answer> => {
    const body = Buffer.from(await renderMetrics());
    return { body, contentType, cacheControl: CACHE_CONTROL.none, etag: null, headers: [] };
  });
  return [
    { name: "live", path: "/health/live", answer: () => createJsonAnswer({ live: true }, { secret: true }) },
    {
      name: "ready",
      path: "/health/ready",
      answer: () => {
        const current = getReadiness();
        if (!current.ready) throw createNotReadyError(current);
        return createJsonAnswer(current, { secret: true });
      },
    },
    { name: "metrics", path: "/metrics", answer: rendered },
  ];
}

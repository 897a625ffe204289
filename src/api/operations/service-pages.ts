/**
 * What lies outside the base: health, metrics, the OpenAPI document, its rendering and the front page. None of it is
 * rate-limited, so each answer is made once and kept, but for health, which takes no time.
 */
import { createHash } from "node:crypto";
import type { Registry } from "prom-client";
import { ProblemError } from "../http/failures.ts";
import { HTML_TYPE, JSON_TYPE } from "../http/media-types.ts";
import { CACHE_CONTROL, weakTag } from "../http/response/caching.ts";
import type { Answer, Page } from "../http/route.ts";
import { keptFor } from "./cached-promise.ts";
import type { Readiness } from "./readiness.ts";

interface OperationsSources {
  readonly readiness: () => Readiness;
  readonly registry: Registry;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}

interface PublicSources {
  readonly openApi: () => object;
  /** Anew when the version in force is another: what it shows as an example may be gone. */
  readonly frontPage: () => Buffer;
  readonly version: () => string;
}

/** One rendering of the metrics serves everybody for so long. */
const METRICS_KEPT_MS = 1000;

const READY_RETRY_SECONDS = 5;

/** The service is up and cannot serve yet, or not any more; the checks are in the answer, which is written for whoever asks. */
function notReady({ checks }: Readiness): ProblemError {
  const failed = checks.filter(({ ready }) => !ready);
  const detail = failed.map((check) => `${check.name}: ${check.detail}`).join(" ") || "The service is not ready.";
  return new ProblemError(
    { code: "service_unavailable", detail, retryAfterSeconds: READY_RETRY_SECONDS, extra: { ready: false, checks } },
    { isExpected: true },
  );
}

/** For everybody who uses the API. */
export function publicPages(sources: PublicSources): readonly Page[] {
  const document = once(() => kept(Buffer.from(JSON.stringify(sources.openApi())), JSON_TYPE));
  let shown = { version: "", page: once(() => kept(sources.frontPage(), HTML_TYPE)) };
  const front = () => {
    const version = sources.version();
    if (version !== shown.version) shown = { version, page: once(() => kept(sources.frontPage(), HTML_TYPE)) };
    return shown.page();
  };
  return [
    { name: "openapi", path: "/openapi.json", answer: document },
    { name: "front_page", path: "/", answer: front },
  ];
}

/** For those who run the service: on the same address, or on one of their own. */
export function operationsPages({ readiness, registry, clock }: OperationsSources): readonly Page[] {
  const metrics = keptFor(METRICS_KEPT_MS, clock, async () => fresh(await registry.metrics(), registry.contentType));
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
    { name: "metrics", path: "/metrics", answer: metrics },
  ];
}

function fresh(text: string, contentType: string): Answer {
  return { body: Buffer.from(text), contentType, cacheControl: CACHE_CONTROL.none, etag: null, headers: [] };
}

function kept(body: Buffer, contentType: string): Answer {
  const etag = weakTag(createHash("sha1").update(body).digest("base64url"));
  return { body, contentType, cacheControl: CACHE_CONTROL.document, etag, headers: [] };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

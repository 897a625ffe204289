import { createHash } from "node:crypto";
import { JSON_TYPE } from "../media-types.ts";
import type { Answer } from "../route.ts";
import { CACHE_CONTROL, formatWeakTag } from "./caching.ts";

/** For answers that may change within a version. One second is enough to absorb bursts; clients may cache for far longer. */
export const CACHED_BRIEFLY = { ms: 1000 } as const;

export interface AnswerOptions {
  readonly status?: NonNullable<Answer["status"]>;
  readonly headers?: readonly string[];
  /** The answer shows a secret, or must not be cached for another reason. */
  readonly secret?: boolean;
}

/** An answer for one account or one caller. Its `etag` is null, so `sendAnswer` ignores the request's conditional headers. */
export function createJsonAnswer(
  value: object | string,
  { status = 200, headers = [], secret }: AnswerOptions = {},
): Answer {
  return {
    status,
    body: Buffer.from(typeof value === "string" ? value : JSON.stringify(value)),
    contentType: JSON_TYPE,
    cacheControl: secret ? CACHE_CONTROL.none : CACHE_CONTROL.premium,
    etag: null,
    headers,
  };
}

/** An answer that is the same for everybody. @param tag opaque text for the weak ETag of this representation. */
export function createTaggedJsonAnswer(value: object | Buffer, tag: string, headers: readonly string[]): Answer {
  const body = Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value));
  return { body, contentType: JSON_TYPE, cacheControl: CACHE_CONTROL.list, etag: formatWeakTag(tag), headers };
}

/** An answer that is the same for everybody, with a digest of the body as its tag. */
export function createJsonAnswerWithDigest(value: object, headers: readonly string[]): Answer {
  const body = Buffer.from(JSON.stringify(value));
  return createTaggedJsonAnswer(body, createHash("sha256").update(body).digest("hex").slice(0, 32), headers);
}

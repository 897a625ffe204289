/** The OpenAPI document. It is not rate-limited, so it is made once and kept. */
import { createHash } from "node:crypto";
import { JSON_TYPE } from "../http/media-types.ts";
import { CACHE_CONTROL, weakTag } from "../http/response/caching.ts";
import type { Answer, Page } from "../http/route.ts";

export function openApiPage(openApi: () => object): Page {
  let made: Answer | undefined;
  return {
    name: "openapi",
    path: "/openapi.json",
    answer: () => (made ??= documentAnswer(Buffer.from(JSON.stringify(openApi())), JSON_TYPE)),
  };
}

/** A page or file that stays the same for a while, with a validator from its bytes. */
export function documentAnswer(body: Buffer, contentType: string, headers: readonly string[] = []): Answer {
  const etag = weakTag(createHash("sha1").update(body).digest("base64url"));
  return { body, contentType, cacheControl: CACHE_CONTROL.document, etag, headers };
}

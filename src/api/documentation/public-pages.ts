/** The OpenAPI document and the front page. They are not rate-limited, so each is made once and kept. */
import { createHash } from "node:crypto";
import { HTML_TYPE, JSON_TYPE } from "../http/media-types.ts";
import { CACHE_CONTROL, weakTag } from "../http/response/caching.ts";
import type { Answer, Page } from "../http/route.ts";

interface PublicSources {
  readonly openApi: () => object;
  /** Anew when the version in force is another: what it shows as an example may be gone. */
  readonly frontPage: () => Buffer;
  readonly version: () => string;
}

export function publicPages(sources: PublicSources): readonly Page[] {
  const document = once(() => documentAnswer(Buffer.from(JSON.stringify(sources.openApi())), JSON_TYPE));
  let shown = { version: "", page: once(() => documentAnswer(sources.frontPage(), HTML_TYPE)) };
  const front = () => {
    const version = sources.version();
    if (version !== shown.version)
      shown = { version, page: once(() => documentAnswer(sources.frontPage(), HTML_TYPE)) };
    return shown.page();
  };
  return [
    { name: "openapi", path: "/openapi.json", answer: document },
    { name: "front_page", path: "/", answer: front },
  ];
}

/** A page or file that stays the same for a while, with a validator from its bytes. */
export function documentAnswer(body: Buffer, contentType: string, headers: readonly string[] = []): Answer {
  const etag = weakTag(createHash("sha1").update(body).digest("base64url"));
  return { body, contentType, cacheControl: CACHE_CONTROL.document, etag, headers };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

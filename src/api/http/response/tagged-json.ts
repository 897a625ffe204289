/** JSON of a public endpoint with a validator. */
import { createHash } from "node:crypto";
import { JSON_TYPE } from "../media-types.ts";
import type { Answer } from "../route.ts";
import { CACHE_CONTROL, weakTag } from "./caching.ts";

/** `tag` names the representation. */
export function taggedJson(value: object | Buffer, tag: string, headers: readonly string[]): Answer {
  const body = Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value));
  return { body, contentType: JSON_TYPE, cacheControl: CACHE_CONTROL.list, etag: weakTag(tag), headers };
}

/** The tag is a digest of the body. */
export function digestedJson(value: object, headers: readonly string[]): Answer {
  const body = Buffer.from(JSON.stringify(value));
  return taggedJson(body, createHash("sha256").update(body).digest("hex").slice(0, 32), headers);
}

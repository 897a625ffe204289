/** Style sheets, script and icon of the pages. Their names contain a hash of the content, so that browsers cache them forever. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { CACHE_CONTROL, formatWeakTag } from "../http/response/caching.ts";
import type { Page } from "../http/route.ts";

const CONTENT_TYPES = {
  "style.css": "text/css; charset=utf-8",
  "review.css": "text/css; charset=utf-8",
  "script.js": "text/javascript; charset=utf-8",
  "icon.svg": "image/svg+xml",
} as const;
export type AssetName = keyof typeof CONTENT_TYPES;

export interface Assets {
  readonly pages: readonly Page[];
  /** Path without a proxy's prefix: `/assets/style.1a2b3c4d.css`. */
  readonly getPath: (name: AssetName) => string;
}

export function loadAssets(): Assets {
  const loaded = Object.entries(CONTENT_TYPES).map(([name, contentType]) => {
    const body = readFileSync(new URL(`./assets/${name}`, import.meta.url));
    const digest = createHash("sha256").update(body).digest("hex").slice(0, 8);
    return { name, contentType, body, path: `/assets/${name.replace(".", `.${digest}.`)}`, digest };
  });
  const paths = new Map(loaded.map(({ name, path }) => [name, path]));
  return {
    getPath: (name) => paths.get(name) ?? "",
    pages: loaded.map(({ path, body, contentType, digest }) => ({
      name: "asset",
      path,
      answer: () => ({
        body,
        contentType,
        cacheControl: CACHE_CONTROL.asset,
        etag: formatWeakTag(digest),
        headers: [],
        bodyIsCached: true,
      }),
    })),
  };
}

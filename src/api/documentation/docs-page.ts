/** `/docs`: the OpenAPI document in Swagger UI, without a CDN. Files are read on first request, since they take memory. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createCachedPromise } from "../../http/cached-promise.ts";
import { HTML_TYPE, JSON_TYPE } from "../../http/media-types.ts";
import { CACHE_CONTROL, formatWeakTag } from "../../http/response/caching.ts";
import type { Answer, Page } from "../../http/route.ts";

const CSS = "text/css; charset=utf-8";
const JAVASCRIPT = "application/javascript; charset=utf-8";
const PNG = "image/png";

/** Files of `swagger-ui-dist` that the page loads. */
const SWAGGER_FILES = {
  "swagger-ui.css": CSS,
  "index.css": CSS,
  "favicon-32x32.png": PNG,
  "favicon-16x16.png": PNG,
  "swagger-ui-bundle.js": JAVASCRIPT,
};

/** Files of `assets/`: the colors of the pages, and the script that starts Swagger UI. */
const THEME_FILES = { "theme.css": CSS, "initializer.js": JAVASCRIPT };

/** @param baseUrl target of "Try it out". */
export function createDocsPages(openApi: () => Promise<object>, baseUrl: string): readonly Page[] {
  const { origin, pathname } = new URL(baseUrl);
  const policy = buildDocsSecurityPolicy(origin);
  const createDocsPage = (path: string, contentType: string, load: () => string | Promise<string | Buffer>): Page => ({
    name: "docs",
    path,
    answer: createCachedPromise(
      Number.POSITIVE_INFINITY,
      () => 0,
      async () => createDocumentAnswer(Buffer.from(await load()), contentType, ["Content-Security-Policy", policy]),
    ),
  });
  const prefix = pathname.replace(/\/api\/v1$/, "").replace(/\/$/, "");
  return [
    createDocsPage("/docs", HTML_TYPE, () => renderDocsHtml(`${prefix}/docs/static`, `${prefix}/`)),
    createDocsPage("/docs/", HTML_TYPE, () => renderDocsHtml("./static", "../")),
    createDocsPage("/docs/json", JSON_TYPE, async () => JSON.stringify(await openApi())),
    ...Object.entries(THEME_FILES).map(([name, contentType]) =>
      createDocsPage(`/docs/static/own/${name}`, contentType, () =>
        readFile(new URL(`./assets/${name}`, import.meta.url)),
      ),
    ),
    ...Object.entries(SWAGGER_FILES).map(([name, contentType]) =>
      createDocsPage(`/docs/static/${name}`, contentType, () => readFile(locateSwaggerFile(name))),
    ),
  ];
}

/** The OpenAPI document. It is not rate-limited, so it is built once and cached. */
export function createOpenApiPage(openApi: () => Promise<object>): Page {
  const buildAnswer = async () => createDocumentAnswer(Buffer.from(JSON.stringify(await openApi())), JSON_TYPE);
  return {
    name: "openapi",
    path: "/openapi.json",
    answer: createCachedPromise(Number.POSITIVE_INFINITY, () => 0, buildAnswer),
  };
}

/** A page or file that clients may cache for a while, with an ETag computed from its bytes. */
function createDocumentAnswer(body: Buffer, contentType: string, headers: readonly string[] = []): Answer {
  const etag = formatWeakTag(createHash("sha1").update(body).digest("base64url"));
  return { body, contentType, cacheControl: CACHE_CONTROL.document, etag, headers };
}

function locateSwaggerFile(name: string): URL {
  return new URL(name, import.meta.resolve("swagger-ui-dist/package.json"));
}

/** Content security policy: allows only the page's own files, inline icons of its style sheet, and requests to the API. */
function buildDocsSecurityPolicy(apiOrigin: string): string {
  return [
    "default-src 'none'",
    `connect-src 'self' ${apiOrigin}`,
    "img-src 'self' data:",
    "style-src 'self'",
    "script-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** @param files URL of the files. @param home URL of the site. Both may be relative if the page's URL ends with a slash. */
function renderDocsHtml(files: string, home: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Congressional trading data</title>
<link rel="stylesheet" type="text/css" href="${files}/swagger-ui.css" />
<link rel="stylesheet" type="text/css" href="${files}/index.css" />
<link rel="stylesheet" type="text/css" href="${files}/own/theme.css" />
<link rel="icon" type="image/png" href="${files}/favicon-32x32.png" sizes="32x32" />
<link rel="icon" type="image/png" href="${files}/favicon-16x16.png" sizes="16x16" />
</head>
<body>
<header class="site"><a href="${home}">Congress Trades</a><h1>API reference</h1></header>
<main id="swagger-ui"></main>
<script src="${files}/swagger-ui-bundle.js" charset="UTF-8"></script>
<script src="${files}/own/initializer.js" charset="UTF-8"></script>
</body>
</html>
`;
}

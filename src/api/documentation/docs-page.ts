/** `/docs`: the OpenAPI document rendered by Swagger UI with its own files, no CDN. A file is read when it is first asked for, for they take memory. */
import { readFile } from "node:fs/promises";
import { keptFor } from "../http/cached-promise.ts";
import { HTML_TYPE, JSON_TYPE } from "../http/media-types.ts";
import type { Page } from "../http/route.ts";
import { documentAnswer } from "./openapi-page.ts";

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

/** `baseUrl` is where "Try it out" sends to. */
export function docsPages(openApi: () => object, baseUrl: string): readonly Page[] {
  const { origin, pathname } = new URL(baseUrl);
  const policy = contentSecurityPolicy(origin);
  const page = (path: string, contentType: string, load: () => string | Promise<Buffer>): Page => ({
    name: "docs",
    path,
    answer: keptFor(
      Number.POSITIVE_INFINITY,
      () => 0,
      async () => documentAnswer(Buffer.from(await load()), contentType, ["Content-Security-Policy", policy]),
    ),
  });
  const behind = pathname.replace(/\/api\/v1$/, "").replace(/\/$/, "");
  return [
    page("/docs", HTML_TYPE, () => html(`${behind}/docs/static`, `${behind}/`)),
    page("/docs/", HTML_TYPE, () => html("./static", "../")),
    page("/docs/json", JSON_TYPE, () => JSON.stringify(openApi())),
    page("/docs/static/swagger-initializer.js", JAVASCRIPT, () => INITIALIZER),
    page("/docs/static/theme/narrow.css", CSS, () => NARROW),
    ...Object.entries(SWAGGER_FILES).map(([name, contentType]) =>
      page(`/docs/static/${name}`, contentType, () => readFile(swaggerFile(name))),
    ),
  ];
}

function swaggerFile(name: string): URL {
  return new URL(name, import.meta.resolve("swagger-ui-dist/package.json"));
}

/** Nothing but its own files, the icons within its style, and requests to the API. */
function contentSecurityPolicy(apiOrigin: string): string {
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

/** @param files address of the files, @param home of the pages for people; both relative to the page where that ends with a slash. */
function html(files: string, home: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Congressional trading data</title>
<link rel="stylesheet" type="text/css" href="${files}/swagger-ui.css" />
<link rel="stylesheet" type="text/css" href="${files}/index.css" />
<link rel="stylesheet" type="text/css" href="${files}/theme/narrow.css" />
<link rel="icon" type="image/png" href="${files}/favicon-32x32.png" sizes="32x32" />
<link rel="icon" type="image/png" href="${files}/favicon-16x16.png" sizes="16x16" />
</head>
<body>
<p class="home"><a href="${home}">Congress Trades</a></p>
<div id="swagger-ui"></div>
<script src="${files}/swagger-ui-bundle.js" charset="UTF-8"></script>
<script src="${files}/swagger-initializer.js" charset="UTF-8"></script>
</body>
</html>
`;
}

/** The page may end with a slash or not; its document is below it. */
const INITIALIZER = `window.onload = () => {
  SwaggerUIBundle({
    dom_id: "#swagger-ui",
    url: location.origin + location.pathname.replace(/\\/?$/, "/json"),
    deepLinking: true,
    docExpansion: "list",
    tryItOutEnabled: true,
    validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis],
    // The other layout has a bar with a logo, whose style stands in the page: the policy forbids that.
    layout: "BaseLayout",
  });
};
`;

/** Long words break and wide tables scroll by themselves, so that a narrow page is read without scrolling it sideways. */
const NARROW = `
.home { margin: 0; padding: 12px 20px; font: 600 16px/1.4 system-ui, sans-serif }
.home a { color: #0b5073 }
.swagger-ui { overflow-wrap: anywhere }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 8px; box-sizing: border-box }
  .swagger-ui .information-container.wrapper { padding: 0 8px }
  .swagger-ui table, .swagger-ui .model-box, .swagger-ui .highlight-code { display: block; max-width: 100%; overflow-x: auto }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap }
  .swagger-ui .opblock-summary-path { max-width: 100% }
  .swagger-ui .scheme-container .schemes { flex-wrap: wrap }
}
`;

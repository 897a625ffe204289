/** `/docs`: the OpenAPI document rendered by Swagger UI with its own files, no CDN. Loaded when first asked for, for it takes memory. */
import { createHash } from "node:crypto";
import { NotFoundError } from "../../errors.ts";
import { CACHE_CONTROL, weakTag } from "../http/response/caching.ts";
import type { Answer } from "../http/route.ts";

interface DocsPage {
  /** The page or file at a path, made once and kept. @throws {NotFoundError} for what is not among the files. */
  readonly answer: (path: string) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

/** A page or file as Swagger UI gives it; null when it has none at the path. */
type Render = (path: string) => Promise<Answer | null>;

/** `baseUrl` is where "Try it out" sends to. */
export function docsPage(openApi: () => object, baseUrl: string): DocsPage {
  let loading: Promise<{ render: Render; close: () => Promise<void> }> | null = null;
  // What is kept is bounded: a path is kept only when a file answers to it, and every file has one path.
  const kept = new Map<string, Promise<Answer | null>>();

  return {
    async answer(path) {
      if (!/^\/docs(?:\/[\w.-]*)*$/.test(path) || /\/\.|\/\/./.test(path)) throw nothing();
      loading ??= start(openApi, baseUrl);
      const { render } = await loading;
      const rendering = kept.get(path) ?? render(path);
      kept.set(path, rendering);
      const answer = await rendering.catch((error: unknown) => {
        kept.delete(path);
        throw error;
      });
      if (answer !== null) return answer;
      kept.delete(path);
      throw nothing();
    },
    close: async () => (await loading)?.close(),
  };
}

async function start(openApi: () => object, baseUrl: string): Promise<{ render: Render; close: () => Promise<void> }> {
  const [{ fastify }, { default: swagger }, { default: swaggerUi }] = await Promise.all([
    import("fastify"),
    import("@fastify/swagger"),
    import("@fastify/swagger-ui"),
  ]);
  const app = fastify({ logger: false });
  await app.register(swagger, { mode: "static", specification: { document: openApi() as never } });
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    indexPrefix: new URL(baseUrl).pathname.replace(/\/api\/v1$/, ""),
    theme: {
      title: "API reference · Congressional trading data",
      css: [{ filename: "narrow.css", content: NARROW }],
    },
    staticCSP: {
      "default-src": "'self'",
      "connect-src": ["'self'", new URL(baseUrl).origin],
      "img-src": ["'self'", "data:"],
      "style-src": ["'self'", "'unsafe-inline'"],
      "script-src": "'self'",
      "object-src": "'none'",
      "frame-ancestors": "'self'",
    },
    uiConfig: { docExpansion: "list", tryItOutEnabled: true },
  });
  await app.ready();
  return {
    async render(path) {
      const { statusCode, headers, rawPayload } = await app.inject({ method: "GET", url: path });
      if (statusCode !== 200) return null;
      const isPage = /^\/docs\/?$/.test(path);
      const body = isPage ? Buffer.from(forPhones(rawPayload.toString("utf8"))) : rawPayload;
      return {
        body,
        contentType: String(headers["content-type"]),
        cacheControl: CACHE_CONTROL.document,
        etag: weakTag(createHash("sha1").update(body).digest("base64url")),
        headers: ["Content-Security-Policy", String(headers["content-security-policy"])],
      };
    },
    close: () => app.close(),
  };
}

/** Long words break and wide tables scroll by themselves, so that a narrow page is read without scrolling it sideways. */
const NARROW = `
.swagger-ui { overflow-wrap: anywhere }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 8px; box-sizing: border-box }
  .swagger-ui .information-container.wrapper { padding: 0 8px }
  .swagger-ui table, .swagger-ui .model-box, .swagger-ui .highlight-code { display: block; max-width: 100%; overflow-x: auto }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap }
  .swagger-ui .opblock-summary-path { max-width: 100% }
  .swagger-ui .scheme-container .schemes { flex-wrap: wrap }
  .swagger-ui .topbar { display: none }
}
`;

/** A page begins with its doctype, or browsers take it for one of the last century; and it is as wide as the screen. */
function forPhones(page: string): string {
  return page
    .slice(page.indexOf("<!DOCTYPE html>"))
    .replace("<head>", '<head>\n      <meta name="viewport" content="width=device-width, initial-scale=1">');
}

function nothing(): NotFoundError {
  return new NotFoundError("not_found", "There is nothing at this path.");
}

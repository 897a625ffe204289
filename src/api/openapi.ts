/** The OpenAPI 3.1 document, made from the route table and the schemas that validate. */
import { z } from "zod";
import { EVENT_PAYLOADS } from "./contract/event.ts";
import { ProblemSchema } from "./contract/problem.ts";
import { HEADER_COMPONENTS, type HeaderName } from "./openapi-headers.ts";
import { PROBLEMS, type ProblemCode } from "./problems.ts";
import { isRequired } from "./query.ts";
import type { Route } from "./route.ts";

type Json = Record<string, unknown>;

/** What any endpoint may answer, beside the problems of its own. */
const COMMON_PROBLEMS = [
  "malformed_request",
  "method_not_allowed",
  "request_timeout",
  "content_too_large",
  "uri_too_long",
  "expectation_failed",
  "rate_limit_exceeded",
  "headers_too_large",
  "internal_error",
  "service_unavailable",
] as const satisfies readonly ProblemCode[];

const EVERY_RESPONSE = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "RateLimit-Policy",
  "RateLimit",
  "X-Request-Id",
  "X-Data-Notice",
  "Access-Control-Allow-Origin",
  "Access-Control-Expose-Headers",
  "Cache-Control",
] as const satisfies readonly HeaderName[];

export function openApiDocument(routes: readonly Route[], baseUrl: string): Json {
  const schemas = new Map<string, Json>();
  const problemReference = component(ProblemSchema, schemas);
  const paths: Json = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    const methods = (paths[path] ?? {}) as Json;
    methods[route.method.toLowerCase()] = operation(route, schemas, problemReference);
    paths[path] = methods;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Congressional trading data",
      version: "1.0",
      summary: "Stock trades disclosed by members of the U.S. Congress, and market data.",
      description:
        "Disclosed trades come from the official filings of both chambers. No key is needed below `/trades`, `/politicians`, " +
        "`/tickers` and `/market-data`; every client address may send 20 requests in any 60 seconds, every premium account " +
        "200. Every answer that is neither 2xx nor 3xx is a problem (RFC 9457).",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: baseUrl }],
    tags: [
      { name: "Disclosures", description: "Trades and the politicians who made them." },
      { name: "Market data", description: "Prices of listed securities." },
      { name: "Premium", description: "Keys, alerts, webhooks, events and files, for accounts of the premium plan." },
    ],
    paths,
    ...(routes.some(({ name }) => name === "webhook_create") ? { webhooks: webhooks(schemas) } : {}),
    components: {
      schemas: Object.fromEntries([...schemas].sort(([a], [b]) => a.localeCompare(b))),
      headers: HEADER_COMPONENTS,
      securitySchemes: {
        key: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "ctd_live_...",
          description: "A key of the operator. It is taken from the Authorization header only.",
        },
      },
    },
  };
}

/** The requests that endpoints get: one for each type of event, signed as Standard Webhooks says. */
function webhooks(schemas: Map<string, Json>): Json {
  const header = (name: string, description: string): Json => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
  });
  return Object.fromEntries(
    EVENT_PAYLOADS.map(({ type, meaning, schema }) => [
      type,
      {
        post: {
          operationId: `on_${type.replace(".", "_")}`,
          summary: meaning,
          tags: ["Premium"],
          security: [],
          parameters: [
            header("webhook-id", "Id of the event, the same in every attempt: what duplicates are told by."),
            header("webhook-timestamp", "Unix seconds of this attempt."),
            header("webhook-signature", "`v1,` and base64 of the HMAC-SHA-256; one for each secret, newest first."),
          ],
          requestBody: { required: true, content: { "application/json": { schema: component(schema, schemas) } } },
          responses: {
            "2XX": { description: "Received." },
            410: { description: "Wanted no more: the endpoint is disabled." },
          },
        },
      },
    ]),
  );
}

const PREMIUM_PROBLEMS = ["missing_credentials", "invalid_token", "plan_required"] as const satisfies ProblemCode[];
const BODY_PROBLEMS = ["invalid_parameter", "unsupported_media_type"] as const satisfies ProblemCode[];
const POST_PROBLEMS = ["conflict", "idempotency_key_reused"] as const satisfies ProblemCode[];

function operation(route: Route, schemas: Map<string, Json>, problem: Json): Json {
  const { description: about } = route;
  const premium = route.access === "premium";
  const { status = 200 } = about;
  const body = premium ? route.body : null;
  return {
    operationId: route.name,
    summary: about.summary,
    description: about.description,
    tags: [premium ? "Premium" : route.path.startsWith("/market-data/") ? "Market data" : "Disclosures"],
    security: premium ? [{ key: [] }] : [],
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(body
      ? {
          requestBody: {
            required: !body.optional,
            content: { "application/json": { schema: component(body.schema, schemas, "input") } },
          },
        }
      : {}),
    responses: {
      ...successes(route, schemas, status),
      ...problemResponses(
        [
          ...about.problems,
          ...COMMON_PROBLEMS,
          ...(premium ? PREMIUM_PROBLEMS : []),
          ...(body ? BODY_PROBLEMS : []),
          ...(route.method === "POST" ? POST_PROBLEMS : []),
        ],
        problem,
      ),
    },
  };
}

/** The successful answer; of what can be asked for conditionally also 304, and of a file its part. */
function successes({ description: about, method }: Route, schemas: Map<string, Json>, status: number): Json {
  const headers: HeaderName[] = [...EVERY_RESPONSE, ...about.headers];
  if (status === 200 && method === "GET") headers.push("Vary");
  if (method === "POST") headers.push("Idempotency-Replayed");
  const file = about.media
    ? Object.fromEntries(about.media.map((type) => [type, { schema: { type: "string", format: "binary" } }]))
    : null;
  const content = about.response ? { "application/json": { schema: component(about.response, schemas) } } : file;
  const answers: Json = {
    [status]: { description: SUCCESS[status], headers: references(headers), ...(content ? { content } : {}) },
  };
  if (file) {
    const part = references([...headers, "Content-Range"]);
    answers["206"] = { description: "The part that Range asked for.", headers: part, content: file };
  }
  if (about.headers.includes("ETag") && method === "GET") {
    answers["304"] = {
      description: "The representation named by If-None-Match is still the one that would be sent.",
      headers: references(headers),
    };
  }
  if (about.moves) {
    answers["308"] = {
      description: "The politician is served under another id.",
      headers: references([...EVERY_RESPONSE, "Location", "X-Dataset-Version"]),
    };
  }
  return answers;
}

const SUCCESS: Readonly<Record<number, string>> = {
  200: "Served.",
  201: "Made.",
  202: "Taken on; it is done in the background.",
  204: "Done; there is nothing to say.",
};

const EXTRA_HEADERS: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ["WWW-Authenticate"],
  403: ["WWW-Authenticate"],
  405: ["Allow"],
  416: ["Content-Range"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

/** One response for each status, naming its codes. */
function problemResponses(codes: readonly ProblemCode[], problem: Json): Json {
  const byStatus = Map.groupBy([...new Set(codes)].sort(), (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => {
      const extra = EXTRA_HEADERS[status] ?? [];
      return [
        status,
        {
          description: those.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(" "),
          headers: references([...EVERY_RESPONSE, ...extra]),
          content: { "application/problem+json": { schema: problem } },
        },
      ];
    }),
  );
}

function references(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function pathParameters({ description }: Route): Json[] {
  return Object.entries(description.parameters).map(([name, about]) => ({
    name,
    in: "path",
    required: true,
    description: about.description,
    schema: { type: "string" },
    example: about.example,
  }));
}

function queryParameters({ query }: Route): Json[] {
  return Object.entries(query.shape).map(([name, each]) => {
    const { description, ...schema } = plain(z.toJSONSchema(each, { io: "input" }));
    const list = schema["type"] === "array" ? { style: "form", explode: false } : {};
    return { name, in: "query", required: isRequired(each), description, ...list, schema };
  });
}

function headerParameters(route: Route): Json[] {
  if (route.access === "public") return [];
  const header = (name: string, description: string, schema: Json): Json => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string", ...schema },
  });
  if (route.method === "POST") {
    const about =
      "Makes this request be done once: sent again within 24 hours under the same name, it gets the same answer.";
    return [header("Idempotency-Key", about, { minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]+$" })];
  }
  if (route.description.problems.includes("precondition_failed")) {
    return [header("If-Match", "The ETag of what is to be changed; with another one nothing is done.", {})];
  }
  return [];
}

/** A reference to a schema; it and those inside it are added to `schemas` under their own names. */
function component(schema: z.ZodType, schemas: Map<string, Json>, io: "input" | "output" = "output"): Json {
  const { $defs, ...root } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json & {
    $defs?: Record<string, Json>;
  };
  for (const [name, each] of Object.entries($defs ?? {})) schemas.set(name, plain(each));
  const name = schema.meta()?.id;
  if (name === undefined) throw new TypeError("The schema of a response has a name.");
  // A schema that refers to itself by name stands among the definitions, and the root is then a mere reference to it.
  if (!("$ref" in root)) schemas.set(name, plain(root));
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * Without what says nothing: the bounds of a double, the dialect, the name that the component has already. Nor is
 * an object closed: the version changes by addition.
 */
function plain({ $schema: _, id: __, ...schema }: Json): Json {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => {
      if (key === "$ref" && typeof value === "string") return value.replace("#/$defs/", "#/components/schemas/");
      if (key === "additionalProperties" && (value === false || isEmpty(value))) return undefined;
      if (key === "maximum" && value === Number.MAX_SAFE_INTEGER) return undefined;
      if (key === "minimum" && value === Number.MIN_SAFE_INTEGER) return undefined;
      return value;
    }),
  ) as Json;
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

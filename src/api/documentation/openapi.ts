/** The OpenAPI 3.1 document, built from the route table and the schemas that validate requests. */
import { z } from "zod";
import { isRequired } from "../../http/request/query-string.ts";
import type { DescribedRoute, Route } from "../../http/route.ts";
import { runInSlices } from "../../publication/dataset/slices.ts";
import { EVENT_PAYLOADS, EventEnvelopeSchema } from "../premium/event-schema.ts";
import { Components, type Json, simplifySchema } from "./openapi-components.ts";
import { buildHeaderComponents, buildResponses, extractSharedSuccessResponses } from "./openapi-responses.ts";

/** Building the whole document takes a tenth of a second, so it is built in slices. */
export function buildOpenApiDocument(routes: readonly Route[], baseUrl: string): Promise<Json> {
  return runInSlices(buildDocumentInSteps(routes, baseUrl));
}

function* buildDocumentInSteps(routes: readonly Route[], baseUrl: string): Generator<void, Json> {
  const components = new Components();
  const paths: Json = {};
  for (const route of routes.filter(isDescribed)) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    const methods = (paths[path] ?? {}) as Json;
    methods[route.method.toLowerCase()] = buildOperation(route, components);
    paths[path] = methods;
    yield;
  }
  extractSharedSuccessResponses(
    Object.values(paths).flatMap((methods) => Object.values(methods as Record<string, Json>)),
    components,
  );
  const webhooks = routes.some(({ name }) => name === "webhook_create")
    ? yield* buildWebhookRequests(components)
    : null;
  const shared = yield* components.buildAll();
  return {
    openapi: "3.1.0",
    info: {
      title: "Congressional trading data",
      version: "1.0",
      summary: "Stock trades disclosed by members of the U.S. Congress, and market data.",
      description:
        "Disclosed trades come from both chambers' official filings. No key is needed below `/trades`, `/politicians`, " +
        "`/tickers` and `/market-data`; a client address may send 20 requests in any 60 seconds, a premium account " +
        "200. Every answer that is neither 2xx nor 3xx is a problem (RFC 9457). Besides the headers listed with each response, all " +
        "carry `Cache-Control` (`no-store` with problems), `X-RateLimit-Limit`, `RateLimit-Policy` and `RateLimit` (IETF draft), " +
        "`Access-Control-Allow-Origin: *` and `Access-Control-Expose-Headers`; those that can be compressed carry `Vary`, and " +
        "all carry the operator's notice about the data, if any, as `X-Data-Notice`.",
      contact: { name: "The operator of this service", url: new URL(baseUrl).origin },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: baseUrl }],
    tags: [
      { name: "Disclosures", description: "Trades and the politicians who made them." },
      { name: "Market data", description: "Prices of listed securities." },
      { name: "Premium", description: "Keys, alerts, webhooks, events and files, for accounts of the premium plan." },
    ],
    security: [{ key: [] }],
    paths,
    ...(webhooks !== null && { webhooks }),
    components: {
      ...shared,
      headers: buildHeaderComponents(),
      securitySchemes: {
        key: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "ctd_live_...",
          description: "A key from the operator, accepted only in the Authorization header.",
        },
      },
    },
  };
}

function isDescribed(route: Route): route is DescribedRoute {
  return route.description !== null;
}

function buildOperation(route: DescribedRoute, components: Components): Json {
  const { description: about } = route;
  const premium = route.access === "premium";
  const body = premium ? route.body : null;
  return {
    operationId: route.name,
    summary: about.summary,
    description: about.description,
    tags: [premium ? "Premium" : route.path.startsWith("/market-data/") ? "Market data" : "Disclosures"],
    // The document requires a key unless an operation says otherwise.
    ...(premium ? {} : { security: [] }),
    parameters: [
      ...buildPathParameters(route),
      ...buildQueryParameters(route, components),
      ...buildHeaderParameters(route),
    ].map((parameter) => components.addParameter(parameter, route.name)),
    ...(body
      ? {
          requestBody: {
            required: !body.optional,
            content: { "application/json": { schema: components.addSchema(body.schema, "input") } },
          },
        }
      : {}),
    responses: buildResponses(route, components),
  };
}

function buildPathParameters({ description }: DescribedRoute): Json[] {
  return Object.entries(description.parameters ?? {}).map(([name, about]) => ({
    name,
    in: "path",
    required: true,
    description: about.description,
    schema: { type: "string" },
    example: about.example,
  }));
}

function buildQueryParameters({ query }: DescribedRoute, components: Components): Json[] {
  return Object.entries(query.shape).map(([name, each]) => {
    const { description, ...schema } = components.replaceNamedEnums(
      simplifySchema(z.toJSONSchema(each, { io: "input" })),
    );
    // Omits what OpenAPI assumes by default: a parameter is optional, and a list in a query has the style `form`.
    const required = isRequired(each) ? { required: true } : {};
    const list = schema["type"] === "array" ? { explode: false } : {};
    return { name, in: "query", ...required, description, ...list, schema };
  });
}

function buildHeaderParameters(route: DescribedRoute): Json[] {
  if (route.access === "public") return [];
  const buildHeaderParameter = (name: string, description: string, schema: Json): Json => ({
    name,
    in: "header",
    description,
    schema: { type: "string", ...schema },
  });
  if (route.method === "POST") {
    const text =
      "Ensures that the request is processed once: if it is repeated within 24 hours with the same key, the answer is the same.";
    return [
      buildHeaderParameter("Idempotency-Key", text, { minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]+$" }),
    ];
  }
  if (route.description.problems.includes("precondition_failed")) {
    return [
      buildHeaderParameter(
        "If-Match",
        "The ETag of the resource to change; if it does not match, nothing is changed.",
        {},
      ),
    ];
  }
  return [];
}

/** The requests that webhook endpoints receive: one per event type, signed per Standard Webhooks. */
function* buildWebhookRequests(components: Components): Generator<void, Json> {
  const buildWebhookHeader = (name: string, description: string): Json => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
  });
  // The schemas of the events are shown as extensions of the envelope schema.
  components.addSchema(EventEnvelopeSchema);
  const requests: Json = {};
  for (const { type, meaning, schema } of EVENT_PAYLOADS) {
    requests[type] = {
      post: {
        operationId: `on_${type.replace(".", "_")}`,
        summary: meaning,
        tags: ["Premium"],
        security: [],
        parameters: [
          buildWebhookHeader(
            "webhook-id",
            "Id of the event, the same in every attempt: use it to recognize duplicates.",
          ),
          buildWebhookHeader("webhook-timestamp", "Unix seconds of this attempt."),
          buildWebhookHeader(
            "webhook-signature",
            "`v1,` and base64 of the HMAC-SHA-256; one for each secret, newest first.",
          ),
        ].map((each) => components.addParameter(each, `on_${type}`)),
        requestBody: { required: true, content: { "application/json": { schema: components.addSchema(schema) } } },
        responses: {
          "2XX": { description: "Received." },
          410: { description: "Gone: disables the endpoint." },
        },
      },
    };
    yield;
  }
  return requests;
}

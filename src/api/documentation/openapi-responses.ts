/** Responses of operations in the OpenAPI document; a response that several operations share is defined once, as a component. */
import { HEADER_COMPONENTS, type HeaderName, IGNORED_PARAMETERS } from "../../http/header-catalogue.ts";
import { ProblemSchema } from "../../http/problem-schema.ts";
import { PROBLEMS, type ProblemCode } from "../../http/problems.ts";
import type { DescribedRoute } from "../../http/route.ts";
import type { Components, Json } from "./openapi-components.ts";

/** Problems that any endpoint may return, in addition to its own. */
const COMMON_PROBLEMS: readonly ProblemCode[] = [
  "malformed_request",
  "rate_limit_exceeded",
  "internal_error",
  "service_unavailable",
];

/** Problems that requests sent with a client library never cause. One response, `4XX`, covers all of them. */
const UNUSUAL_PROBLEMS: readonly ProblemCode[] = [
  "method_not_allowed",
  "request_timeout",
  "content_too_large",
  "uri_too_long",
  "expectation_failed",
  "headers_too_large",
];

/** Headers listed with every response. The OpenAPI document's description lists the others, which no client reads by name. */
const EVERY_RESPONSE: readonly HeaderName[] = ["X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Request-Id"];

const PREMIUM_PROBLEMS: readonly ProblemCode[] = [
  "missing_credentials",
  "invalid_token",
  "plan_required",
  "scope_required",
];
const BODY_PROBLEMS: readonly ProblemCode[] = ["invalid_parameter", "unsupported_media_type"];
const POST_PROBLEMS: readonly ProblemCode[] = ["conflict", "idempotency_key_reused"];

export function buildResponses(route: DescribedRoute, components: Components): Json {
  const premium = route.access === "premium";
  return {
    ...buildSuccessResponses(route, components),
    "4XX": components.addResponse("E4XX", buildProblemResponse(components, UNUSUAL_PROBLEMS, ["Allow"]), route.name),
    ...buildProblemResponses(route, components, [
      ...route.description.problems,
      ...COMMON_PROBLEMS,
      ...(premium ? PREMIUM_PROBLEMS : []),
      ...(premium && route.body ? BODY_PROBLEMS : []),
      ...(route.method === "POST" ? POST_PROBLEMS : []),
    ]),
  };
}

/** The successful response; also 304 for conditional requests, and a partial response for files. */
function buildSuccessResponses(route: DescribedRoute, components: Components): Json {
  const { name, description: about, method } = route;
  const { status = 200 } = about;
  const headers: HeaderName[] = [...EVERY_RESPONSE, ...(about.headers ?? [])];
  if (route.unknownParameters === "ignored") headers.push(IGNORED_PARAMETERS);
  if (method === "POST") headers.push("Idempotency-Replayed");
  const file = about.media
    ? Object.fromEntries(about.media.map((type) => [type, { schema: { type: "string", format: "binary" } }]))
    : null;
  const content = about.response ? { "application/json": { schema: components.addSchema(about.response) } } : file;
  const answers: Json = {
    [status]: {
      description: SUCCESS_DESCRIPTIONS[status],
      headers: buildHeaderReferences(headers),
      ...(content ? { content } : {}),
    },
  };
  if (file) {
    const part = buildHeaderReferences([...headers, "Content-Range"]);
    answers["206"] = { description: "The requested range.", headers: part, content: file };
  }
  if (about.headers?.includes("ETag") && method === "GET") {
    const description = "Not modified.";
    answers["304"] = components.addResponse(
      "NotModified",
      { description, headers: buildHeaderReferences(headers) },
      name,
    );
  }
  if (about.moves) {
    const moved = buildHeaderReferences([...EVERY_RESPONSE, "Location", "X-Dataset-Version"]);
    const description = "The politician is served under another id.";
    answers["308"] = components.addResponse("Moved", { description, headers: moved }, name);
  }
  return answers;
}

/** Moves each successful response that several operations share into the document's `components`. */
export function extractSharedSuccessResponses(operations: readonly Json[], components: Components): void {
  const answers = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses as Record<string, Json>)
      .filter(([status, answer]) => status.startsWith("2") && !("$ref" in answer))
      .map(([status, answer]) => ({ name: String(operationId), responses: responses as Json, status, answer })),
  );
  for (const equalAnswers of Map.groupBy(answers, ({ status, answer }) => status + JSON.stringify(answer)).values()) {
    if (equalAnswers.length === 1) continue;
    for (const { name, responses, status, answer } of equalAnswers) {
      responses[status] = components.addResponse(`S${status}`, answer, name);
    }
  }
}

const SUCCESS_DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: "OK.",
  201: "Created.",
  202: "Accepted; done in the background.",
  204: "Done; the response has no body.",
};

const EXTRA_HEADERS: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ["WWW-Authenticate"],
  403: ["WWW-Authenticate"],
  416: ["Content-Range"],
  429: ["Retry-After", "X-RateLimit-Limit", "RateLimit-Policy", "RateLimit"],
  503: ["Retry-After"],
};

/** One response per status, with its problem codes. Every operation refers to these responses, so names are short: `E404`. */
function buildProblemResponses({ name }: DescribedRoute, components: Components, codes: readonly ProblemCode[]): Json {
  const byStatus = Map.groupBy([...new Set(codes)].sort(), (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, statusCodes]) => {
      const response = buildProblemResponse(components, statusCodes, EXTRA_HEADERS[status] ?? []);
      return [status, components.addResponse(`E${status}`, response, name)];
    }),
  );
}

function buildProblemResponse(
  components: Components,
  codes: readonly ProblemCode[],
  headers: readonly HeaderName[],
): Json {
  return {
    description: codes.map((code) => `\`${code}\``).join(" or "),
    headers: buildHeaderReferences([...EVERY_RESPONSE, ...headers]),
    content: { "application/problem+json": { schema: components.addSchema(ProblemSchema) } },
  };
}

/** Every response refers to these headers, so names are short: `X-RateLimit-Reset` is `Reset`, `X-Request-Id` is `Id`. */
function getHeaderComponentName(name: HeaderName): string {
  return name.replace(/^X-(?:RateLimit-|Request-)?|^Idempotency-/, "");
}

export function buildHeaderComponents(): Json {
  return Object.fromEntries(
    Object.entries(HEADER_COMPONENTS).map(([name, each]) => [getHeaderComponentName(name as HeaderName), each]),
  );
}

function buildHeaderReferences(names: readonly HeaderName[]): Json {
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${getHeaderComponentName(name)}` }]),
  );
}

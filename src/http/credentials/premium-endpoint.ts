/** Turns an endpoint of the premium plan into a route. */
import { z } from "zod";
import { validateBody } from "../request/json-body.ts";
import { createQueryReader } from "../request/query-string.ts";
import type { PremiumRoute, RawPremiumRequest, Reply } from "../route.ts";

/** A validated premium request: `Q` is its query, `B` its body. */
interface PremiumRequest<Q, B> extends Omit<RawPremiumRequest, "query" | "json"> {
  readonly query: Q;
  readonly body: B;
}

/** `path` begins with `/premium/`. Default of `scope`: `read`, or `webhooks` for methods that change something. */
interface PremiumEndpoint<S extends z.core.$ZodShape, B>
  extends Pick<PremiumRoute, "name" | "path" | "description">,
    Partial<Pick<PremiumRoute, "method" | "scope">> {
  readonly query?: z.ZodObject<S>;
  /** Schema of the JSON body. Unknown fields are refused. */
  readonly body?: z.ZodType<B>;
  /** Schema that the OpenAPI document shows instead of `body`. Set if another parser checks parts of the request body. */
  readonly documentedBody?: z.ZodType;
  /** True if the request body may be empty. An empty body is then read as `{}`. */
  readonly bodyOptional?: boolean;
  /** JSON fields of responses that a request body may not set. Their error has the reason `read_only`, not `unknown_member`. */
  readonly readOnly?: readonly string[];
  readonly answer: (request: PremiumRequest<z.output<z.ZodObject<S>>, B>) => Reply | Promise<Reply>;
}

/** Refuses unknown query parameters: a mistyped filter must not return everything. */
export function createPremiumEndpoint<S extends z.core.$ZodShape = Record<never, never>, B = undefined>(
  endpoint: PremiumEndpoint<S, B>,
): PremiumRoute {
  const query = endpoint.query ?? (z.object({}) as unknown as z.ZodObject<S>);
  const read = createQueryReader(query, "refused");
  const { body, readOnly = [] } = endpoint;
  return {
    name: endpoint.name,
    path: endpoint.path,
    aliases: [],
    access: "premium",
    scope: endpoint.scope ?? (endpoint.method === undefined || endpoint.method === "GET" ? "read" : "webhooks"),
    method: endpoint.method ?? "GET",
    unknownParameters: "refused",
    query,
    body: body ? { schema: endpoint.documentedBody ?? body, optional: endpoint.bodyOptional ?? false } : null,
    description: endpoint.description,
    answer: async ({ json, ...request }) =>
      endpoint.answer({
        ...request,
        query: read(request.query),
        body: body ? validateBody(body, json, readOnly) : (undefined as B),
      }),
  };
}

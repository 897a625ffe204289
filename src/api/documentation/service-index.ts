/** The root of the API: what the API is, and where to find everything else. */
import { z } from "zod";
import manifest from "../../../package.json" with { type: "json" };
import { WINDOW_MS } from "../../http/rate-limit/rate-limit.ts";
import { NoQuery } from "../../http/request/page-query.ts";
import { createJsonAnswerWithDigest } from "../../http/response/json-answer.ts";
import { createPublicRoute, type Route } from "../../http/route.ts";

const url = z.string().meta({ format: "uri" });

const IndexSchema = z
  .object({
    name: z.string(),
    version: z.string().meta({ description: "Of the program." }),
    plans: z.array(
      z.object({
        name: z.enum(["free", "premium"]),
        rate_limit: z.object({ limit: z.int(), window_seconds: z.int() }),
        needs_key: z.boolean(),
      }),
    ),
    endpoints: z.record(z.string(), z.string()).meta({
      description: "URLs that need no key, by operation name; `{}` encloses a parameter.",
    }),
    links: z.object({
      pages: url.meta({ description: "For people." }),
      docs: url,
      openapi: url,
      status: url.nullable().meta({ description: "URL of the readiness check; null if only operators can reach it." }),
    }),
  })
  .meta({
    id: "ServiceIndex",
    description: "The service, its plans and its URLs.",
    examples: [
      {
        name: "congress-trades",
        version: "1.0.0",
        plans: [{ name: "free", rate_limit: { limit: 20, window_seconds: 60 }, needs_key: false }],
        endpoints: { trade: "https://api.example/api/v1/trades/{id}" },
        links: {
          pages: "https://api.example/",
          docs: "https://api.example/docs",
          openapi: "https://api.example/openapi.json",
          status: "https://api.example/health/ready",
        },
      },
    ],
  });

interface IndexParts {
  readonly routes: readonly Route[];
  /** Public address with the path prefix, `https://api.example/api/v1`. */
  readonly baseUrl: string;
  /** Requests per minute; `premium` is null where there are no premium paths. */
  readonly quotas: { readonly free: number; readonly premium: number | null };
  /** True if health checks are served next to the API. */
  readonly hasHealth: boolean;
}

/** `GET {base_url}`, with or without a trailing slash. */
export function createServiceIndexRoute({ routes, baseUrl, quotas, hasHealth }: IndexParts): Route {
  const site = baseUrl.replace(/\/api\/v1$/, "");
  const describePlan = (name: "free" | "premium", limit: number) => ({
    name,
    rate_limit: { limit, window_seconds: WINDOW_MS / 1000 },
    needs_key: name === "premium",
  });
  const listed = routes.filter(
    ({ access, method, description }) => access === "public" && method === "GET" && description,
  );
  const answer = createJsonAnswerWithDigest(
    {
      name: manifest.name,
      version: manifest.version,
      plans: [
        describePlan("free", quotas.free),
        ...(quotas.premium === null ? [] : [describePlan("premium", quotas.premium)]),
      ],
      endpoints: Object.fromEntries(listed.map(({ name, path }) => [name, baseUrl + path.replace(/:(\w+)/g, "{$1}")])),
      links: {
        pages: `${site}/`,
        docs: `${site}/docs`,
        openapi: `${site}/openapi.json`,
        status: hasHealth ? `${site}/health/ready` : null,
      },
    },
    [],
  );
  return createPublicRoute({
    name: "index",
    path: "/",
    aliases: [""],
    query: NoQuery,
    description: {
      summary: "Where everything is",
      description:
        "The service, its plans, and the URLs of its endpoints and documents, with or without the final slash.",
      response: IndexSchema,
      headers: ["ETag"],
      problems: ["invalid_parameter"],
    },
    answer: () => answer,
  });
}

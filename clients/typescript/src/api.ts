import createClient, { type Client } from "openapi-fetch";
import type { paths } from "./openapi.d.ts";
import { readProblem } from "./problem.ts";
import { addRetries } from "./retry.ts";

/** All operations by method and path, as in openapi-fetch: `api.GET("/trades", { params: { query: { limit: 5 } } })`. */
export type Api = Client<paths>;

export interface ClientOptions {
  /** URL including the base path: `https://example.org/api/v1`. */
  readonly baseUrl: string;
  /** `ctd_live_...`; without it, the rate limit of your IP address applies. */
  readonly key?: string;
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Number of retries after a response with `Retry-After`; default 5. */
  readonly retries?: number;
  /** Maximum `Retry-After`; a longer one is not retried. Default 120. */
  readonly maxWaitSeconds?: number;
}

/** Creates a client. Status 400 and above rejects with a `ProblemError`, after retries of a 429, or of a 503 to a `GET`. */
export function createApi(options: ClientOptions): Api {
  const { baseUrl, key, fetch = (request) => globalThis.fetch(request), retries = 5, maxWaitSeconds = 120 } = options;
  const api = createClient<paths>({
    baseUrl,
    fetch: addRetries({ fetch, retries, maxWaitSeconds }),
    // Send lists as `a,b`, the form that the service reads.
    querySerializer: { array: { style: "form", explode: false } },
    ...(key !== undefined && { headers: { Authorization: `Bearer ${key}` } }),
  });
  api.use({
    async onResponse({ response }) {
      if (response.status >= 400) throw await readProblem(response);
    },
  });
  return api;
}

/** Returns the body of a response: `const { trades } = await dataOf(api.GET("/trades"))`. */
export async function dataOf<T>(response: Promise<{ readonly data?: T }>): Promise<NonNullable<T>> {
  const { data } = await response;
  if (data === undefined || data === null) throw new TypeError("The response has no body.");
  return data;
}

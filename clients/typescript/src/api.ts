import createClient, { type Client } from "openapi-fetch";
import type { paths } from "./openapi.d.ts";
import { problemOf } from "./problem.ts";
import { retrying } from "./retry.ts";

/** Every operation by method and path, as openapi-fetch has them: `api.GET("/trades", { params: { query: { limit: 5 } } })`. */
export type Api = Client<paths>;

export interface ClientOptions {
  /** With the base path: `https://example.org/api/v1`. */
  readonly baseUrl: string;
  /** `ctd_live_...`; without it the limit is the address's. */
  readonly key?: string;
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Attempts after the first where the service says when to come back; 5 unless named. */
  readonly retries?: number;
  /** Longest `Retry-After` that is waited for; 120 unless named. */
  readonly maxWaitSeconds?: number;
}

/** Answers that are neither 2xx nor 3xx reject with a `ProblemError`; a 429 is waited out first. */
export function createApi(options: ClientOptions): Api {
  const { baseUrl, key, fetch = (request) => globalThis.fetch(request), retries = 5, maxWaitSeconds = 120 } = options;
  const api = createClient<paths>({
    baseUrl,
    fetch: retrying({ fetch, retries, maxWaitSeconds }),
    // Lists are written `a,b`, as the service reads them.
    querySerializer: { array: { style: "form", explode: false } },
    ...(key !== undefined && { headers: { Authorization: `Bearer ${key}` } }),
  });
  api.use({
    async onResponse({ response }) {
      if (response.status >= 400) throw await problemOf(response);
    },
  });
  return api;
}

/** The body of an answer: `const { trades } = await dataOf(api.GET("/trades"))`. */
export async function dataOf<T>(answer: Promise<{ readonly data?: T }>): Promise<NonNullable<T>> {
  const { data } = await answer;
  if (data === undefined || data === null) throw new TypeError("This answer has no body.");
  return data;
}

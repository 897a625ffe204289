/** Finds the endpoint for a method and a path. */
import findMyWay, { type HTTPMethod } from "find-my-way";
import type { HttpExchange } from "./http-exchange.ts";
import type { Method, PathParameters, Reply } from "./route.ts";

/** The handlers of one route or of one page. */
export interface Endpoint {
  /** Metrics label. */
  readonly name: string;
  /** True for pages with forms: the request body is kept in memory even if the request has no API key. */
  readonly acceptsForm?: boolean;
  readonly reply: (exchange: HttpExchange, parameters: PathParameters) => Reply | Promise<Reply>;
}

export interface Match {
  readonly endpoint: Endpoint;
  /** Path parameters, percent-decoded. */
  readonly parameters: PathParameters;
}

const SERVED_METHODS = ["GET", "HEAD", "POST", "PATCH", "DELETE"] as const;

export class Router {
  readonly #tree: ReturnType<typeof findMyWay>;

  /** `longestParameter`: maximum bytes of a path parameter. */
  constructor(longestParameter: number) {
    this.#tree = findMyWay({ maxParamLength: longestParameter, querystringParser: () => ({}) });
  }

  /** Adds an endpoint. In `path`, a name such as `:symbol` stands for a parameter. A GET endpoint also answers HEAD requests. */
  add(method: Method, path: string, endpoint: Endpoint): void {
    this.#tree.on(method === "GET" ? ["GET", "HEAD"] : method, path, () => {}, endpoint);
  }

  /** Finds the endpoint; null for an unknown path, or a method that the path does not allow. */
  find(method: string, path: string): Match | null {
    const found = this.#tree.find(method as HTTPMethod, path);
    if (found === null) return null;
    for (const name in found.params) {
      // find-my-way also matches an empty parameter. Reject the match: `/quote/` must not request a quote of an empty symbol.
      if (found.params[name] === "") return null;
    }
    return { endpoint: found.store as Endpoint, parameters: found.params as PathParameters };
  }

  /** Methods that a path allows; null if there is no such path. */
  findMethods(path: string): readonly string[] | null {
    if (path === "*") return ["GET", "HEAD", "OPTIONS"];
    const served = SERVED_METHODS.filter((method) => this.find(method, path) !== null);
    return served.length === 0 ? null : [...served, "OPTIONS"];
  }
}

/** Types of routes, and the function that turns a public endpoint into a route. */
import type { IncomingHttpHeaders } from "node:http";
import type { z } from "zod";
import type { Account, ApiKey, KeyScope } from "../domain/premium.ts";
import { type HeaderName, IGNORED_PARAMETERS } from "./header-catalogue.ts";
import type { PROBLEMS, ProblemCode } from "./problems.ts";
import type { Plan, RateState } from "./rate-limit/rate-limit.ts";
import { createQueryReader, formatUnknownNames } from "./request/query-string.ts";
import type { CACHE_CONTROL } from "./response/caching.ts";
import type { FileAnswer } from "./response/file-answer.ts";

/** A complete answer, independent of how it is sent (compressed, as a 304, or directly). */
export interface Answer {
  /** Default: 200. Only a 200 can become a 304. */
  readonly status?: 200 | 201 | 202 | 204 | 303 | 308 | 406 | (typeof PROBLEMS)[ProblemCode]["status"];
  /** Empty for 204, 303 and 308. */
  readonly body: Buffer;
  readonly contentType: string;
  readonly cacheControl: (typeof CACHE_CONTROL)[keyof typeof CACHE_CONTROL];
  /** ETag as sent, `W/"..."`: one path and tag always mean one body. Null: the answer is neither conditional nor ever cached. */
  readonly etag: string | null;
  /** Additional headers, as alternating names and values. */
  readonly headers: readonly string[];
  /** How long to reuse this answer for the same target and any caller: while the version is current, or `ms`. Default: never. */
  readonly keep?: { readonly version: string } | { readonly ms: number };
  /** Called each time this answer is reused for another request. */
  readonly onReuse?: () => void;
  /** True if the same buffer is sent repeatedly: its compressed forms are then cached as long as the buffer itself. */
  readonly bodyIsCached?: true;
  /** Never compress: pictures do not shrink, and a page's compressed length would leak a secret in it (BREACH, CVE-2013-3587). */
  readonly uncompressed?: true;
}

export type Reply = Answer | FileAnswer;

/** A page outside the base path, at exactly `path`. */
export interface Page {
  readonly name: string;
  readonly path: string;
  readonly answer: () => Answer | Promise<Answer>;
}

/** A page outside the base path. It may read path parameters and a query. A `Page` reads neither and is a valid `SitePage`. */
export interface SitePage {
  readonly name: string;
  readonly path: string;
  readonly answer: (request: PageRequest) => Reply | Promise<Reply>;
}

export interface PageRequest {
  /** Requested path, percent-encoded. */
  readonly path: string;
  readonly parameters: PathParameters;
  /** Query without its question mark. */
  readonly query: string;
  /** Identity that the request counts against: the address, or the account of a valid key. */
  readonly identity: string;
  /** True if a browser asks for a page. Errors are then sent as an HTML page, and otherwise as `application/problem+json`. */
  readonly wantsHtmlPage: boolean;
}

/** A page for users who log in: it reads the request's headers and the body of a submitted form. */
export interface FormPage {
  readonly name: string;
  readonly path: string;
  readonly method: "GET" | "POST";
  /** True if requests count against the caller's rate limit. `answer` must refuse each request whose `refused` is not null. */
  readonly countsAsRequest?: true;
  readonly answer: (request: FormRequest) => Answer | Promise<Answer>;
}

export interface FormRequest extends PageRequest {
  readonly headers: IncomingHttpHeaders;
  /** Empty if no body was sent. */
  readonly body: Buffer;
  /** Null if requests for the page do not count, or if the request is within the limit. */
  readonly refused: RefusedRequest | null;
}

/** A request beyond the caller's rate limit. */
export interface RefusedRequest {
  readonly plan: Plan;
  /** Seconds until the next request is admitted. */
  readonly seconds: number;
}

export type PathParameters = Readonly<Record<string, string>>;

/** OpenAPI description of an endpoint, without the query parameters. The route's `query` schema describes those parameters. */
export interface Description {
  readonly summary: string;
  readonly description: string;
  readonly parameters?: Readonly<Record<string, { readonly description: string; readonly example: string }>>;
  /** Schema of the successful answer; null if it has no body, or one that is not JSON (`media`). */
  readonly response: z.ZodType | null;
  /** Media types of a response that is a file. */
  readonly media?: readonly string[];
  /** Status of the successful answer, 200 by default. */
  readonly status?: 200 | 201 | 202 | 204;
  /** True if the id in the path may have been replaced by another id. Requests with the old id then get a 308 redirect. */
  readonly moves?: true;
  /** Headers of the successful answer, without the headers that every response has. */
  readonly headers?: readonly HeaderName[];
  readonly problems: readonly ProblemCode[];
}

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

interface RouteLine {
  /** Name of the operation, also its metrics label. */
  readonly name: string;
  /** Path below the base path. A name such as `:symbol` stands for a parameter. */
  readonly path: string;
  /** Alternative paths with the same answer. */
  readonly aliases: readonly string[];
  /** A GET route also answers HEAD requests. */
  readonly method: Method;
  readonly unknownParameters: "ignored" | "refused";
  readonly query: z.ZodObject;
  /** Null for a route outside the API: an HTML page, the submission of a page's form, or a CSV file that a page offers. */
  readonly description: Description | null;
}

/** A route that needs no credentials. */
export interface PublicRoute extends RouteLine {
  readonly access: "public";
  /** True if requests count against the rate limit. */
  readonly charged: boolean;
  /** `query`: raw query string. @throws {InvalidParametersError} and whatever the endpoint throws. */
  readonly answer: (parameters: PathParameters, query: string, callerState: CallerState) => Reply | Promise<Reply>;
}

/** A route for accounts of the premium plan only. */
export interface PremiumRoute extends RouteLine {
  readonly access: "premium";
  readonly scope: KeyScope;
  readonly body: RequestBody | null;
  /** @throws {InvalidParametersError} and whatever the endpoint throws. */
  readonly answer: (request: RawPremiumRequest) => Promise<Reply>;
}

export type Route = PublicRoute | PremiumRoute;

/** An API route, which the OpenAPI document describes. */
export type DescribedRoute = Route & { readonly description: Description };

/** A client's rate-limit state after this request. */
export interface CallerState {
  /** Identity that the request counts against: the address, or the account of a valid key. */
  readonly identity: string;
  readonly rate: RateState;
  /** Unix time in milliseconds. */
  readonly wallMs: number;
}

/** The body of a request, for the OpenAPI document and for the parser. */
export interface RequestBody {
  readonly schema: z.ZodType;
  /** True if the request body may be empty. An empty body is then read as `{}`. */
  readonly optional: boolean;
}

/** An authorized premium request whose query and body are not validated yet. */
export interface RawPremiumRequest {
  readonly account: Account;
  readonly key: ApiKey;
  readonly parameters: PathParameters;
  readonly query: string;
  /** Already parsed as strict JSON; null if the route takes no body. */
  readonly json: unknown;
  readonly ifMatch: string | undefined;
  readonly callerState: CallerState;
  readonly at: Date;
}

/** By default, unknown parameters are refused: a mistyped filter must not return everything. */
interface PublicEndpoint<S extends z.core.$ZodShape>
  extends Pick<PublicRoute, "name" | "path" | "description">,
    Partial<Pick<PublicRoute, "method" | "aliases" | "charged" | "unknownParameters">> {
  readonly query: z.ZodObject<S>;
  readonly answer: (
    parameters: PathParameters,
    query: z.output<z.ZodObject<S>>,
    callerState: CallerState,
  ) => Reply | Promise<Reply>;
}

/** A public endpoint; GET and HEAD by default. */
export function createPublicRoute<S extends z.core.$ZodShape>(endpoint: PublicEndpoint<S>): PublicRoute {
  const { unknownParameters = "refused" } = endpoint;
  const read = createQueryReader(endpoint.query, unknownParameters);
  const answer: PublicRoute["answer"] = (parameters, query, callerState) =>
    endpoint.answer(parameters, read(query), callerState);
  return {
    ...endpoint,
    unknownParameters,
    aliases: endpoint.aliases ?? [],
    charged: endpoint.charged ?? true,
    access: "public",
    method: endpoint.method ?? "GET",
    answer: unknownParameters === "ignored" ? addIgnoredNamesHeader(answer, endpoint.query.shape) : answer,
  };
}

/** Lists unknown query parameters in a header of the answer, so that a mistyped filter is noticed. */
function addIgnoredNamesHeader(answer: PublicRoute["answer"], known: z.core.$ZodShape): PublicRoute["answer"] {
  return (parameters, query, callerState) => {
    const reply = answer(parameters, query, callerState);
    const names = formatUnknownNames(query, known);
    if (names === "") return reply;
    const addIgnoredNames = (answered: Reply): Reply => ({
      ...answered,
      headers: [...answered.headers, IGNORED_PARAMETERS, names],
    });
    return reply instanceof Promise ? reply.then(addIgnoredNames) : addIgnoredNames(reply);
  };
}

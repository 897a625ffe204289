/** The shape of a line of the route table, and how a public endpoint becomes one. */
import type { IncomingHttpHeaders } from "node:http";
import type { z } from "zod";
import type { Account, ApiKey, KeyScope } from "../domain/premium.ts";
import { type HeaderName, IGNORED_PARAMETERS } from "./header-catalogue.ts";
import type { PROBLEMS, ProblemCode } from "./problems.ts";
import type { Plan, RateState } from "./rate-limit/rate-limit.ts";
import { queryReader, unknownNames } from "./request/query-string.ts";
import type { CACHE_CONTROL } from "./response/caching.ts";
import type { FileAnswer } from "./response/file-answer.ts";

/** A ready answer: what to send, not how. */
export interface Answer {
  /** 200 unless named. Only a 200 is conditional. */
  readonly status?: 200 | 201 | 202 | 204 | 303 | 308 | 406 | (typeof PROBLEMS)[ProblemCode]["status"];
  /** Empty with 204, 303 and 308. */
  readonly body: Buffer;
  readonly contentType: string;
  readonly cacheControl: (typeof CACHE_CONTROL)[keyof typeof CACHE_CONTROL];
  /** The tag as sent, `W/"..."`; it names the representation, so one path with one tag is one body. Null means not conditional and never cached. */
  readonly etag: string | null;
  /** Further headers, name and value in turn. */
  readonly headers: readonly string[];
  /** Time for which the same target has this answer, whoever asks: while the dataset version is in force, or for so long. Without it the answer is made each time. */
  readonly keep?: { readonly version: string } | { readonly ms: number };
  /** Called for each request that is given this answer again. */
  readonly given?: () => void;
  /** The same buffer is given again and again, so that its compressed forms are cached for as long as it is. */
  readonly bodyIsCached?: true;
  /** Compressing gains nothing on a picture, and tells by the length what a page holds that has a secret in it (BREACH, CVE-2013-3587). */
  readonly uncompressed?: true;
}

export type Reply = Answer | FileAnswer;

/** A page outside the base path, at exactly `path`. */
export interface Page {
  readonly name: string;
  readonly path: string;
  readonly answer: () => Answer | Promise<Answer>;
}

/** A page outside the base path with parameters in its path, which reads its query; every `Page` is one. */
export interface SitePage {
  readonly name: string;
  readonly path: string;
  readonly answer: (request: PageRequest) => Reply | Promise<Reply>;
}

export interface PageRequest {
  /** The path as requested, percent-encoded. */
  readonly path: string;
  readonly parameters: PathParameters;
  /** The query without its question mark. */
  readonly query: string;
  /** Identity that it is counted against: the address, or the account of a valid key. */
  readonly identity: string;
  /** Asked by a browser: a program gets a problem where a person gets a page that says what is wrong. */
  readonly isForPeople: boolean;
}

/** A page for persons who log in: it sees the request's headers and, of a form that is sent, its body. */
export interface FormPage {
  readonly name: string;
  readonly path: string;
  readonly method: "GET" | "POST";
  /** Requests count against the caller's limit; the page itself answers those that are too many. */
  readonly counted?: true;
  readonly answer: (request: FormRequest) => Answer | Promise<Answer>;
}

export interface FormRequest extends PageRequest {
  readonly headers: IncomingHttpHeaders;
  /** Empty where none was sent. */
  readonly body: Buffer;
  /** Null where the page does not count, or the limit admits the request. */
  readonly refused: RefusedRequest | null;
}

/** A request beyond the caller's limit. */
export interface RefusedRequest {
  readonly plan: Plan;
  /** Seconds until the next is admitted. */
  readonly seconds: number;
}

export type PathParameters = Readonly<Record<string, string>>;

/** The OpenAPI description of an endpoint, beside its query. */
export interface Description {
  readonly summary: string;
  readonly description: string;
  /** Parameters of the path. */
  readonly parameters?: Readonly<Record<string, { readonly description: string; readonly example: string }>>;
  /** Schema of the successful answer; null when it has no body, or one that is not JSON (`media`). */
  readonly response: z.ZodType | null;
  /** Media types of an answer that is a file. */
  readonly media?: readonly string[];
  /** Status of the successful answer, 200 unless named. */
  readonly status?: 200 | 201 | 202 | 204;
  /** An id may be served as another, to which a 308 redirects. */
  readonly moves?: true;
  /** Headers of the successful answer beyond those of every response. */
  readonly headers?: readonly HeaderName[];
  readonly problems: readonly ProblemCode[];
}

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

interface RouteLine {
  /** The operation's name, and the label of its metrics. */
  readonly name: string;
  /** Relative to the base, parameters as `:symbol`. */
  readonly path: string;
  /** Other spellings that answer alike. */
  readonly aliases: readonly string[];
  /** GET is HEAD too. */
  readonly method: Method;
  readonly unknownParameters: "ignored" | "refused";
  readonly query: z.ZodObject;
  /** Null where it is no part of the API: a page or a file of the pages. */
  readonly description: Description | null;
}

/** No credential is asked for. */
export interface PublicRoute extends RouteLine {
  readonly access: "public";
  /** Requests that cost nothing are not counted. */
  readonly charged: boolean;
  /** `query`: the raw query string. @throws {InvalidParametersError} and what the endpoint throws. */
  readonly answer: (parameters: PathParameters, query: string, standing: Standing) => Reply | Promise<Reply>;
}

/** Only for accounts of the premium plan. */
export interface PremiumRoute extends RouteLine {
  readonly access: "premium";
  /** Scope that a key must have. */
  readonly scope: KeyScope;
  readonly body: RequestBody | null;
  /** @throws {InvalidParametersError} and what the endpoint throws. */
  readonly answer: (request: RawPremiumRequest) => Promise<Reply>;
}

export type Route = PublicRoute | PremiumRoute;

/** A route of the API, which the OpenAPI document describes. */
export type DescribedRoute = Route & { readonly description: Description };

/** The standing of a client after this request. */
export interface Standing {
  /** Identity that the request is counted against: the address, or the account of a valid key. */
  readonly identity: string;
  readonly rate: RateState;
  /** Milliseconds of Unix time. */
  readonly wallMs: number;
}

/** The body of a request, for the OpenAPI document and for its reader. */
export interface RequestBody {
  readonly schema: z.ZodType;
  /** An empty body stands for `{}`. */
  readonly optional: boolean;
}

/** A premium request that is let in: its query and body are still to be read. */
export interface RawPremiumRequest {
  readonly account: Account;
  readonly key: ApiKey;
  readonly parameters: PathParameters;
  readonly query: string;
  /** Null when the route takes none. Already read as strict JSON. */
  readonly json: unknown;
  readonly ifMatch: string | undefined;
  readonly standing: Standing;
  readonly at: Date;
}

/** Unknown parameters are refused unless it says otherwise: a mistyped filter must not answer with everything. */
interface PublicEndpoint<S extends z.core.$ZodShape>
  extends Pick<PublicRoute, "name" | "path" | "description">,
    Partial<Pick<PublicRoute, "method" | "aliases" | "charged" | "unknownParameters">> {
  readonly query: z.ZodObject<S>;
  readonly answer: (
    parameters: PathParameters,
    query: z.output<z.ZodObject<S>>,
    standing: Standing,
  ) => Reply | Promise<Reply>;
}

/** A public endpoint, read with GET or HEAD unless it says otherwise. */
export function publicEndpoint<S extends z.core.$ZodShape>(endpoint: PublicEndpoint<S>): PublicRoute {
  const { unknownParameters = "refused" } = endpoint;
  const read = queryReader(endpoint.query, unknownParameters);
  const answer: PublicRoute["answer"] = (parameters, query, standing) =>
    endpoint.answer(parameters, read(query), standing);
  return {
    ...endpoint,
    unknownParameters,
    aliases: endpoint.aliases ?? [],
    charged: endpoint.charged ?? true,
    access: "public",
    method: endpoint.method ?? "GET",
    answer: unknownParameters === "ignored" ? namingIgnored(answer, endpoint.query.shape) : answer,
  };
}

/** Names in a header what the query has and the endpoint does not know: a mistyped filter is seen. */
function namingIgnored(answer: PublicRoute["answer"], known: z.core.$ZodShape): PublicRoute["answer"] {
  return (parameters, query, standing) => {
    const reply = answer(parameters, query, standing);
    const names = unknownNames(query, known);
    if (names === "") return reply;
    const named = (given: Reply): Reply => ({ ...given, headers: [...given.headers, IGNORED_PARAMETERS, names] });
    return reply instanceof Promise ? reply.then(named) : named(reply);
  };
}

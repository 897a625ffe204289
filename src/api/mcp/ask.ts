/** Calls the API for the tools. Tools answer from API responses, so parameters, checks and errors are the same as over HTTP. */
import { sanitizeToOneLine } from "./filing-text.ts";

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface ApiAnswer {
  readonly status: number;
  /** Parsed JSON; for a status of 400 or more, a problem (RFC 9457). */
  readonly body: unknown;
  /** Value of a header; the name is in lower case. */
  readonly getHeader: (name: string) => string | undefined;
}

/** Requests a path below the base of the API: `/trades/txn_h20024542_01`. */
export type Ask = (path: string, query?: Query) => Promise<ApiAnswer>;

/** Tells a model, on one line, why a tool cannot answer: what was wrong, what is allowed, when to try again. */
export class ToolError extends Error {
  constructor(message: string) {
    super(sanitizeToOneLine(message));
  }
}

export interface ApiContent<T> {
  readonly body: T;
  readonly version: string;
  readonly header: ApiAnswer["getHeader"];
}

/** Requests a path and returns the successful response, whose body the API's own schema describes. @throws {ToolError} */
export async function fetchContent<T>(ask: Ask, path: string, query?: Query): Promise<ApiContent<T>> {
  return requireSuccess(await ask(path, query));
}

/** The content of a received response. @throws {ToolError} */
export function requireSuccess<T>({ status, body, getHeader }: ApiAnswer): ApiContent<T> {
  if (status !== 200) throw new ToolError(describeProblem(body, getHeader("retry-after")));
  return { body: body as T, version: getHeader("x-dataset-version") ?? "0", header: getHeader };
}

interface Problem {
  readonly detail: string;
  readonly errors?: readonly { readonly name: string; readonly allowed?: readonly string[] }[];
}

function describeProblem(problem: unknown, retryAfter: string | undefined): string {
  const { detail, errors = [] } = problem as Problem;
  const allowed = errors.flatMap(({ name, allowed: words }) =>
    words === undefined || detail.includes(words.join(", ")) ? [] : [`Allowed for ${name}: ${words.join(", ")}.`],
  );
  const wait = retryAfter === undefined ? [] : [`Try again in ${retryAfter} seconds.`];
  return [detail, ...allowed, ...wait].join(" ");
}

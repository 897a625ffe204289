/** JSON of a provider of prices, or a named error: what is no answer never looks like one. */
import { SourceError } from "../errors.ts";
import { createRequest, type ProviderOptions } from "./request.ts";

export interface JsonAnswer {
  /** 400 and 404 where the provider says in JSON that there is no such thing, or no such question. */
  readonly status: 200 | 400 | 404;
  readonly body: unknown;
}

/**
 * GETs `path` below the provider's address.
 * @throws {SourceError} as a Request does; `blocked` for 401 and 403, `rate_limited` where the body says so, `bad_answer` for
 * everything else that is not JSON of status 200, 400 or 404, for an error stated in a 200, and for what the key's plan leaves out.
 */
type FetchJson = (path: string, signal: AbortSignal) => Promise<JsonAnswer>;

interface Source {
  /** Name of the provider in errors. */
  readonly provider: string;
  readonly spacingMs: number;
  /** Headers by lower-case name. The key belongs here and never in an address, because addresses are logged. */
  readonly headers?: Readonly<Record<string, string>>;
}

export function createFetchJson({ provider, spacingMs, headers }: Source, options: ProviderOptions): FetchJson {
  const request = createRequest(provider, options, spacingMs);
  const sent = { headers: { accept: "application/json", ...headers } };
  return async (path, signal) => {
    const { status, text } = await request(options.baseUrl + path, sent, signal);
    const where = `${provider} (${new URL(options.baseUrl + path).pathname})`;
    const body = parsed(text);
    const complaint = body === undefined ? text.slice(0, LONGEST_COMPLAINT) : statedError(body);
    if (complaint !== null && OVER_LIMIT.test(complaint)) {
      throw new SourceError("rate_limited", `${where} says that its limit is reached.`);
    }
    if (complaint !== null && NOT_IN_PLAN.test(complaint)) {
      throw new SourceError("bad_answer", `${where} does not give this to the key's plan.`);
    }
    if (status === 401 || status === 403) throw new SourceError("blocked", `${where} refused with ${status}.`);
    if ((status !== 200 && status !== 400 && status !== 404) || body === undefined) {
      throw new SourceError("bad_answer", `${where} answered ${status} with something that is not its JSON.`);
    }
    if (status === 200 && complaint !== null) {
      throw new SourceError("bad_answer", `${where} answered 200 with an error instead of data.`);
    }
    return { status, body };
  };
}

const OVER_LIMIT = /too many requests|limit (is )?(reached|exceeded)|run over your|exceeded (the|your)/i;
/** Finnhub's 403 for one symbol, such as one of a foreign exchange: not a refusal of all questions. */
const NOT_IN_PLAN = /access to this resource/i;
const LONGEST_COMPLAINT = 4_096;

/** Undefined when it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The sentence of `{"error":...}` or `{"detail":...}`; null when none is stated. What it says is not repeated: it may hold the key. */
function statedError(body: unknown): string | null {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return null;
  const { error, detail } = body as Record<string, unknown>;
  const stated = error ?? detail;
  return stated === undefined || stated === null ? null : JSON.stringify(stated);
}

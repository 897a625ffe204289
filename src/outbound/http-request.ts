/** Sends one request and reads its response: limits time and size, checks completeness, decodes the content coding. */
import { SourceError } from "../base/errors.ts";
import { ACCEPTED_CODINGS, createTruncatedError, decodeBody } from "./content-coding.ts";
import { discardBody } from "./discard.ts";
import type { Fetch } from "./fetch.ts";

/** Undici's own time limits: for connecting, for the headers, and between two chunks of the body. */
const TIMEOUT_CODES: ReadonlySet<string> = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
]);

export interface HttpRequest {
  readonly method?: "GET" | "POST";
  readonly url: string;
  /** Name used in error messages instead of the URL, which may contain a token. */
  readonly label?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A larger response fails with `too_large`; 64 MiB by default. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/** A complete response with any status. Redirects are not followed. */
export interface HttpAnswer {
  readonly url: string;
  readonly status: number;
  /** Lower-case names, values as sent (`content-length` counts encoded bytes), without `set-cookie`, which has its own field. */
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
  /** The decoded body. */
  readonly body: Uint8Array;
}

export const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;

interface RequestLimits {
  /** Identifies this program; a request's own headers cannot override it. */
  readonly userAgent: string;
  readonly totalTimeoutMs: number;
}

/**
 * Sends one request and reads its complete response, whatever the status. `fetch` has time limits for connecting, for the
 * headers, and between two chunks of the body; `totalTimeoutMs` limits the whole request. @throws {SourceError} `timeout`,
 * `network`, `too_large`, `truncated`, `unexpected_encoding`; the signal's reason if aborted.
 */
export async function sendRequest(
  fetch: Fetch,
  { method = "GET", url, label = url, headers = {}, body, maxBytes = DEFAULT_MAX_BYTES, signal }: HttpRequest,
  { userAgent, totalTimeoutMs }: RequestLimits,
): Promise<HttpAnswer> {
  const deadline = AbortSignal.timeout(totalTimeoutMs);
  const ended = signal ? AbortSignal.any([signal, deadline]) : deadline;
  let begun = false;
  try {
    const answer = await fetch(url, {
      method,
      headers: { "accept-encoding": ACCEPTED_CODINGS, ...headers, "user-agent": userAgent },
      ...(body === undefined ? {} : { body }),
      redirect: "manual",
      signal: ended,
    });
    begun = true;
    const { plain, setCookies } = splitHeaders(answer.headers);
    const coded = await readLimitedBody(answer.body, {
      label,
      announced: getDeclaredLength(answer.status, plain),
      maxBytes,
      signal: ended,
    });
    const decoded = await decodeBody(coded, plain["content-encoding"], { label, maxBytes });
    return { url, status: answer.status, headers: plain, setCookies, body: decoded };
  } catch (error) {
    signal?.throwIfAborted();
    throw toSourceError(error, label, begun, deadline.aborted);
  }
}

function splitHeaders(headers: Iterable<readonly [string, string]>) {
  const plain: Record<string, string> = {};
  const setCookies: string[] = [];
  for (const [rawName, value] of headers) {
    const name = rawName.toLowerCase();
    if (name === "set-cookie") setCookies.push(value);
    else plain[name] = plain[name] === undefined ? value : `${plain[name]}, ${value}`;
  }
  return { plain, setCookies };
}

/** Returns the body length that the response declares; null if none, and for a 204 or 304, which has no body. */
function getDeclaredLength(status: number, headers: Readonly<Record<string, string>>): number | null {
  const text = headers["content-length"];
  return text === undefined || status === 304 || status === 204 ? null : Number(text);
}

interface BodyLimits {
  readonly label: string;
  readonly announced: number | null;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

async function readLimitedBody(
  body: AsyncIterable<Uint8Array> | null,
  { label, announced, maxBytes, signal }: BodyLimits,
): Promise<Buffer> {
  const createTooLargeError = () => new SourceError("too_large", `${label} answered with more than ${maxBytes} bytes.`);
  if (announced !== null && announced > maxBytes) {
    discardBody(body, { bytes: 0, ms: 0 });
    throw createTooLargeError();
  }
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    signal.throwIfAborted();
    length += piece.length;
    if (length > maxBytes) throw createTooLargeError();
    pieces.push(piece);
  }
  if (announced !== null && length !== announced)
    throw createTruncatedError(label, `${length} of ${announced} bytes arrived`);
  return Buffer.concat(pieces, length);
}

function toSourceError(error: unknown, label: string, begun: boolean, late: boolean): SourceError {
  if (error instanceof SourceError) return error;
  const code = (error as NodeJS.ErrnoException | null)?.code;
  const why = error instanceof Error ? error.message || (code ?? error.name) : String(error);
  if (late || TIMEOUT_CODES.has(code ?? "")) {
    return new SourceError("timeout", `${label} did not answer in time: ${why}.`, { cause: error });
  }
  if (begun) return createTruncatedError(label, why, error);
  return new SourceError("network", `${label} cannot be reached: ${why}.`, { cause: error });
}

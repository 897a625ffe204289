/** One request and its answer over undici: bounded in time and size, checked for completeness, its content coding undone. */
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { type Dispatcher, errors, request as undiciRequest } from "undici";
import { SourceError } from "../errors.ts";

export interface HttpRequest {
  readonly method?: "GET" | "POST";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Refused with `too_large` beyond this; 64 MiB unless told. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/** An answer with any status below 500 except 403 and 429, those being SourceErrors. Redirects are not followed. */
export interface HttpAnswer {
  readonly url: string;
  readonly status: number;
  /** Lower-case names, values as sent (`content-length` counts the coded bytes); `set-cookie` is left out and given apart. */
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
  /** Without its content coding. */
  readonly body: Uint8Array;
}

type Decoder = (coded: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

/** By the name of the coding, which is the other side's text. */
const DECODERS: ReadonlyMap<string, Decoder> = new Map([
  ["gzip", promisify(gunzip) as Decoder],
  ["x-gzip", promisify(gunzip) as Decoder],
  ["br", promisify(brotliDecompress) as Decoder],
]);

export const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Sends one request and reads its whole answer, whatever the status. The time limits of connecting, of the headers and between two
 * pieces of the body are the dispatcher's; `totalTimeoutMs` bounds the whole.
 * @throws {SourceError} `timeout`, `network`, `too_large`, `truncated`, `unexpected_encoding`; the signal's reason when it was aborted.
 */
export async function exchange(
  dispatcher: Dispatcher,
  { method = "GET", url, headers = {}, body, maxBytes = DEFAULT_MAX_BYTES, signal }: HttpRequest,
  userAgent: string,
  totalTimeoutMs: number,
): Promise<HttpAnswer> {
  const deadline = AbortSignal.timeout(totalTimeoutMs);
  let begun = false;
  try {
    const answer = await undiciRequest(url, {
      dispatcher,
      method,
      headers: { "accept-encoding": "gzip, br", ...headers, "user-agent": userAgent },
      body: body ?? null,
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    begun = true;
    const { plain, setCookies } = splitHeaders(answer.headers);
    const coded = await readBounded(answer.body, url, announcedBytes(answer.statusCode, plain), maxBytes);
    return {
      url,
      status: answer.statusCode,
      headers: plain,
      setCookies,
      body: await decode(coded, plain, url, maxBytes),
    };
  } catch (error) {
    signal?.throwIfAborted();
    throw asSourceError(error, url, begun, deadline.aborted);
  }
}

function splitHeaders(headers: Record<string, string | string[] | undefined>) {
  const plain: Record<string, string> = {};
  let setCookies: readonly string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    if (name.toLowerCase() === "set-cookie") setCookies = [value].flat();
    else plain[name.toLowerCase()] = [value].flat().join(", ");
  }
  return { plain, setCookies };
}

/** Bytes that the answer says it has; null when it does not say. A 304 may name the length of what it does not send. */
function announcedBytes(status: number, headers: Readonly<Record<string, string>>): number | null {
  const text = headers["content-length"];
  return text === undefined || status === 304 || status === 204 ? null : Number(text);
}

async function readBounded(
  body: Dispatcher.ResponseData["body"],
  url: string,
  announced: number | null,
  maxBytes: number,
): Promise<Buffer> {
  const tooLarge = () => new SourceError("too_large", `${url} answered with more than ${maxBytes} bytes.`);
  if (announced !== null && announced > maxBytes) {
    // Destroying an unread body emits an error that nobody else waits for.
    body.on("error", () => {}).destroy();
    throw tooLarge();
  }
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body) {
    length += (piece as Buffer).length;
    if (length > maxBytes) throw tooLarge();
    pieces.push(piece as Buffer);
  }
  if (announced !== null && length !== announced) throw truncated(url, `${length} of ${announced} bytes arrived`);
  return Buffer.concat(pieces, length);
}

async function decode(
  coded: Buffer,
  headers: Readonly<Record<string, string>>,
  url: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const coding = (headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (coding === "identity" || coded.length === 0) return coded;
  const decoder = DECODERS.get(coding);
  if (!decoder) {
    throw new SourceError("unexpected_encoding", `${url} answered in the coding "${coding}"; asked for gzip or br.`);
  }
  try {
    return await decoder(coded, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") {
      throw new SourceError("too_large", `${url} answered with more than ${maxBytes} bytes.`, { cause: error });
    }
    throw truncated(url, `its ${coding} coding does not end (${(error as Error).message})`, error);
  }
}

function truncated(url: string, why: string, cause?: unknown): SourceError {
  return new SourceError("truncated", `The answer of ${url} is cut short: ${why}.`, { cause });
}

function asSourceError(error: unknown, url: string, begun: boolean, late: boolean): SourceError {
  if (error instanceof SourceError) return error;
  const timedOut =
    late ||
    error instanceof errors.ConnectTimeoutError ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError;
  const why =
    error instanceof Error ? error.message || ((error as NodeJS.ErrnoException).code ?? error.name) : String(error);
  if (timedOut) return new SourceError("timeout", `${url} did not answer in time: ${why}.`, { cause: error });
  if (begun) return truncated(url, why, error);
  return new SourceError("network", `${url} cannot be reached: ${why}.`, { cause: error });
}

/** Sends an endpoint's reply: a ready answer (`send-answer.ts`), or a streamed file. */
import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip, type Gunzip, type Gzip } from "node:zlib";
import type { ApiContext } from "../api-context.ts";
import type { HttpExchange } from "../http-exchange.ts";
import type { Reply } from "../route.ts";
import { buildCachingHeaders, matchesIfNoneMatch } from "./caching.ts";
import { COMPRESS_FROM_BYTES, readAcceptEncoding } from "./compression.ts";
import { type FileAnswer, parseByteRange } from "./file-answer.ts";
import { failsIfMatch, IF_MATCH_FAILED, sendAnswer, sendProblem } from "./send-answer.ts";
import { writeHead } from "./write-head.ts";

const OK = 200;
const PARTIAL = 206;
const NOT_MODIFIED = 304;

/** Content types of text files; other files are already compressed. */
const COMPRESSIBLE = /^(?:text\/|application\/x-ndjson)/;
/** zlib compression level: takes a third of the time of the default 6, for files a few percent larger. */
const GZIP_LEVEL = 3;

/** Resolves when the answer has been handed to the socket; for a file, when the client has received the last byte or disconnected. */
export function sendReply(context: ApiContext, exchange: HttpExchange, reply: Reply): void | Promise<void> {
  return "kind" in reply ? sendFile(context, exchange, reply) : sendAnswer(context, exchange, reply);
}

/** Streams a file or a part of it. If reading fails halfway, cuts the connection: the client sees that bytes are missing. */
async function sendFile(context: ApiContext, exchange: HttpExchange, file: FileAnswer): Promise<void> {
  try {
    await negotiateAndSend(context, exchange, file);
  } finally {
    file.onEnd?.();
  }
}

async function negotiateAndSend(context: ApiContext, exchange: HttpExchange, file: FileAnswer): Promise<void> {
  const { request } = exchange;
  const { headers: requested } = request;
  const coded = shouldSendGzip(request, file);
  // The gzip form is another representation, so it needs its own tag.
  const etag = coded ? file.etag.replace(/"$/, '-gzip"') : file.etag;
  const headers = [...file.headers, "ETag", etag, ...buildCachingHeaders(file.cacheControl, context.cacheTags)];
  if (file.gzipped || COMPRESSIBLE.test(file.contentType)) headers.push("Vary", "Accept-Encoding");
  if (failsIfMatch(exchange, etag)) {
    sendProblem(context, exchange, IF_MATCH_FAILED);
    return;
  }
  if (matchesIfNoneMatch(requested["if-none-match"], etag)) {
    writeHead(context, exchange, NOT_MODIFIED, headers, null);
    return;
  }
  headers.push("Content-Type", file.contentType, "Content-Disposition", `attachment; filename="${file.filename}"`);
  const digest = `sha-256=:${file.sha256}:`;
  const whole = { start: 0, end: file.size };
  if (file.gzipped) {
    if (coded) headers.push("Content-Encoding", "gzip", "Repr-Digest", digest, "Content-Length", String(file.size));
    await streamFile(context, exchange, OK, headers, file, whole, coded ? null : createGunzip());
    return;
  }
  if (coded) {
    headers.push("Content-Encoding", "gzip", "Unencoded-Digest", digest);
    await streamFile(context, exchange, OK, headers, file, whole, createGzip({ level: GZIP_LEVEL }));
    return;
  }
  headers.push("Accept-Ranges", "bytes", "Repr-Digest", digest);
  const ifRange = requested["if-range"];
  // `Range` is defined only for GET (RFC 9110 section 14.2).
  const range = request.method === "GET" ? requested.range : undefined;
  const part = parseByteRange(range, typeof ifRange === "string" ? ifRange : undefined, file.etag, file.size);
  if (part === "unsatisfiable") {
    sendProblem(context, exchange, {
      code: "range_not_satisfiable",
      detail: `The file has ${file.size} bytes; the requested range starts after its end.`,
      headers: ["Content-Range", `bytes */${file.size}`],
    });
    return;
  }
  const span = part ?? whole;
  headers.push("Content-Length", String(span.end - span.start));
  if (part) headers.push("Content-Range", `bytes ${span.start}-${span.end - 1}/${file.size}`);
  await streamFile(context, exchange, part ? PARTIAL : OK, headers, file, span, null);
}

/** Returns whether to send gzip. Byte ranges are sent uncompressed, and only from files that are not stored as gzip. */
function shouldSendGzip({ headers, method }: IncomingMessage, { contentType, size, gzipped }: FileAnswer): boolean {
  if (gzipped) return readAcceptEncoding(headers["accept-encoding"]).acceptsGzip;
  if (!COMPRESSIBLE.test(contentType) || size < COMPRESS_FROM_BYTES) return false;
  if (method === "GET" && headers.range !== undefined) return false;
  // Compression on the fly supports gzip only.
  return readAcceptEncoding(headers["accept-encoding"]).acceptsGzip;
}

async function streamFile(
  context: ApiContext,
  exchange: HttpExchange,
  status: number,
  headers: readonly string[],
  file: FileAnswer,
  { start, end }: { readonly start: number; readonly end: number },
  through: Gzip | Gunzip | null,
): Promise<void> {
  const { request, response } = exchange;
  const bodiless = request.method === "HEAD" || end === start;
  writeHead(context, exchange, status, headers, bodiless ? null : "in pieces");
  if (bodiless || response.destroyed) return;
  try {
    const pieces = file.read(start, end);
    await (through ? pipeline(pieces, through, response) : pipeline(pieces, response));
  } catch (error) {
    response.destroy();
    if (!isDisconnect(error)) {
      context.log.error(
        { err: error, route: exchange.route, requestId: exchange.id },
        "a file could not be sent completely",
      );
    }
  }
}

function isDisconnect(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ERR_STREAM_PREMATURE_CLOSE" || code === "ECONNRESET" || code === "EPIPE";
}

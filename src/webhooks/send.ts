/** One attempt: a POST over a connection of its own, bounded in time and size. */
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import type { DeliveryAttempt } from "../domain/premium.ts";
import { type Guard, hostOf, portOf } from "./address-guard.ts";
import { AttemptFailure, connectGuarded, type ResolveName } from "./connection.ts";
import { retryAfterMs } from "./retry-after.ts";

export interface AttemptOutcome {
  /** Null when no status came. */
  readonly statusCode: number | null;
  /** Null after a 2xx. */
  readonly error: DeliveryAttempt["error"];
  readonly durationMs: number;
  /** What the receiver asked for with `Retry-After`; null without one. */
  readonly retryAfterMs: number | null;
}

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface SendSettings {
  readonly guard: Guard;
  readonly resolve: ResolveName;
  /** From the start of the attempt to the receiver's status. */
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number;
}

const LONGEST_HEADERS_BYTES = 16 * 1024;
/** The answer's body says nothing that counts. A little of it is read, so that the receiver can end it without an error. */
const DISCARDED_BYTES = 64 * 1024;
const DISCARD_MS = 1000;

export type Send = (message: Message, signal?: AbortSignal) => Promise<AttemptOutcome>;

/**
 * No redirect is followed, nothing is decompressed, no proxy is used, and nothing of the answer is kept but its status; an interim answer
 * (`100 Continue`) is none. The promise rejects only when `signal` was aborted: a bug aside, every other failure is an outcome.
 */
export function createSender({ guard, resolve, timeoutMs, connectTimeoutMs }: SendSettings): Send {
  return async (message, signal) => {
    const began = performance.now();
    const outcome = (statusCode: number | null, error: AttemptOutcome["error"], retryAfter: number | null = null) => ({
      statusCode,
      error,
      durationMs: Math.round(performance.now() - began),
      retryAfterMs: retryAfter,
    });
    const url = new URL(message.url);
    const late = AbortSignal.timeout(timeoutMs);
    const ended = signal ? AbortSignal.any([late, signal]) : late;
    const destination = { host: hostOf(url), port: portOf(url), tls: url.protocol === "https:" };
    let answer: IncomingMessage;
    try {
      signal?.throwIfAborted();
      const connecting = connectGuarded(destination, guard, resolve, Math.min(connectTimeoutMs, timeoutMs));
      const socket = await unlessEnded(connecting, ended);
      answer = await answerTo(message, url, socket, ended);
    } catch (error) {
      signal?.throwIfAborted();
      return outcome(null, late.aborted ? "timeout" : failureOf(error));
    }
    // The status is what counts, and is kept before the connection has ended: the sooner, the fewer come twice after a crash.
    discard(answer);
    const { statusCode = 0, headers } = answer;
    return outcome(statusCode, errorOf(statusCode), retryAfterMs(headers["retry-after"], Date.now()));
  };
}

/** The connection; one that comes too late is closed. */
async function unlessEnded(connecting: Promise<Socket>, ended: AbortSignal): Promise<Socket> {
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(ended.reason);
    ended.addEventListener("abort", abort);
  });
  try {
    return await Promise.race([connecting, aborted]);
  } catch (error) {
    connecting.then(
      (socket) => socket.destroy(),
      () => {},
    );
    throw error;
  } finally {
    ended.removeEventListener("abort", abort);
  }
}

/** The receiver's answer, its head alone. @throws when the connection ends or `ended` is aborted before there is one. */
function answerTo({ headers, body }: Message, url: URL, socket: Socket, ended: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const give = (error: unknown) => {
      reject(error);
      socket.destroy();
    };
    if (ended.aborted) return give(ended.reason);
    const abort = () => give(ended.reason);
    ended.addEventListener("abort", abort);
    const asked: ClientRequest = request({
      createConnection: () => socket,
      method: "POST",
      path: url.pathname + url.search,
      setHost: false,
      maxHeaderSize: LONGEST_HEADERS_BYTES,
      headers: {
        host: url.host,
        connection: "close",
        "accept-encoding": "identity",
        ...headers,
        "content-length": Buffer.byteLength(body),
      },
    });
    asked.once("response", (answer) => {
      ended.removeEventListener("abort", abort);
      resolve(answer);
    });
    asked.on("error", (error) => {
      ended.removeEventListener("abort", abort);
      give(error);
    });
    asked.end(body);
  });
}

function errorOf(status: number): AttemptOutcome["error"] {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? "redirect" : "http_status";
}

/** A connection that broke, and an answer that is no HTTP or has endless headers, come to the same: it was cut off. */
function failureOf(error: unknown): AttemptOutcome["error"] {
  return error instanceof AttemptFailure ? error.kind : "connection_reset";
}

/** However the body ends, the status stands. */
function discard(answer: IncomingMessage): void {
  let bytes = 0;
  const end = () => answer.destroy();
  const timer = setTimeout(end, DISCARD_MS);
  // A receiver may close as it likes once it has answered.
  answer.on("error", () => {});
  answer.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > DISCARDED_BYTES) end();
  });
  answer.once("close", () => clearTimeout(timer));
}

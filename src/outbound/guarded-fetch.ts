/** A request over a connection of its own that goes only where a guard lets it. */
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { type Fetch, pairsOf } from "./fetch.ts";
import { type AddressGuard, connectGuarded, type ResolveName } from "./guarded-connection.ts";

export interface GuardedSettings {
  readonly guard: AddressGuard;
  readonly resolve: ResolveName;
  /** Look-up and TLS included. */
  readonly connectTimeoutMs: number;
}

const LONGEST_HEADERS_BYTES = 16 * 1024;

/**
 * A `Fetch` that uses no proxy, keeps no connection and passes over interim answers. It is Node's own client on a connection that has been
 * checked: undici takes a `100 Continue` that nobody asked for as a broken answer.
 * It throws an AttemptFailure, the signal's reason, or what Node's client throws for a connection that broke and for what is no HTTP.
 */
export function guardedFetch({ guard, resolve, connectTimeoutMs }: GuardedSettings): Fetch {
  return async (address, init) => {
    const url = new URL(address);
    init.signal.throwIfAborted();
    const destination = { host: hostOf(url), port: portOf(url), tls: url.protocol === "https:" };
    const connecting = connectGuarded(destination, guard, resolve, connectTimeoutMs);
    const socket = await unlessEnded(connecting, init.signal);
    const answer = await answerTo(url, init, socket);
    return { status: answer.statusCode ?? 0, headers: pairsOf(answer.headers), body: answer };
  };
}

/** The port that a URL's connection goes to. */
export function portOf(url: URL): number {
  return url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
}

/** The host without the brackets of IPv6 and the dot of the root. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
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

/** The answer, its head alone. @throws when the connection ends or the signal is aborted before there is one. */
function answerTo(
  url: URL,
  { method, headers, body = "", signal }: Parameters<Fetch>[1],
  socket: Socket,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      reject(error);
      socket.destroy();
    };
    if (signal.aborted) return fail(signal.reason);
    const abort = () => fail(signal.reason);
    signal.addEventListener("abort", abort);
    const asked: ClientRequest = request({
      createConnection: () => socket,
      method,
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
      signal.removeEventListener("abort", abort);
      resolve(answer);
    });
    asked.on("error", (error) => {
      signal.removeEventListener("abort", abort);
      fail(error);
    });
    asked.end(body);
  });
}

/** Sends a request over a new connection that goes only where a guard allows it. */
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { type Fetch, listHeaderPairs } from "./fetch.ts";
import { type AddressGuard, connectGuarded, type ResolveName } from "./guarded-connection.ts";

export interface GuardedSettings {
  readonly guard: AddressGuard;
  readonly resolve: ResolveName;
  /** Maximum time to connect, including DNS lookup and TLS. */
  readonly connectTimeoutMs: number;
}

const LONGEST_HEADERS_BYTES = 16 * 1024;

/**
 * Creates a `Fetch` that uses no proxy, keeps no connection open and skips interim responses. The `Fetch` runs Node's own client
 * over a checked connection. Undici would treat an unsolicited `100 Continue` as a broken response. The `Fetch` throws an
 * AttemptFailure or the signal's reason. For a broken connection or a response that is not HTTP, the `Fetch` throws the error of
 * Node's client.
 */
export function createGuardedFetch({ guard, resolve, connectTimeoutMs }: GuardedSettings): Fetch {
  return async (address, init) => {
    const url = new URL(address);
    init.signal.throwIfAborted();
    const destination = { host: getHost(url), port: getPort(url), tls: url.protocol === "https:" };
    const connecting = connectGuarded(destination, guard, resolve, connectTimeoutMs);
    const socket = await raceWithAbort(connecting, init.signal);
    const answer = await sendRequest(url, init, socket);
    return { status: answer.statusCode ?? 0, headers: listHeaderPairs(answer.headers), body: answer };
  };
}

export function getPort(url: URL): number {
  return url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
}

/** Returns the host without IPv6 brackets and without the trailing dot of the root. */
export function getHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

/** Returns the connection, or throws if `ended` is aborted first; a connection that is established later is closed. */
async function raceWithAbort(connecting: Promise<Socket>, ended: AbortSignal): Promise<Socket> {
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

/** Returns the response once its headers are read. @throws if the connection ends or the signal is aborted before that. */
function sendRequest(
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
    const outgoing: ClientRequest = request({
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
    outgoing.once("response", (answer) => {
      signal.removeEventListener("abort", abort);
      resolve(answer);
    });
    outgoing.on("error", (error) => {
      signal.removeEventListener("abort", abort);
      fail(error);
    });
    outgoing.end(body);
  });
}

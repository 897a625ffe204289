/** Manages the server's sockets: limits their number and their concurrent requests, and closes stalled ones. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Limits } from "../limits.ts";
import type { Metrics } from "../metrics.ts";
import type { ClientAddresses } from "./client-address.ts";

/** A request that is being answered. */
interface OpenExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: Connection;
}

export interface Connection {
  /** Identity of the peer itself, even if it is a proxy that forwards for others. */
  readonly peerIdentity: string;
  /** The /48 of an IPv6 peer; null for IPv4. */
  readonly peerNetwork: string | null;
  readonly peerIsTrusted: boolean;
  readonly open: Set<OpenExchange>;
  /** Pipelined requests beyond the limit of open requests, in order of arrival. */
  readonly waiting: (() => void)[];
  /** Called once, as soon as every fully received request on the connection has been answered. Null if no call is due. */
  onIdle: (() => void) | null;
  /** A final answer has been written; ignore further requests. */
  ending: boolean;
  /** No longer counted as open. */
  closed: boolean;
}

type Bounds = Pick<
  Limits,
  "connections" | "connectionsPerAddress" | "connectionsPerNetwork" | "exchangesPerConnection" | "waitingRequests"
>;

export class Connections {
  readonly #bySocket = new WeakMap<Socket, Connection>();
  readonly #perAddress = new Tally();
  readonly #perNetwork = new Tally();
  /** Connections without an open request, longest idle first. */
  readonly #idle = new Set<Socket>();
  readonly #addresses: ClientAddresses;
  readonly #bounds: Bounds;
  readonly #metrics: Pick<Metrics, "countRefusedConnection" | "countClosedIdle">;
  #openCount = 0;
  #waitingCount = 0;

  constructor(
    addresses: ClientAddresses,
    bounds: Bounds,
    metrics: Pick<Metrics, "countRefusedConnection" | "countClosedIdle">,
  ) {
    this.#addresses = addresses;
    this.#bounds = bounds;
    this.#metrics = metrics;
  }

  get open(): number {
    return this.#openCount;
  }

  getOrCreateConnection(socket: Socket): Connection {
    let connection = this.#bySocket.get(socket);
    if (!connection) {
      const peer = socket.remoteAddress;
      connection = {
        peerIdentity: this.#addresses.getIdentity(peer, undefined),
        peerNetwork: this.#addresses.getNetwork(peer),
        peerIsTrusted: this.#addresses.isTrusted(peer),
        open: new Set(),
        waiting: [],
        onIdle: null,
        ending: false,
        closed: false,
      };
      this.#bySocket.set(socket, connection);
    }
    return connection;
  }

  /** Starts a request now, or queues it until earlier requests of its connection have finished. */
  startOrQueue(socket: Socket, answer: (connection: Connection) => void): void {
    const connection = this.getOrCreateConnection(socket);
    const { open, waiting } = connection;
    if (socket.destroyed) return;
    if (waiting.length === 0 && open.size < this.#bounds.exchangesPerConnection) {
      answer(connection);
      return;
    }
    if (this.#waitingCount >= this.#bounds.waitingRequests) {
      this.#metrics.countRefusedConnection("pipelined");
      socket.destroy();
      return;
    }
    if (waiting.length === 0) socket.pause();
    waiting.push(() => answer(connection));
    this.#waitingCount += 1;
  }

  addExchange(exchange: OpenExchange): void {
    exchange.connection.open.add(exchange);
    this.#idle.delete(exchange.request.socket);
  }

  endExchange(exchange: OpenExchange): void {
    const { connection } = exchange;
    const { socket } = exchange.request;
    connection.open.delete(exchange);
    if (connection.waiting.length > 0) {
      // Let other connections have a turn between two answers of this one.
      setImmediate(() => this.#startNextWaiting(socket, connection));
      return;
    }
    if (connection.open.size === 0 && !connection.closed) this.#idle.add(socket);
    if (connection.onIdle && [...connection.open].every(({ request }) => !request.complete)) {
      const { onIdle } = connection;
      connection.onIdle = null;
      onIdle();
    }
  }

  #startNextWaiting(socket: Socket, { open, waiting }: Connection): void {
    if (waiting.length === 0 || open.size >= this.#bounds.exchangesPerConnection) return;
    this.#waitingCount -= 1;
    waiting.shift()?.();
    if (waiting.length === 0) socket.resume();
  }

  /** Attaches the limits to a server, before any other listener sees a connection. */
  attachLimits(server: Server, limits: Pick<Limits, "stallTimeoutMs" | "headersTimeoutMs" | "checkIntervalMs">): void {
    server.prependListener("connection", (socket: Socket) => {
      const connection = this.getOrCreateConnection(socket);
      if (!this.#tryToAdmit(connection)) {
        socket.destroy();
        return;
      }
      this.#openCount += 1;
      this.#idle.add(socket);
      this.#perAddress.add(connection.peerIdentity);
      if (connection.peerNetwork !== null) this.#perNetwork.add(connection.peerNetwork);
      // Node resumes a socket after each request it has read; a socket with queued requests must stay paused.
      socket.on("resume", () => {
        if (connection.waiting.length > 0) socket.pause();
      });
      socket.once("close", () => this.#forgetConnection(socket, connection));
    });
    // Node calls the listener for a socket without traffic. The listener closes the socket if the client does not read, or if no
    // request is open. A socket that waits for a handler stays open. Request timeouts end slow requests. Node checks a socket
    // with unsent bytes twice before calling the listener, so the limit is halved. The timeout is also longer than the headers
    // timeout, so that a client with slow headers gets a 408 before the listener closes the socket.
    const silentMs = Math.max(limits.stallTimeoutMs / 2, limits.headersTimeoutMs + 2 * limits.checkIntervalMs);
    server.setTimeout(silentMs, (socket) => {
      if (socket.writableLength > 0 || this.getOrCreateConnection(socket).open.size === 0) socket.destroy();
    });
  }

  /** Returns whether to accept a connection. If the limit of connections is reached, closes the longest idle one to make room. */
  #tryToAdmit({ peerIdentity, peerNetwork, peerIsTrusted }: Connection): boolean {
    const { connections, connectionsPerAddress, connectionsPerNetwork } = this.#bounds;
    if (!peerIsTrusted && this.#perAddress.getCount(peerIdentity) >= connectionsPerAddress) {
      this.#metrics.countRefusedConnection("address");
      return false;
    }
    if (!peerIsTrusted && peerNetwork !== null && this.#perNetwork.getCount(peerNetwork) >= connectionsPerNetwork) {
      this.#metrics.countRefusedConnection("network");
      return false;
    }
    if (this.#openCount < connections) return true;
    const [longest] = this.#idle;
    if (longest === undefined) {
      this.#metrics.countRefusedConnection("total");
      return false;
    }
    this.#metrics.countClosedIdle();
    // Stop counting the idle connection at once: the new one takes its place before the idle socket emits `close`.
    this.#forgetConnection(longest, this.getOrCreateConnection(longest));
    longest.destroy();
    return true;
  }

  #forgetConnection(socket: Socket, connection: Connection): void {
    if (connection.closed) return;
    connection.closed = true;
    this.#idle.delete(socket);
    this.#openCount -= 1;
    this.#waitingCount -= connection.waiting.length;
    connection.waiting.length = 0;
    this.#perAddress.remove(connection.peerIdentity);
    if (connection.peerNetwork !== null) this.#perNetwork.remove(connection.peerNetwork);
  }
}

class Tally {
  readonly #counts = new Map<string, number>();

  getCount(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(name: string): void {
    this.#counts.set(name, this.getCount(name) + 1);
  }

  remove(name: string): void {
    const left = this.getCount(name) - 1;
    if (left <= 0) this.#counts.delete(name);
    else this.#counts.set(name, left);
  }
}

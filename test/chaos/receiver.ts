/** A receiver with realistic failures that records every request and its response. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Webhook } from "standardwebhooks";

/** Share of requests with each fault, e.g. 0.08. */
export interface Faults {
  readonly errors: number;
  readonly resets: number;
  readonly hangs: number;
  /** Accepted, but the response is lost. */
  readonly lostAcknowledgements: number;
}

export interface Arrival {
  readonly endpoint: string;
  readonly id: string;
  readonly sequence: number;
  readonly type: string;
  readonly tradeId: string | null;
  /** SHA-256 of the body. */
  readonly digest: string;
  /** True if the official library verified the signature. */
  readonly verified: boolean;
  readonly answer: "accepted" | "acknowledgement_lost" | "error" | "reset" | "hang";
}

export interface Receiver {
  /** Returns the address of the endpoint with this name. */
  getUrl(endpoint: string): string;
  /** Sets the secret with which an endpoint's deliveries are verified. */
  expect(endpoint: string, secret: string): void;
  close(): Promise<void>;
}

export async function startReceiver(
  faults: Faults,
  random: () => number,
  arrived: (arrival: Arrival) => void,
): Promise<Receiver> {
  const libraries = new Map<string, Webhook>();
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    request.on("error", () => {});
    response.on("error", () => {});
    const body = await readBody(request);
    // A killed worker sends half a request, which cannot have been accepted.
    if (body === null) return;
    const endpoint = (request.url ?? "").slice(1);
    const answer = chooseAnswer(faults, random());
    arrived({ endpoint, ...parseArrival(body, request, libraries.get(endpoint)), answer });
    if (answer === "accepted") response.writeHead(204).end();
    else if (answer === "error") response.writeHead(random() < 0.5 ? 500 : 503).end("no");
    else if (answer !== "hang") request.socket.resetAndDestroy();
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    getUrl: (endpoint) => `http://127.0.0.1:${port}/${endpoint}`,
    expect: (endpoint, secret) => void libraries.set(endpoint, new Webhook(secret)),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function chooseAnswer({ errors, resets, hangs, lostAcknowledgements }: Faults, dice: number): Arrival["answer"] {
  if (dice < errors) return "error";
  if (dice < errors + resets) return "reset";
  if (dice < errors + resets + hangs) return "hang";
  return dice < errors + resets + hangs + lostAcknowledgements ? "acknowledgement_lost" : "accepted";
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of request) pieces.push(piece as Buffer);
  } catch {
    return null;
  }
  return request.complete ? Buffer.concat(pieces).toString("utf8") : null;
}

interface EventBody {
  readonly id: string;
  readonly sequence: number;
  readonly type: string;
  readonly data: { readonly trade?: { readonly id: string } };
}

function parseArrival(
  body: string,
  { headers }: IncomingMessage,
  library: Webhook | undefined,
): Omit<Arrival, "endpoint" | "answer"> {
  const event = JSON.parse(body) as EventBody;
  let verified = headers["webhook-id"] === event.id;
  try {
    library?.verify(body, headers as Record<string, string>);
  } catch {
    verified = false;
  }
  return {
    id: event.id,
    sequence: event.sequence,
    type: event.type,
    tradeId: event.data.trade?.id ?? null,
    digest: createHash("sha256").update(body).digest("base64url"),
    verified: verified && library !== undefined,
  };
}

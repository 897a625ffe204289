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
  /** The official library verified it. */
  readonly verified: boolean;
  readonly answer: "accepted" | "acknowledgement_lost" | "error" | "reset" | "hang";
}

export interface Receiver {
  /** The address of an endpoint by its name. */
  urlOf(endpoint: string): string;
  /** The secret that an endpoint's deliveries are verified with. */
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
    const body = await bodyOf(request);
    // A killed worker leaves half a request, which cannot have been accepted.
    if (body === null) return;
    const endpoint = (request.url ?? "").slice(1);
    const answer = answerOf(faults, random());
    arrived({ endpoint, ...read(body, request, libraries.get(endpoint)), answer });
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
    urlOf: (endpoint) => `http://127.0.0.1:${port}/${endpoint}`,
    expect: (endpoint, secret) => void libraries.set(endpoint, new Webhook(secret)),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function answerOf({ errors, resets, hangs, lostAcknowledgements }: Faults, dice: number): Arrival["answer"] {
  if (dice < errors) return "error";
  if (dice < errors + resets) return "reset";
  if (dice < errors + resets + hangs) return "hang";
  return dice < errors + resets + hangs + lostAcknowledgements ? "acknowledgement_lost" : "accepted";
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
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

function read(
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

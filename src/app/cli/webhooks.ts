import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeSigningKey, isSignedWith } from "../../accounts/webhooks/sign.ts";
import { ConfigError } from "../../base/errors.ts";
import { type PrintOptions, printLine } from "./shared-store.ts";

interface ListenOptions extends PrintOptions {
  /** Port to listen on; `0` picks a free port. */
  readonly port?: string;
  /** The endpoint's secret, `whsec_...`; without it, signatures are not verified. */
  readonly secret?: string;
}

const HOST = "127.0.0.1";
const TOLERANCE_S = 300;
const LONGEST_BODY_BYTES = 1024 * 1024;

const VERDICTS = {
  verified: "verified",
  not_verified: "not verified",
  time_off: "signed, but its timestamp is more than 5 minutes off",
  without_signature: "WITHOUT SIGNATURE",
  wrong_signature: "WRONG SIGNATURE",
};
type Verdict = keyof typeof VERDICTS;
/** Deliveries with these verdicts may be forged. */
const FORGED: ReadonlySet<Verdict> = new Set(["without_signature", "wrong_signature"]);

/** `webhooks listen`: receives deliveries on this machine, verifies and prints each. */
export async function runListenCommand(options: ListenOptions, signal: AbortSignal): Promise<void> {
  const port = parsePort(options.port ?? "4000");
  const { secret } = options;
  if (secret !== undefined) checkSecret(secret);
  const watch = createDeliveryChecker(secret);
  const server = createServer(async (request, response) => {
    try {
      const body = await readBody(request);
      if (request.method === "POST") {
        const delivery = watch(request.headers, body);
        printLine(options, toWireReceivedDelivery(delivery), formatDelivery(delivery));
      }
      response.writeHead(request.method === "POST" ? 204 : 405).end();
    } catch (error) {
      const { message } = error as Error;
      printLine(options, { broke_off: message }, `A request was aborted: ${message}.`);
      response.destroy();
    }
  });
  await listenOnPort(server, port);
  const { port: boundPort } = server.address() as AddressInfo;
  const url = `http://${HOST}:${boundPort}/`;
  const words = [
    `Waiting for deliveries on ${url}.`,
    ...(secret === undefined ? ["Signatures are not verified: pass --secret whsec_..."] : []),
    "To send here, start the service with WEBHOOK_ALLOW_HTTP=true and WEBHOOK_ALLOWED_CIDRS=127.0.0.1/32.",
  ];
  printLine(options, { listening: url, verifies: secret !== undefined }, words.join("\n"));
  if (!signal.aborted) await once(signal, "abort");
  server.closeAllConnections();
  server.close();
}

async function listenOnPort(server: Server, port: number): Promise<void> {
  server.listen(port, HOST);
  try {
    await once(server, "listening");
  } catch (cause) {
    throw new ConfigError(`--port must be free to listen on: ${(cause as Error).message}.`, { cause });
  }
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new ConfigError(`--port must be a whole number from 0 to 65535, not "${text}".`);
}

function checkSecret(secret: string): void {
  try {
    decodeSigningKey(secret);
  } catch (cause) {
    throw new ConfigError("--secret must be whsec_ and the base64 of 24 to 64 bytes.", { cause });
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += (piece as Buffer).length;
    if (bytes > LONGEST_BODY_BYTES) throw new Error(`its body has more than ${LONGEST_BODY_BYTES} bytes`);
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces);
}

/** A received delivery, with the results of its checks. */
interface SeenDelivery {
  readonly at: Date;
  readonly id: string | null;
  readonly type: unknown;
  readonly sequence: unknown;
  readonly verdict: Verdict;
  readonly seenBefore: boolean;
  /** First and last sequence number of the gap directly before this delivery; null if no number is missing. */
  readonly missing: readonly [number, number] | null;
  readonly body: string;
}

/** Returns a function that verifies a delivery and tracks sequence numbers, ignoring deliveries that may be forged. */
export function createDeliveryChecker(
  secret: string | undefined,
  now: () => number = Date.now,
): (headers: IncomingMessage["headers"], body: Buffer) => SeenDelivery {
  const ids = new Set<string>();
  let highest: number | null = null;
  return (headers, body) => {
    const at = now();
    const id = String(headers["webhook-id"] ?? "");
    const { type, sequence } = parseEventBody(body);
    const verdict = verifyDelivery(secret, headers, body, at);
    const delivery = {
      at: new Date(at),
      id: id === "" ? null : id,
      type: type ?? null,
      sequence: sequence ?? null,
      verdict,
      seenBefore: false,
      missing: null,
      body: body.toString("utf8"),
    };
    if (FORGED.has(verdict)) return delivery;
    const seenBefore = ids.has(id);
    ids.add(id);
    if (typeof sequence !== "number") return { ...delivery, seenBefore };
    const missing = highest !== null && sequence > highest + 1 ? ([highest + 1, sequence - 1] as const) : null;
    highest = Math.max(highest ?? sequence, sequence);
    return { ...delivery, seenBefore, missing };
  };
}

/** Formats a delivery: time, type, id, sequence number and verdict; its body is on the next line. */
export function formatDelivery({ at, id, type, sequence, verdict, seenBefore, missing, body }: SeenDelivery): string {
  const notes = [
    VERDICTS[verdict],
    ...(seenBefore ? ["seen before"] : []),
    ...(missing === null ? [] : [`sequence numbers ${missing[0]} to ${missing[1]} have not arrived yet`]),
  ];
  const what = `${String(type ?? "?")} ${id ?? "without webhook-id"} sequence ${String(sequence ?? "?")}`;
  return `${at.toISOString()} ${what}: ${notes.join("; ")}\n${body}`;
}

/** `{"received_at":"...","id":"evt_...","type":"trade.created","sequence":7,"verdict":"verified","seen_before":false,"missing":null,"body":"{...}"}` */
export function toWireReceivedDelivery({ at, seenBefore, missing, body, ...rest }: SeenDelivery): object {
  return {
    received_at: at.toISOString(),
    ...rest,
    seen_before: seenBefore,
    missing: missing && { from: missing[0], to: missing[1] },
    body,
  };
}

function parseEventBody(body: Buffer): { readonly type?: unknown; readonly sequence?: unknown } {
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

function verifyDelivery(
  secret: string | undefined,
  headers: IncomingMessage["headers"],
  body: Buffer,
  now: number,
): Verdict {
  if (secret === undefined) return "not_verified";
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const signatures = headers["webhook-signature"];
  if (typeof id !== "string" || typeof timestamp !== "string" || typeof signatures !== "string") {
    return "without_signature";
  }
  if (!isSignedWith(secret, id, Number(timestamp), body, signatures)) return "wrong_signature";
  return Math.abs(now / 1000 - Number(timestamp)) <= TOLERANCE_S ? "verified" : "time_off";
}

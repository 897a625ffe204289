/** Receives and stores webhooks on this machine. Verifies signatures by Standard Webhooks 1.0.0, without the service's code. */
import { createHmac } from "node:crypto";
import { text } from "node:stream/consumers";
import { listen } from "./sites/server.ts";

export interface ReceivedWebhook {
  readonly id: string;
  readonly timestamp: string;
  readonly signatures: readonly string[];
  readonly body: string;
  readonly event: {
    readonly id: string;
    readonly type: string;
    readonly sequence: number;
    readonly dataset_version: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
  /** Milliseconds of Unix time. */
  readonly at: number;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  close(): Promise<void>;
}

export async function startReceiver(onReceived: (webhook: ReceivedWebhook) => void = () => {}): Promise<Receiver> {
  const received: ReceivedWebhook[] = [];
  const { url, stop } = await listen(0, "127.0.0.1", async (request, response) => {
    const body = await text(request);
    const getHeaderText = (name: string) => String(request.headers[name] ?? "");
    const webhook = {
      id: getHeaderText("webhook-id"),
      timestamp: getHeaderText("webhook-timestamp"),
      signatures: getHeaderText("webhook-signature").split(" "),
      body,
      event: JSON.parse(body) as ReceivedWebhook["event"],
      at: Date.now(),
    };
    received.push(webhook);
    response.writeHead(204).end();
    onReceived(webhook);
  });
  return { url: `${url}/hook`, received, close: stop };
}

/** @param secret `whsec_...` */
export function hasValidSignature({ id, timestamp, signatures, body }: ReceivedWebhook, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return signatures.includes(`v1,${signature}`);
}

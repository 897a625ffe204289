/** Verifies deliveries by the rules of Standard Webhooks, with Web Crypto: the same in Node, Deno, Bun and workers. */
import type { components } from "./openapi.d.ts";

export type Event = components["schemas"]["Event"];

/** A request that did not come from the service, or not now. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
}

/** Seconds by which the clocks may differ, and a recorded request be old. */
const TOLERANCE_S = 300;

export interface Delivered {
  /** `whsec_...` */
  readonly secret: string;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The bytes as they came. */
  readonly body: Uint8Array<ArrayBuffer> | string;
  /** Seconds since 1970. */
  readonly now?: number;
}

/** The event of a delivery. @throws {WebhookError} unless it is signed with the secret, within five minutes. */
export async function verifyWebhook({ secret, headers, body, now = Date.now() / 1000 }: Delivered): Promise<Event> {
  const header = (name: string) => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    if (typeof value !== "string" || value === "") throw new WebhookError(`The header ${name} is missing.`);
    return value;
  };
  const [id, timestamp, signatures] = [header("webhook-id"), header("webhook-timestamp"), header("webhook-signature")];
  if (!(Math.abs(now - Number(timestamp)) <= TOLERANCE_S)) throw new WebhookError("The timestamp is not of now.");
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signed = await new Blob([`${id}.${timestamp}.`, bytes]).arrayBuffer();
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytesOf(secret.replace(/^whsec_/, "")), hmac, false, ["verify"]);
  for (const each of signatures.split(" ")) {
    const [scheme, signature = ""] = each.split(",");
    if (scheme === "v1" && (await crypto.subtle.verify("HMAC", key, bytesOf(signature), signed))) {
      return JSON.parse(new TextDecoder().decode(bytes)) as Event;
    }
  }
  throw new WebhookError("No signature is of this body with this secret.");
}

/** Nothing where the text is not Base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

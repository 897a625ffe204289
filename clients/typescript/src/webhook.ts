/** Verifies deliveries as Standard Webhooks specifies, with Web Crypto, which Node, Deno, Bun and workers all have. */
import type { components } from "./openapi.d.ts";

export type Event = components["schemas"]["Event"];

/** The request is not from the service, or its timestamp is too far off. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
}

/** Maximum clock difference, and maximum age of a recorded request, in seconds. */
const TOLERANCE_S = 300;

export interface Delivery {
  /** `whsec_...` */
  readonly secret: string;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw bytes of the request. */
  readonly body: Uint8Array<ArrayBuffer> | string;
  /** Seconds since 1970. */
  readonly now?: number;
}

/** Returns the event of a delivery. @throws {WebhookError} unless it is signed with the secret and its timestamp is at most five minutes off. */
export async function verifyWebhook({ secret, headers, body, now = Date.now() / 1000 }: Delivery): Promise<Event> {
  const header = (name: string) => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    if (typeof value !== "string" || value === "") throw new WebhookError(`The header ${name} is missing.`);
    return value;
  };
  const [id, timestamp, signatures] = [header("webhook-id"), header("webhook-timestamp"), header("webhook-signature")];
  if (!(Math.abs(now - Number(timestamp)) <= TOLERANCE_S))
    throw new WebhookError("The timestamp is invalid, or more than five minutes off.");
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signed = await new Blob([`${id}.${timestamp}.`, bytes]).arrayBuffer();
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const keyBytes = decodeBase64(secret.replace(/^whsec_/, ""));
  const key = await crypto.subtle.importKey("raw", keyBytes, hmac, false, ["verify"]);
  for (const each of signatures.split(" ")) {
    const [scheme, signature = ""] = each.split(",");
    if (scheme === "v1" && (await crypto.subtle.verify("HMAC", key, decodeBase64(signature), signed))) {
      return JSON.parse(new TextDecoder().decode(bytes)) as Event;
    }
  }
  throw new WebhookError("No signature matches this body and secret.");
}

/** Returns no bytes if the text is not Base64. */
function decodeBase64(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/**
 * Signs as specified by Standard Webhooks 1.0.0, `v1`: HMAC-SHA256 over id, time and body. Uses Node's HMAC, since the library
 * `standardwebhooks` computes SHA-256 in JavaScript and takes six times as long; tests verify the signatures with that library.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

const PREFIX = "whsec_";
const VERSION = "v1";

/** Extracts the HMAC key from a secret such as `whsec_MDEyMzQ1...`. @throws {RangeError} if it is not 24 to 64 bytes in base64. */
export function decodeSigningKey(secret: string): Buffer {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
  const key = Buffer.from(text, "base64");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || key.length < 24 || key.length > 64) {
    throw new RangeError("A webhook secret must be whsec_ followed by the base64 of 24 to 64 bytes.");
  }
  return key;
}

/** Computes `v1,<base64>` for a message. @param timestamp seconds since 1970, as sent in `webhook-timestamp`. */
export function computeSignature(secret: string, id: string, timestamp: number, body: string | Uint8Array): string {
  const hmac = createHmac("sha256", decodeSigningKey(secret)).update(`${id}.${timestamp}.`).update(body);
  return `${VERSION},${hmac.digest("base64")}`;
}

/** Builds the value of `webhook-signature`: one signature per secret, in the given order (newest first), separated by spaces. */
export function buildSignatureHeader(secrets: readonly string[], id: string, timestamp: number, body: string): string {
  return secrets.map((secret) => computeSignature(secret, id, timestamp, body)).join(" ");
}

/** Returns whether any signature in the header is made with the secret; compares in constant time. */
export function isSignedWith(
  secret: string,
  id: string,
  timestamp: number,
  body: string | Uint8Array,
  header: string,
): boolean {
  const expected = Buffer.from(computeSignature(secret, id, timestamp, body));
  return header
    .split(" ")
    .map((each) => Buffer.from(each))
    .some((each) => each.length === expected.length && timingSafeEqual(each, expected));
}

/** API keys: `ctd_live_`, 32 random base-62 characters, and 6 characters of CRC-32. */
import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "ctd_live_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CHANCE_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;
const FORM = /^ctd_live_[0-9A-Za-z]{38}$/;

/** Creates a key with 190 random bits. */
export function createApiKey(): string {
  let body = PREFIX;
  for (let at = 0; at < CHANCE_CHARACTERS; at += 1) body += ALPHABET[randomInt(ALPHABET.length)];
  return body + computeKeyChecksum(body);
}

/** Checks format and checksum, so that a mistyped key costs no database lookup. */
export function isApiKey(text: string): boolean {
  return (
    FORM.test(text) && text.slice(-CHECKSUM_CHARACTERS) === computeKeyChecksum(text.slice(0, -CHECKSUM_CHARACTERS))
  );
}

/** Shortens a key to `ctd_live_7Hq2…hR8G`, enough for its owner to recognize it. */
export function formatKeyForDisplay(key: string): string {
  return `${key.slice(0, PREFIX.length + 4)}…${key.slice(-4)}`;
}

/** Computes the stored digest of a key: SHA-256 in hex. Keys are random, so no slow hash is needed. */
export function hashApiKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** Computes the CRC-32 of prefix and random part in base 62, left-padded to 6 characters. */
function computeKeyChecksum(body: string): string {
  let remaining = crc32(body);
  let text = "";
  while (remaining > 0) {
    text = ALPHABET[remaining % 62] + text;
    remaining = Math.floor(remaining / 62);
  }
  return text.padStart(CHECKSUM_CHARACTERS, "0");
}

/** Keys as customers hold them: `ctd_live_`, 32 base-62 characters of chance, 6 of their CRC-32. */
import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "ctd_live_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CHANCE_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;
const FORM = /^ctd_live_[0-9A-Za-z]{38}$/;

/** A new key: 190 bits of chance. It is shown once and never stored. */
export function newKey(): string {
  let body = PREFIX;
  for (let at = 0; at < CHANCE_CHARACTERS; at += 1) body += ALPHABET[randomInt(ALPHABET.length)];
  return body + checksum(body);
}

/** Returns whether a text has the form of a key and its checksum, so that a mistyped key costs no look-up. */
export function isKey(text: string): boolean {
  return FORM.test(text) && text.slice(-CHECKSUM_CHARACTERS) === checksum(text.slice(0, -CHECKSUM_CHARACTERS));
}

/** `ctd_live_7Hq2…hR8G`: enough to be recognised by its owner. */
export function displayOf(key: string): string {
  return `${key.slice(0, PREFIX.length + 4)}…${key.slice(-4)}`;
}

/** The stored digest of a key: SHA-256, hex. A key is random, so nothing slower is needed. */
export function digestKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** The CRC-32 of prefix and chance in base 62, left-padded to 6. */
function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  while (rest > 0) {
    text = ALPHABET[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text.padStart(CHECKSUM_CHARACTERS, "0");
}

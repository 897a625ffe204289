/**
 * Standard security handler with RC4 and an empty user password (ISO 32000-1, 7.6.3). The Clerk's reports use it, so anyone can
 * read them.
 */
import { createHash } from "node:crypto";

/** Decrypts the data of one object's stream. */
export type Decrypt = (data: Buffer, object: number, generation: number) => Buffer;

/** Padding string from step a of Algorithm 2. */
const PADDING = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");
const OWNER_BYTES = 32;

/**
 * Creates the decryption function of a document. Pure. `dictionary` is the document's `/Encrypt` dictionary as latin1 text; `id`
 * is the first string of its `/ID` in hexadecimal digits. @returns null for any other encryption, which cannot be decrypted here.
 */
export function createDecryption(dictionary: string, id: string): Decrypt | null {
  const readNumber = (name: string): number | null => {
    const found = new RegExp(String.raw`/${name}\s+(-?\d+)`).exec(dictionary)?.[1];
    return found === undefined ? null : Number(found);
  };
  const version = readNumber("V");
  const permissions = readNumber("P");
  const owner = readString(dictionary, /\/O\s*(?=[<(])/);
  if ((version !== 1 && version !== 2) || permissions === null || owner?.length !== OWNER_BYTES) return null;
  const length = version === 1 ? 5 : (readNumber("Length") ?? 40) / 8;
  const bits = Buffer.alloc(4);
  bits.writeInt32LE(permissions | 0);
  let key = md5(PADDING, owner, bits, Buffer.from(id, "hex")).subarray(0, length);
  if ((readNumber("R") ?? 2) >= 3) for (let round = 0; round < 50; round++) key = md5(key).subarray(0, length);
  return (data, object, generation) => {
    const salt = Buffer.alloc(5);
    salt.writeUIntLE(object, 0, 3);
    salt.writeUIntLE(generation, 3, 2);
    return rc4(md5(key, salt).subarray(0, Math.min(length + 5, 16)), data);
  };
}

function md5(...parts: readonly Buffer[]): Buffer {
  return createHash("md5").update(Buffer.concat(parts)).digest();
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  let other = 0;
  const swap = (one: number): number => {
    const [first = 0, second = 0] = [state[one], state[other]];
    state[one] = second;
    state[other] = first;
    return first + second;
  };
  for (let at = 0; at < 256; at++) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 0xff;
    swap(at);
  }
  const plain = Buffer.allocUnsafe(data.length);
  let one = 0;
  other = 0;
  // Every byte of every report passes through this loop, so it makes no calls and needs no bounds checks.
  for (let at = 0; at < data.length; at++) {
    one = (one + 1) & 0xff;
    const first = state[one] as number;
    other = (other + first) & 0xff;
    const second = state[other] as number;
    state[one] = second;
    state[other] = first;
    plain[at] = (data[at] as number) ^ (state[(first + second) & 0xff] as number);
  }
  return plain;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** Reads the hexadecimal or literal string (7.3.4) that follows `label`. */
function readString(dictionary: string, label: RegExp): Buffer | null {
  const found = label.exec(dictionary);
  if (!found) return null;
  const text = dictionary.slice(found.index + found[0].length);
  const hexadecimal = /^<([0-9A-Fa-f\s]*)>/.exec(text)?.[1];
  if (hexadecimal !== undefined) return Buffer.from(hexadecimal.replace(/\s/g, ""), "hex");
  const literal = /^\(((?:\\[\s\S]|[^\\()])*)\)/.exec(text)?.[1];
  if (literal === undefined) return null;
  const plain = literal.replace(
    /\\(?:([0-7]{1,3})|(\r\n?|\n)|([\s\S]))/g,
    (_, octal?: string, end?: string, each = "") =>
      octal === undefined
        ? end === undefined
          ? (ESCAPES[each] ?? each)
          : ""
        : String.fromCharCode(Number.parseInt(octal, 8) & 0xff),
  );
  return Buffer.from(plain, "latin1");
}

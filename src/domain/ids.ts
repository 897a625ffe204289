/** Ids for the premium plan: a prefix, `_` and a ULID (48 bits of time, 80 random bits). The ids sort by creation time. */

type IdPrefix = "acc" | "key" | "alr" | "whk" | "evt" | "dlv" | "eml";

/** Crockford's base 32: no I, L, O, U. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_DIGITS = 10;
const RANDOM_BITS = 80n;
const RANDOM_DIGITS = 16;
const LATEST_MS = 2 ** 48 - 1;

let lastMs = -1;
let lastRandom = 0n;

/**
 * Creates `evt_01JD3M...`. Two ids created in one process within a millisecond sort in order of creation.
 * @throws {RangeError} if `at` is not an instant from 1970 to 10889.
 */
export function createId(prefix: IdPrefix, at: Date): string {
  const ms = at.getTime();
  if (!(ms >= 0 && ms <= LATEST_MS)) throw new RangeError(`an id's time must be in the years 1970 to 10889, not ${at}`);
  lastRandom = ms === lastMs ? (lastRandom + 1n) % (1n << RANDOM_BITS) : createRandomBits();
  lastMs = ms;
  return `${prefix}_${toBase32(BigInt(ms), TIME_DIGITS)}${toBase32(lastRandom, RANDOM_DIGITS)}`;
}

export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$/.test(text);
}

/** Creates an 80-bit random number. Its top bit is 0, so that increments within a millisecond cannot overflow. */
function createRandomBits(): bigint {
  let value = 0n;
  for (const byte of crypto.getRandomValues(new Uint8Array(10))) value = (value << 8n) | BigInt(byte);
  return value & ((1n << (RANDOM_BITS - 1n)) - 1n);
}

function toBase32(value: bigint, digits: number): string {
  let text = "";
  for (let remaining = value, place = 0; place < digits; place += 1, remaining >>= 5n) {
    text = DIGITS.charAt(Number(remaining & 31n)) + text;
  }
  return text;
}

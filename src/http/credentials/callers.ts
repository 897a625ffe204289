/** Identifies the caller by the key in `Authorization`. Each key is looked up at most once in 10 s. */
import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { hashApiKey, isApiKey } from "../../accounts/keys/api-key.ts";
import { type Account, type ApiKey, isAccountActive } from "../../domain/premium.ts";
import type { KeyTable } from "../../store/premium/keys.ts";
import { type Plan, SlidingLog } from "../rate-limit/rate-limit.ts";
import type { RequestLog } from "../request-log.ts";

/** Caller according to the `Authorization` header. On public paths every caller without a valid key gets the free plan. */
export type Caller =
  /** No bearer token. */
  | { readonly kind: "anonymous" }
  /** `Bearer` without a token, or more than one `Authorization` header (RFC 6750: `invalid_request`). */
  | { readonly kind: "malformed"; readonly detail: string }
  | { readonly kind: "invalid"; readonly detail: string }
  /** The address sent too many bad tokens. */
  | { readonly kind: "barred"; readonly retryInMs: number }
  /** The key could not be looked up. */
  | { readonly kind: "unknown"; readonly error: unknown }
  | { readonly kind: "key"; readonly key: ApiKey; readonly account: Account };

export const ANONYMOUS: Caller = { kind: "anonymous" };

/** Limit of failed attempts per address in any 60 s. */
export const AUTH_FAILURES: Plan = { name: "auth-failures", quota: 10 };

/** Limit of look-ups in any 60 s for an address that has reached `AUTH_FAILURES`. The address must not keep the store busy. */
const BARRED_LOOKUPS: Plan = { name: "barred-lookups", quota: 100 };

const CACHE_MS = 10_000;
const TOUCH_MS = 60_000;
const LOOKUP_MS = 2000;
const PAUSE_MS = 1000;

type KeyHolder = { readonly key: ApiKey; readonly account: Account } | null;

interface CallersOptions {
  readonly keys: KeyTable;
  readonly log: RequestLog;
  readonly readMonotonicMs: () => number;
  /** Unix time in milliseconds. */
  readonly readWallClockMs: () => number;
  /** Maximum number of addresses whose failed attempts are remembered. */
  readonly identities: number;
  readonly onFailed: () => void;
}

export class Callers {
  readonly #options: CallersOptions;
  readonly #failures: SlidingLog;
  readonly #lookups: SlidingLog;
  /** Cache of stored keys. Unknown keys have their own cache, so that a flood of unknown keys cannot evict stored keys. */
  readonly #found: LRUCache<string, { readonly at: number; readonly found: NonNullable<KeyHolder> }>;
  readonly #unknown: LRUCache<string, number>;
  readonly #pending = new Map<string, Promise<KeyHolder>>();
  readonly #touchedAt: LRUCache<string, number>;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #pauseReason: unknown = null;

  constructor(options: CallersOptions) {
    this.#options = options;
    const { readMonotonicMs, identities: capacity } = options;
    this.#failures = new SlidingLog({ readMonotonicMs, capacity });
    this.#lookups = new SlidingLog({ readMonotonicMs, capacity });
    this.#found = new LRUCache({ max: 10_000 });
    this.#unknown = new LRUCache({ max: 10_000 });
    this.#touchedAt = new LRUCache({ max: 10_000 });
  }

  /** Returns a promise only if the key must be looked up. The promise never rejects. Failed attempts count against `address`. */
  identify(request: IncomingMessage, address: string): Caller | Promise<Caller> {
    const token = readToken(request);
    if (typeof token !== "string") return token;
    if (!isApiKey(token)) return this.#rejectCaller(address, "The token is not a key of this service.");
    const digest = hashApiKey(token);
    const now = this.#options.readMonotonicMs();
    const cached = this.#found.get(digest);
    if (cached && now - cached.at < CACHE_MS) return this.#authenticateCaller(cached.found, address);
    const missed = this.#unknown.get(digest);
    if (missed !== undefined && now - missed < CACHE_MS) return this.#authenticateCaller(null, address);
    if (now < this.#pausedUntil) return { kind: "unknown", error: this.#pauseReason };
    const failures = this.#failures.peek(address, AUTH_FAILURES);
    if (failures.remaining === 0 && this.#lookups.admit(address, BARRED_LOOKUPS).admittedAt === null) {
      return { kind: "barred", retryInMs: failures.nextInMs };
    }
    return this.#lookUp(digest).then(
      (found) => this.#authenticateCaller(found, address),
      (error: unknown) => ({ kind: "unknown", error }),
    );
  }

  /** Removes a key from the cache, so that changes made by this process take effect immediately. */
  forgetKey(keyId: string): void {
    for (const [digest, { found }] of this.#found.entries()) if (found.key.id === keyId) this.#found.delete(digest);
  }

  #authenticateCaller(found: KeyHolder, address: string): Caller {
    if (found === null) return this.#rejectCaller(address, "The token is not a key of this service.");
    const { key, account } = found;
    if (key.revokedAt !== null) return this.#rejectCaller(address, "The key has been revoked.");
    const now = this.#options.readWallClockMs();
    if (key.expiresAt !== null && key.expiresAt.getTime() <= now)
      return this.#rejectCaller(address, "The key has expired.");
    if (!isAccountActive(account, new Date(now))) {
      return this.#rejectCaller(address, `The account ${account.disabledAt === null ? "has expired" : "is disabled"}.`);
    }
    this.#recordUse(key.id, now);
    return { kind: "key", ...found };
  }

  #rejectCaller(address: string, detail: string): Caller {
    this.#options.onFailed();
    const { admittedAt, state } = this.#failures.admit(address, AUTH_FAILURES);
    return admittedAt === null ? { kind: "barred", retryInMs: state.nextInMs } : { kind: "invalid", detail };
  }

  /** Concurrent callers share one look-up; after a store failure, the store is not queried again for a second. */
  #lookUp(digest: string): Promise<KeyHolder> {
    const pending = this.#pending.get(digest);
    if (pending) return pending;
    const at = this.#options.readMonotonicMs();
    const work = rejectIfLate(this.#options.keys.findByDigest(digest))
      .then((found) => {
        if (found === undefined) this.#unknown.set(digest, at);
        else this.#found.set(digest, { at, found });
        return found ?? null;
      })
      .catch((error: unknown) => {
        this.#pausedUntil = this.#options.readMonotonicMs() + PAUSE_MS;
        this.#pauseReason = error;
        this.#options.log.warn({ err: error }, "keys cannot be looked up");
        throw error;
      })
      .finally(() => this.#pending.delete(digest));
    this.#pending.set(digest, work);
    return work;
  }

  #recordUse(keyId: string, now: number): void {
    if (now - (this.#touchedAt.get(keyId) ?? Number.NEGATIVE_INFINITY) < TOUCH_MS) return;
    this.#touchedAt.set(keyId, now);
    this.#options.keys.touch(keyId, new Date(now)).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, "the last use of a key could not be recorded");
    });
  }
}

/** The bearer token, or a caller of kind `anonymous` or `malformed`. Schemes are case-insensitive (RFC 9110 section 11.1). */
function readToken({ headers, rawHeaders }: IncomingMessage): string | Caller {
  const { authorization } = headers;
  if (authorization === undefined) return ANONYMOUS;
  let lines = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 13 && name.toLowerCase() === "authorization") lines += 1;
  }
  if (lines > 1) return { kind: "malformed", detail: "A request may have only one Authorization header." };
  const [, scheme = "", rest = ""] = /^(\S*)\s*(.*)$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== "bearer") return ANONYMOUS;
  return rest === "" ? { kind: "malformed", detail: "The Authorization header has no token after 'Bearer'." } : rest;
}

function rejectIfLate<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The store did not answer in ${LOOKUP_MS} ms.`)), LOOKUP_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Sessions of persons who review: stored in memory alone, so that a restart logs everybody out. */
import { createHash, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Html } from "../html.ts";

const HOUR_MS = 3_600_000;
/** A session ends so long after it was opened, whatever is done in it. */
export const SESSION_MS = 12 * HOUR_MS;
/** A session in which nothing is done ends after this. */
const IDLE_MS = HOUR_MS;
/** The one that was used the longest time ago makes room for a further one. */
const MOST_SESSIONS = 100;
const REMEMBERED_OUTCOMES = 20;
const TOKEN_BYTES = 32;

/** Outcome of a decision of this session, as the page that follows it tells. */
interface Outcome {
  readonly number: number;
  readonly told: Html;
}

export interface Session {
  /** Digest of the key that opened it: the key is looked up again with every request. */
  readonly keyDigest: string;
  /** Sent along with every form (OWASP: synchroniser token). */
  readonly formToken: string;
  readonly openedAt: number;
  /** The latest ones, newest last. */
  readonly outcomes: Outcome[];
  decided: number;
}

export class Sessions {
  readonly #now: () => number;
  readonly #sessions: LRUCache<string, Session>;

  /** @param now monotonic milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    // The library takes a time of 0 for none.
    const perf = { now: () => now() + 1 };
    this.#sessions = new LRUCache({ max: MOST_SESSIONS, ttl: IDLE_MS, ttlResolution: 0, updateAgeOnGet: true, perf });
  }

  /** @returns the token, which is in nothing that is stored. */
  open(keyDigest: string): string {
    const token = random();
    const session = { keyDigest, formToken: random(), openedAt: this.#now(), outcomes: [], decided: 0 };
    this.#sessions.set(digestToken(token), session);
    return token;
  }

  find(token: string): Session | undefined {
    const digest = digestToken(token);
    const session = this.#sessions.get(digest);
    if (session === undefined || this.#now() - session.openedAt < SESSION_MS) return session;
    this.#sessions.delete(digest);
    return undefined;
  }

  end(token: string): void {
    this.#sessions.delete(digestToken(token));
  }
}

/** @returns its number, by which the next page tells of it. */
export function noteOutcome(session: Session, told: Html): number {
  session.decided += 1;
  session.outcomes.push({ number: session.decided, told });
  if (session.outcomes.length > REMEMBERED_OUTCOMES) session.outcomes.shift();
  return session.decided;
}

/** The outcome that a page's address names by `done`; null where it names none, or one of another session. */
export function outcomeIn(query: URLSearchParams, session: Session): Html | null {
  const number = Number(query.get("done") ?? 0);
  return session.outcomes.find((each) => each.number === number)?.told ?? null;
}

function random(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

function digestToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

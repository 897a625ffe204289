/** Sessions of reviewers: only in memory, so that a restart logs everyone out. */
import { createHash, randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Html } from "../html.ts";

const HOUR_MS = 3_600_000;
/** Maximum lifetime of a session in milliseconds, even if the session is in use. */
export const SESSION_MS = 12 * HOUR_MS;
/** A session ends after this many milliseconds without a request. */
const IDLE_MS = HOUR_MS;
/** Maximum number of sessions. Beyond it, a new session replaces the least recently used one. */
const MAX_SESSIONS = 100;
const REMEMBERED_RESULTS = 20;
const TOKEN_BYTES = 32;

/** Result of a decision, shown on the page that follows. */
interface ResultMessage {
  readonly number: number;
  readonly message: Html;
}

export interface Session {
  /** Digest of the reviewer's key, which is checked again on every request. */
  readonly keyDigest: string;
  /** Token that every form of the session must send (OWASP: synchronizer token). */
  readonly formToken: string;
  readonly openedAtMs: number;
  /** The latest results, newest last. */
  readonly resultMessages: ResultMessage[];
  decisionCount: number;
}

export class Sessions {
  readonly #readMonotonicMs: () => number;
  readonly #sessions: LRUCache<string, Session>;

  constructor(readMonotonicMs: () => number) {
    this.#readMonotonicMs = readMonotonicMs;
    // The library treats a time of 0 as missing.
    const perf = { now: () => readMonotonicMs() + 1 };
    this.#sessions = new LRUCache({ max: MAX_SESSIONS, ttl: IDLE_MS, ttlResolution: 0, updateAgeOnGet: true, perf });
  }

  /** Opens a session. @returns the session's token, of which only a digest is stored. */
  openSession(keyDigest: string): string {
    const token = createRandomToken();
    const session = {
      keyDigest,
      formToken: createRandomToken(),
      openedAtMs: this.#readMonotonicMs(),
      resultMessages: [],
      decisionCount: 0,
    };
    this.#sessions.set(digestToken(token), session);
    return token;
  }

  findSession(token: string): Session | undefined {
    const digest = digestToken(token);
    const session = this.#sessions.get(digest);
    if (session === undefined || this.#readMonotonicMs() - session.openedAtMs < SESSION_MS) return session;
    this.#sessions.delete(digest);
    return undefined;
  }

  endSession(token: string): void {
    this.#sessions.delete(digestToken(token));
  }
}

/** Stores the result of a decision. @returns the result's number, which the URL of the next page contains. */
export function recordResultMessage(session: Session, message: Html): number {
  session.decisionCount += 1;
  session.resultMessages.push({ number: session.decisionCount, message });
  if (session.resultMessages.length > REMEMBERED_RESULTS) session.resultMessages.shift();
  return session.decisionCount;
}

/** Finds the result whose number is in the parameter `done` of a page's URL; null if the session has no such result. */
export function findResultMessage(query: URLSearchParams, session: Session): Html | null {
  const number = Number(query.get("done") ?? 0);
  return session.resultMessages.find((each) => each.number === number)?.message ?? null;
}

function createRandomToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

function digestToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

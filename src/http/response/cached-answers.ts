/** Cache of answers by the exact bytes of the request target, which skips routing and query parsing. */
import { LRUCache } from "lru-cache";
import type { Target } from "../request/request-target.ts";
import type { Answer, Reply } from "../route.ts";

/** Part of a response head that does not depend on the caller. */
export interface AnswerHead {
  readonly status: number;
  /** Alternating names and values, without the headers that every response has. */
  readonly headers: readonly string[];
  /** The status line. */
  readonly start: string;
  /** Ready to send: `fixedLines` of `ApiContext`, the lines of `headers`, the empty line and, if `withBody` is true, the body. */
  readonly lines: string;
  readonly withBody: boolean;
}

export interface CachedAnswer {
  readonly target: Target;
  /** Metrics label. */
  readonly route: string;
  readonly answer: Answer;
  /** Response heads built so far, by content coding or status. */
  readonly heads: Map<string, AnswerHead>;
  /** End of the answer's lifetime, in monotonic milliseconds. */
  readonly until: number;
}

interface CachedAnswersOptions {
  /** Maximum bytes of all answers, approximately. */
  readonly maxBytes: number;
  readonly getVersion: () => string;
  readonly readMonotonicMs: () => number;
}

// An answer is cached only when its target is requested a second time. At least this many targets are remembered after their
// first request. If 20,000 pages are requested at random, few pages are requested again before their targets are forgotten.
// Caching the many pages that are requested only once would cost more than the cache gains.
const MIN_REMEMBERED_TARGETS = 200;
const LONGEST_TARGET = 500;
/** Approximate bytes of memory that a cached answer takes in addition to its body and its target; includes its response heads. */
const OVERHEAD_BYTES = 3000;

export class CachedAnswers {
  readonly #options: CachedAnswersOptions;
  readonly #cached: LRUCache<string, CachedAnswer>;
  readonly #pending = new Map<string, Promise<Reply>>();
  /** Requested targets, in two sets that rotate. An LRU cache would evict a target per request if a client requests all pages. */
  #requestedOnce = new Set<string>();
  #requestedEarlier = new Set<string>();
  #version = "";

  constructor(options: CachedAnswersOptions) {
    this.#options = options;
    this.#cached = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: ({ answer }, target) => answer.body.length + 2 * target.length + OVERHEAD_BYTES,
    });
  }

  /** @param target the request target of a GET, exactly as in the request line. */
  find(target: string): CachedAnswer | undefined {
    const version = this.#options.getVersion();
    if (version !== this.#version) {
      // Clear everything: answers of an old version would hold memory until others evicted them.
      this.#cached.clear();
      this.#pending.clear();
      this.#version = version;
      return undefined;
    }
    const cached = this.#cached.get(target);
    return cached !== undefined && cached.until > this.#options.readMonotonicMs() ? cached : undefined;
  }

  getPending(target: string): Promise<Reply> | undefined {
    return this.#pending.get(target);
  }

  /** Makes a pending answer available to `getPending` until it settles. */
  addPending(target: string, making: Promise<Reply>): void {
    if (this.#pending.has(target)) return;
    this.#pending.set(target, making);
    const forget = () => {
      if (this.#pending.get(target) === making) this.#pending.delete(target);
    };
    making.then(forget, forget);
  }

  /** Caches the answer for a target if the answer states how long it may be reused and the target was requested before. */
  cacheIfReusable(target: string, found: Pick<CachedAnswer, "target" | "route" | "answer">): void {
    const { keep } = found.answer;
    if (keep === undefined || target.length > LONGEST_TARGET) return;
    if ("version" in keep && keep.version !== this.#version) return;
    if (!this.#requestedOnce.has(target) && !this.#requestedEarlier.has(target)) {
      if (this.#requestedOnce.size === MIN_REMEMBERED_TARGETS) {
        this.#requestedEarlier = this.#requestedOnce;
        this.#requestedOnce = new Set();
      }
      this.#requestedOnce.add(target);
      return;
    }
    const until = "ms" in keep ? this.#options.readMonotonicMs() + keep.ms : Number.POSITIVE_INFINITY;
    this.#cached.set(target, { ...found, heads: new Map(), until });
  }
}

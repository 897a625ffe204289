/** Answers to requests that were made before, by the bytes of their target: no path is routed and no query is read again. */
import { LRUCache } from "lru-cache";
import type { Target } from "../request/request-target.ts";
import type { Answer, Reply } from "../route.ts";

/** The part of a head that does not depend on the caller. */
export interface AnswerHead {
  readonly status: number;
  /** Names and values in turn, without those of every response. */
  readonly headers: readonly string[];
  /** The status line. */
  readonly start: string;
  /** All of `headers`, those of every response and the empty line, as they are sent; then the body, where `withBody` says so. */
  readonly lines: string;
  readonly withBody: boolean;
}

export interface CachedAnswer {
  readonly target: Target;
  /** Label of its metrics. */
  readonly route: string;
  readonly answer: Answer;
  /** Its heads so far, by coding or status. */
  readonly heads: Map<string, AnswerHead>;
  /** Monotonic milliseconds. */
  readonly until: number;
}

interface CachedAnswersOptions {
  /** Bytes of all answers, roughly. */
  readonly maxBytes: number;
  /** The dataset version in force. */
  readonly version: () => string;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}

/**
 * Targets whose first request is remembered, at least. What is asked for once, as by a walk through all pages, takes no room; of 20,000 pages asked for at
 * random few come again so soon, where keeping them would cost more than it gains.
 */
const ASKED_ONCE = 200;
const LONGEST_TARGET = 500;
/** Bytes of the heads and of the entry itself. */
const OVERHEAD_BYTES = 3000;

export class CachedAnswers {
  readonly #options: CachedAnswersOptions;
  readonly #cached: LRUCache<string, CachedAnswer>;
  /** Answers that are being made. */
  readonly #pending = new Map<string, Promise<Reply>>();
  /** There are two generations, since a cache by latest use would replace a target with each page of a walk. */
  #askedOnce = new Set<string>();
  #askedEarlier = new Set<string>();
  #version = "";

  constructor(options: CachedAnswersOptions) {
    this.#options = options;
    this.#cached = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: ({ answer }, target) => answer.body.length + 2 * target.length + OVERHEAD_BYTES,
    });
  }

  /** @param target of a GET, as it stands in the request line. */
  find(target: string): CachedAnswer | undefined {
    const version = this.#options.version();
    if (version !== this.#version) {
      // All at once: answers of a version that is no longer in force would hold memory until others push them out.
      this.#cached.clear();
      this.#pending.clear();
      this.#version = version;
      return undefined;
    }
    const cached = this.#cached.get(target);
    return cached !== undefined && cached.until > this.#options.clock() ? cached : undefined;
  }

  /** The answer that is being made for an earlier request of the same target. */
  pending(target: string): Promise<Reply> | undefined {
    return this.#pending.get(target);
  }

  /** @param making settles when the answer to a GET of the target has been made. */
  await(target: string, making: Promise<Reply>): void {
    if (this.#pending.has(target)) return;
    this.#pending.set(target, making);
    const forget = () => {
      if (this.#pending.get(target) === making) this.#pending.delete(target);
    };
    making.then(forget, forget);
  }

  /** Keeps an answer that says for how long it may be given again. */
  offer(target: string, found: Pick<CachedAnswer, "target" | "route" | "answer">): void {
    const { keep } = found.answer;
    if (keep === undefined || target.length > LONGEST_TARGET) return;
    if ("version" in keep && keep.version !== this.#version) return;
    if (!this.#askedOnce.has(target) && !this.#askedEarlier.has(target)) {
      if (this.#askedOnce.size === ASKED_ONCE) {
        this.#askedEarlier = this.#askedOnce;
        this.#askedOnce = new Set();
      }
      this.#askedOnce.add(target);
      return;
    }
    const until = "ms" in keep ? this.#options.clock() + keep.ms : Number.POSITIVE_INFINITY;
    this.#cached.set(target, { ...found, heads: new Map(), until });
  }
}

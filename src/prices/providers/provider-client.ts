/**
 * All requests to a provider go through its client. The client stays within the provider's budget, and sends nothing while the
 * circuit breaker is open. The client repeats no request shortly after the request failed or the provider answered "unknown".
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { ErrorCode } from "../../base/error-codes.ts";
import { SourceError } from "../../base/errors.ts";
import type { Logger } from "../../base/log.ts";
import type { Quote } from "../../domain/quote.ts";
import type { CanonicalSymbol } from "../../domain/symbol.ts";
import type { MarketProvider, ProviderId } from "../market.ts";
import { createTtlCache } from "../ttl-cache.ts";
import { type BreakerState, createCircuitBreaker, type Passage } from "./circuit-breaker.ts";
import { createRateBudget, type Purpose } from "./rate-budget.ts";
import type { MarketSharing, PauseNews } from "./sharing.ts";

/** `unknown`: the provider does not know the symbol. `unavailable`: it sent no usable answer, or was not queried. */
export type Outcome<T> = { readonly kind: "answered"; readonly value: T } | { readonly kind: "unknown" } | Unavailable;

export interface Unavailable {
  readonly kind: "unavailable";
  readonly retryAfterSeconds: number;
  readonly cause: SourceError;
}

/** Unknown symbols are cached by subject: a security may have a price but no daily bar on its first trading day. */
export type Subject = "quote" | "bars" | "older bars";

export interface ProviderHealth {
  readonly id: ProviderId;
  readonly state: BreakerState;
  readonly lastSuccessAt: Date | null;
  readonly lastError: { readonly at: Date; readonly code: ErrorCode; readonly message: string } | null;
  readonly pausedUntil: Date | null;
  /** Number of requests that could be sent now. */
  readonly budgetLeft: number;
}

interface ProviderClientOptions {
  readonly provider: MarketProvider;
  readonly getTime: () => Date;
  readonly readElapsedMs: () => number;
  readonly log: Logger;
  /** Called for each request; `result` is `answered`, `unknown`, or the error code of a request that failed or was not sent. */
  readonly observe?: ((provider: ProviderId, subject: Subject, result: string) => void) | undefined;
  readonly sharing?: MarketSharing | undefined;
}

const UNKNOWN_FOR_MS = 5 * 60_000;
/** For this long after a request failed, it is not sent again for any caller. */
const FAILED_FOR_MS = 30_000;
const REMEMBERED_AT_MOST = 20_000;
const RETRY_AFTER_SECONDS = 30;
/** Maximum concurrent requests; further ones would only wait in the provider's queue until they time out. */
const AT_ONCE_AT_MOST = 16;

/** Codes not counted as provider failures: the answer contradicts stored bars, or came after another provider was queried. */
const ANSWERED: ReadonlySet<ErrorCode> = new Set(["conflict", "late"]);
/** Codes of requests that were not sent, so they say nothing about the provider. `busy`: too many other requests were ahead. */
const NOT_REQUESTED: ReadonlySet<ErrorCode> = new Set(["paused", "probing", "budget", "busy"]);

export class ProviderClient {
  readonly provider: MarketProvider;
  /** True if the provider kept a caller waiting and has not answered since. */
  isSlow = false;
  readonly #options: ProviderClientOptions;
  readonly #budget: {
    spend(purpose: Purpose, atMs: number, ahead: number): number | Promise<number>;
    countRemaining(atMs: number): number;
  };
  readonly #breaker = createCircuitBreaker();
  readonly #unknown;
  readonly #failed;
  #underWay = 0;
  /** Requests waiting until the budget allows them, in order of arrival. */
  readonly #waiting: object[] = [];
  #lastSuccessAt: Date | null = null;
  #lastError: ProviderHealth["lastError"] = null;

  constructor(options: ProviderClientOptions) {
    const { provider, readElapsedMs, sharing } = options;
    this.provider = provider;
    this.#options = options;
    this.#budget = sharing?.createBudget(provider.id, provider.budget) ?? createRateBudget(provider.budget);
    sharing?.onNews((news) => this.#applySharedPause(news));
    this.#unknown = createTtlCache<true>(REMEMBERED_AT_MOST, UNKNOWN_FOR_MS, readElapsedMs);
    this.#failed = createTtlCache<SourceError>(REMEMBERED_AT_MOST, FAILED_FOR_MS, readElapsedMs);
  }

  /**
   * Sends one request about a symbol. @param request resolves to null if the provider does not know the symbol.
   * @param waitMs maximum wait until the budget allows it; fails at once if the wait would be longer.
   */
  async ask<T>(
    subject: Subject,
    symbol: CanonicalSymbol,
    purpose: Purpose,
    request: () => Promise<T | null>,
    waitMs = 0,
  ): Promise<Outcome<T>> {
    const cached = this.#findCachedFailure(subject, symbol);
    if (cached) return cached;
    const answer = await this.#send(subject, purpose, async () => ({ value: await request() }), waitMs);
    if ("kind" in answer) {
      if (!NOT_REQUESTED.has(answer.cause.code)) this.#failed.set(`${subject} ${symbol}`, answer.cause);
      return answer;
    }
    const { value } = answer;
    this.#reportResult(subject, value === null ? "unknown" : "answered");
    if (value !== null) return { kind: "answered", value };
    this.#unknown.set(`${subject} ${symbol}`, true);
    return { kind: "unknown" };
  }

  /** Fetches several quotes in one request. Symbols missing from the answer are not cached as unknown. */
  async fetchQuotes(
    symbols: readonly CanonicalSymbol[],
    purpose: Purpose,
    request: (symbols: readonly CanonicalSymbol[]) => Promise<ReadonlyMap<CanonicalSymbol, Quote>>,
  ): Promise<ReadonlyMap<CanonicalSymbol, Quote>> {
    const uncached = symbols.filter((symbol) => this.#findCachedFailure("quote", symbol) === undefined);
    if (uncached.length === 0) return new Map();
    const answer = await this.#send("quote", purpose, () => request(uncached));
    if ("kind" in answer) return new Map();
    this.#reportResult("quote", "answered");
    return answer;
  }

  getHealth(): ProviderHealth {
    const now = this.#options.readElapsedMs();
    const pausedForMs = this.#breaker.getPauseEndMs() - now;
    return {
      id: this.provider.id,
      state: this.#breaker.getState(now),
      lastSuccessAt: this.#lastSuccessAt,
      lastError: this.#lastError,
      pausedUntil: pausedForMs > 0 ? new Date(this.#options.getTime().getTime() + pausedForMs) : null,
      budgetLeft: this.#budget.countRemaining(now),
    };
  }

  /** Returns the answer, or the reason why there is none. An error that is not a SourceError is a bug and is thrown. */
  async #send<T>(subject: Subject, purpose: Purpose, request: () => Promise<T>, waitMs = 0): Promise<T | Unavailable> {
    const { id } = this.provider;
    const { readElapsedMs, sharing } = this.#options;
    const now = readElapsedMs();
    const isProbe = this.#breaker.getState(now) === "probing";
    const isPaused = () => this.#breaker.getState(readElapsedMs()) === "open";
    const createPausedError = () => new SourceError("paused", `${id} is paused after it failed or asked us to wait.`);
    const createProbingError = () => new SourceError("probing", `Another request is testing ${id} after a pause.`);
    if (isPaused()) return this.#recordUnavailable(subject, createPausedError());
    if (this.#underWay - this.#waiting.length >= AT_ONCE_AT_MOST) {
      return this.#recordUnavailable(subject, new SourceError("busy", `${id} is busy answering others.`));
    }
    const passage = this.#breaker.tryEnter(now);
    if (passage === null) return this.#recordUnavailable(subject, createProbingError());
    this.#underWay += 1;
    let hasClaimed: boolean | null = null;
    try {
      if (isProbe && sharing) hasClaimed = await sharing.claimProbe(id);
      if (hasClaimed === false) throw createProbingError();
      const freeInMs = await this.#waitForBudget(purpose, isProbe ? 0 : waitMs);
      if (freeInMs > 0) throw createBudgetError(id, freeInMs);
      if (isPaused()) throw createPausedError();
      const answer = await request();
      this.#recordAnswer(passage);
      return answer;
    } catch (error) {
      if (error instanceof SourceError) return this.#handleFailure(subject, error, passage);
      passage.recordAbandoned();
      throw error;
    } finally {
      this.#underWay -= 1;
      if (hasClaimed === true) sharing?.releaseProbe(id);
    }
  }

  /** Spends one request of the budget, after waiting in line if needed. @returns 0, or the milliseconds until it is allowed. */
  async #waitForBudget(purpose: Purpose, waitMs: number): Promise<number> {
    const trySpend = (ahead: number) => this.#budget.spend(purpose, this.#options.readElapsedMs(), ahead);
    let freeInMs = await trySpend(this.#waiting.length);
    if (freeInMs === 0 || freeInMs > waitMs) return freeInMs;
    const turn = {};
    let leftMs = waitMs;
    this.#waiting.push(turn);
    try {
      while (freeInMs > 0 && freeInMs <= leftMs) {
        await sleep(freeInMs);
        leftMs -= freeInMs;
        freeInMs = await trySpend(this.#waiting.indexOf(turn));
      }
      return freeInMs;
    } finally {
      this.#waiting.splice(this.#waiting.indexOf(turn), 1);
    }
  }

  #handleFailure(subject: Subject, error: SourceError, passage: Passage): Unavailable {
    const { getTime, readElapsedMs, log, sharing } = this.#options;
    const provider = this.provider.id;
    if (NOT_REQUESTED.has(error.code)) {
      passage.recordAbandoned();
      return this.#recordUnavailable(subject, error);
    }
    if (ANSWERED.has(error.code)) {
      this.#recordAnswer(passage);
      log.warn({ provider, reason: error.message }, "A provider's bars were rejected");
      return this.#recordUnavailable(subject, error);
    }
    const previousEndMs = this.#breaker.getPauseEndMs();
    passage.recordFailure(error, readElapsedMs());
    const endMs = this.#breaker.getPauseEndMs();
    if (endMs > previousEndMs) {
      sharing?.send({
        kind: "paused",
        provider,
        forMs: endMs - readElapsedMs(),
        pauses: this.#breaker.countPauses(),
      });
    }
    this.#lastError = { at: getTime(), code: error.code, message: error.message };
    log.warn({ provider, code: error.code, reason: error.message }, "A price provider gave no usable answer");
    return this.#recordUnavailable(subject, error);
  }

  #applySharedPause(news: PauseNews): void {
    if (news.provider !== this.provider.id) return;
    if (news.kind === "paused") this.#breaker.adoptPause(news.forMs, news.pauses, this.#options.readElapsedMs());
    else this.#breaker.adoptRecovery();
  }

  #recordAnswer(passage: Passage): void {
    const wasPaused = this.#breaker.countPauses() > 0;
    passage.recordAnswer();
    if (wasPaused && this.#breaker.countPauses() === 0) {
      this.#options.sharing?.send({ kind: "answers", provider: this.provider.id });
    }
    this.isSlow = false;
    this.#lastSuccessAt = this.#options.getTime();
  }

  #recordUnavailable(subject: Subject, cause: SourceError): Unavailable {
    this.#reportResult(subject, cause.code);
    return this.#toUnavailable(cause);
  }

  #toUnavailable(cause: SourceError): Unavailable {
    const pauseSeconds = Math.ceil((this.#breaker.getPauseEndMs() - this.#options.readElapsedMs()) / 1000);
    const statedSeconds = cause.retryAfterSeconds ?? 0;
    return {
      kind: "unavailable",
      retryAfterSeconds: Math.max(RETRY_AFTER_SECONDS, pauseSeconds, statedSeconds),
      cause,
    };
  }

  #findCachedFailure(subject: Subject, symbol: CanonicalSymbol): Outcome<never> | undefined {
    if (this.#unknown.has(`${subject} ${symbol}`)) return { kind: "unknown" };
    const cause = this.#failed.get(`${subject} ${symbol}`);
    return cause && this.#toUnavailable(cause);
  }

  #reportResult(subject: Subject, result: string): void {
    this.#options.observe?.(this.provider.id, subject, result);
  }
}

function createBudgetError(id: ProviderId, freeInMs: number): SourceError {
  return new SourceError("budget", `The budget of requests to ${id} is used up for now.`, {
    retryAfterSeconds: Math.ceil(freeInMs / 1_000),
  });
}

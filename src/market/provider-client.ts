/**
 * All questions to one provider: within its budget, none while its circuit breaker is open, and none again that it has just answered
 * with "unknown" or failed at.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import type { ErrorCode } from "../error-codes.ts";
import { SourceError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { type BreakerState, type CircuitBreaker, createCircuitBreaker, type Passage } from "./circuit-breaker.ts";
import type { MarketProvider, ProviderId } from "./market.ts";
import { createRateBudget, type Purpose } from "./rate-budget.ts";
import type { MarketSharing, PauseNews } from "./sharing/market-sharing.ts";
import { SharedBudget, type SpentBudget } from "./sharing/shared-budget.ts";
import { createTtlCache } from "./ttl-cache.ts";

/** `unknown`: the provider says that there is no such symbol. `unavailable`: it did not answer usably, or was not asked. */
export type Outcome<T> = { readonly kind: "answered"; readonly value: T } | { readonly kind: "unknown" } | Unavailable;

export interface Unavailable {
  readonly kind: "unavailable";
  readonly retryAfterSeconds: number;
  readonly cause: SourceError;
}

/** Subject of a request. Unknown symbols are remembered by subject: a security may have a price on its first day and no daily bar yet. */
export type About = "quote" | "bars" | "older bars";

/** Recent health of a provider, for the operator. */
export interface ProviderHealth {
  readonly id: ProviderId;
  readonly state: BreakerState;
  readonly lastSuccessAt: Date | null;
  readonly lastError: { readonly at: Date; readonly code: ErrorCode; readonly message: string } | null;
  readonly pausedUntil: Date | null;
  /** Questions that could be asked now. */
  readonly budgetLeft: number;
}

interface ProviderClientOptions {
  readonly provider: MarketProvider;
  readonly clock: () => Date;
  readonly elapsedMs: () => number;
  readonly log: Logger;
  /** Called for each question that was wanted: with `answered`, `unknown`, or the code of why it was not answered or not asked. */
  readonly observe?: (provider: ProviderId, about: About, result: string) => void;
  readonly sharing?: MarketSharing | undefined;
}

const UNKNOWN_FOR_MS = 5 * 60_000;
/** A question that failed is not asked again before this, whoever asks. */
const FAILED_FOR_MS = 30_000;
const REMEMBERED_AT_MOST = 20_000;
const RETRY_AFTER_SECONDS = 30;
/** Questions under way at once; whoever comes then would only wait in the provider's line until time is up. */
const AT_ONCE_AT_MOST = 16;

/** The provider answered as it should: what is kept of this one symbol says otherwise, or another had been asked by then. */
const ANSWERED: ReadonlySet<ErrorCode> = new Set(["conflict", "late"]);
/** Codes of not asking at all (`busy`: also of a turn that did not come in time), which say nothing of the question. */
const NOT_ASKED: ReadonlySet<ErrorCode> = new Set(["paused", "probing", "budget", "busy"]);

export class ProviderClient {
  readonly provider: MarketProvider;
  readonly #options: Required<Omit<ProviderClientOptions, "sharing">>;
  readonly #sharing: MarketSharing | undefined;
  readonly #budget: SpentBudget;
  readonly #breaker: CircuitBreaker;
  readonly #unknown;
  readonly #failed;
  #underWay = 0;
  /** Questions that wait for room in the budget, in the order in which they came. */
  readonly #waiting: object[] = [];
  #isSlow = false;
  #lastSuccessAt: Date | null = null;
  #lastError: ProviderHealth["lastError"] = null;

  constructor({ observe = () => {}, sharing, ...options }: ProviderClientOptions) {
    const { provider, elapsedMs } = options;
    this.provider = provider;
    this.#options = { ...options, observe };
    this.#sharing = sharing;
    this.#budget = sharing
      ? new SharedBudget(provider.id, provider.budget, sharing)
      : createRateBudget(provider.budget);
    sharing?.hear((news) => this.#hear(news));
    this.#breaker = createCircuitBreaker();
    this.#unknown = createTtlCache<true>(REMEMBERED_AT_MOST, UNKNOWN_FOR_MS, elapsedMs);
    this.#failed = createTtlCache<SourceError>(REMEMBERED_AT_MOST, FAILED_FOR_MS, elapsedMs);
  }

  /**
   * Asks one question about a symbol; `null` in its answer is "unknown".
   * @param waitMs for how long it may wait for room in the budget; it is refused at once where that would not do.
   */
  async ask<T>(
    about: About,
    symbol: CanonicalSymbol,
    purpose: Purpose,
    question: () => Promise<T | null>,
    waitMs = 0,
  ): Promise<Outcome<T>> {
    const known = this.#remembered(about, symbol);
    if (known) return known;
    const answer = await this.#send(about, purpose, async () => ({ value: await question() }), waitMs);
    const outcome = "kind" in answer ? answer : outcomeOf(answer.value);
    this.#remember(about, symbol, outcome);
    return outcome;
  }

  /** Asks one question about several symbols. Nothing is learned about those that its answer leaves out. */
  async askMany<T>(
    about: About,
    symbols: readonly CanonicalSymbol[],
    purpose: Purpose,
    question: (symbols: readonly CanonicalSymbol[]) => Promise<ReadonlyMap<CanonicalSymbol, T>>,
  ): Promise<ReadonlyMap<CanonicalSymbol, T>> {
    const open = symbols.filter((symbol) => this.#remembered(about, symbol) === undefined);
    if (open.length === 0) return new Map();
    const answer = await this.#send(about, purpose, () => question(open));
    if ("kind" in answer) return new Map();
    this.#observe(about, "answered");
    return answer;
  }

  /** Tells whether it has kept a caller waiting and has not answered since. */
  isSlow(): boolean {
    return this.#isSlow;
  }

  markSlow(): void {
    this.#isSlow = true;
  }

  health(): ProviderHealth {
    const now = this.#options.elapsedMs();
    const pausedForMs = this.#breaker.pausedUntilMs() - now;
    return {
      id: this.provider.id,
      state: this.#breaker.state(now),
      lastSuccessAt: this.#lastSuccessAt,
      lastError: this.#lastError,
      pausedUntil: pausedForMs > 0 ? new Date(this.#options.clock().getTime() + pausedForMs) : null,
      budgetLeft: this.#budget.left(now),
    };
  }

  /** The answer, or why there is none. Errors other than SourceErrors are faults of our own and pass through. */
  async #send<T>(about: About, purpose: Purpose, question: () => Promise<T>, waitMs = 0): Promise<T | Unavailable> {
    const { id } = this.provider;
    const now = this.#options.elapsedMs();
    const isPaused = () => this.#breaker.state(this.#options.elapsedMs()) === "open";
    const paused = () => new SourceError("paused", `${id} is left alone after it failed or asked us to wait.`);
    if (isPaused()) return this.#refuse(about, paused());
    if (this.#underWay - this.#waiting.length >= AT_ONCE_AT_MOST) {
      return this.#refuse(about, new SourceError("busy", `${id} has enough to answer.`));
    }
    const passage = this.#breaker.enter(now);
    if (passage === null) {
      return this.#refuse(about, new SourceError("probing", `${id} is being tried after a pause.`));
    }
    const isTrial = this.#breaker.state(now) === "probing";
    this.#underWay += 1;
    let hasClaimed: boolean | null = null;
    try {
      if (isTrial && this.#sharing) hasClaimed = await this.#sharing.claimTrial(id);
      if (hasClaimed === false) {
        passage.abandoned();
        return this.#refuse(about, new SourceError("probing", `${id} is being tried after a pause.`));
      }
      const freeInMs = await this.#spend(purpose, isTrial ? 0 : waitMs);
      if (freeInMs > 0 || isPaused()) {
        passage.abandoned();
        return this.#refuse(about, freeInMs > 0 ? spentBudget(id, freeInMs) : paused());
      }
      const answer = await question();
      this.#answered(passage);
      return answer;
    } catch (error) {
      if (!(error instanceof SourceError)) {
        passage.abandoned();
        throw error;
      }
      return this.#failureOf(about, error, passage);
    } finally {
      this.#underWay -= 1;
      if (hasClaimed === true) this.#sharing?.releaseTrial(id);
    }
  }

  /** Spends one question, after a turn in line where that is needed. @returns 0, or the milliseconds after which there is room. */
  async #spend(purpose: Purpose, waitMs: number): Promise<number> {
    const spend = (ahead: number) => this.#budget.spend(purpose, this.#options.elapsedMs(), ahead);
    let freeInMs = await spend(this.#waiting.length);
    const turn = {};
    let leftMs = freeInMs > waitMs ? 0 : waitMs;
    if (leftMs > 0) this.#waiting.push(turn);
    try {
      while (freeInMs > 0 && freeInMs <= leftMs) {
        await sleep(freeInMs);
        leftMs -= freeInMs;
        freeInMs = await spend(this.#waiting.indexOf(turn));
      }
      return freeInMs;
    } finally {
      if (this.#waiting.includes(turn)) this.#waiting.splice(this.#waiting.indexOf(turn), 1);
    }
  }

  #failureOf(about: About, error: SourceError, passage: Passage): Unavailable {
    const { clock, elapsedMs, log } = this.#options;
    const provider = this.provider.id;
    if (NOT_ASKED.has(error.code)) {
      passage.abandoned();
      return this.#refuse(about, error);
    }
    if (ANSWERED.has(error.code)) {
      this.#answered(passage);
      log.warn({ provider, reason: error.message }, "A provider's bars were not taken");
      return this.#refuse(about, error);
    }
    const before = this.#breaker.pausedUntilMs();
    passage.failed(error, elapsedMs());
    const until = this.#breaker.pausedUntilMs();
    if (until > before) {
      this.#sharing?.tell({ kind: "paused", provider, forMs: until - elapsedMs(), pauses: this.#breaker.pauses() });
    }
    this.#lastError = { at: clock(), code: error.code, message: error.message };
    log.warn({ provider, code: error.code, reason: error.message }, "A price provider did not answer usably");
    return this.#refuse(about, error);
  }

  /** News of this provider from another process. */
  #hear(news: PauseNews): void {
    if (news.provider !== this.provider.id) return;
    if (news.kind === "paused") this.#breaker.pauseToo(news.forMs, news.pauses, this.#options.elapsedMs());
    if (news.kind === "answers") this.#breaker.answersAgain();
  }

  #answered(passage: Passage): void {
    const { id } = this.provider;
    const wasPaused = this.#breaker.pauses() > 0;
    passage.answered();
    if (wasPaused && this.#breaker.pauses() === 0) this.#sharing?.tell({ kind: "answers", provider: id });
    this.#isSlow = false;
    this.#lastSuccessAt = this.#options.clock();
  }

  #refuse(about: About, cause: SourceError): Unavailable {
    this.#observe(about, cause.code);
    return this.#unavailable(cause);
  }

  #unavailable(cause: SourceError): Unavailable {
    const pauseSeconds = Math.ceil((this.#breaker.pausedUntilMs() - this.#options.elapsedMs()) / 1000);
    const named = cause.retryAfterSeconds ?? 0;
    return { kind: "unavailable", retryAfterSeconds: Math.max(RETRY_AFTER_SECONDS, pauseSeconds, named), cause };
  }

  /** The answer that is known without a request. */
  #remembered(about: About, symbol: CanonicalSymbol): Outcome<never> | undefined {
    if (this.#unknown.has(`${about} ${symbol}`)) return { kind: "unknown" };
    const cause = this.#failed.get(`${about} ${symbol}`);
    return cause && this.#unavailable(cause);
  }

  #remember(about: About, symbol: CanonicalSymbol, outcome: Outcome<unknown>): void {
    const subject = `${about} ${symbol}`;
    if (outcome.kind === "unknown") this.#unknown.set(subject, true);
    if (outcome.kind !== "unavailable") this.#observe(about, outcome.kind);
    else if (!NOT_ASKED.has(outcome.cause.code)) this.#failed.set(subject, outcome.cause);
  }

  #observe(about: About, result: string): void {
    this.#options.observe(this.provider.id, about, result);
  }
}

function spentBudget(id: ProviderId, freeInMs: number): SourceError {
  return new SourceError("budget", `The budget of questions to ${id} is spent for now.`, {
    retryAfterSeconds: Math.ceil(freeInMs / 1_000),
  });
}

function outcomeOf<T>(value: T | null): Outcome<T> {
  return value === null ? { kind: "unknown" } : { kind: "answered", value };
}

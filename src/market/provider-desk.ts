/** Where all questions to one provider pass: within its budget, none while it is left alone, none again that it has just answered with "unknown". */
import type { CanonicalSymbol } from "../domain/symbol.ts";
import { SourceError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { type BreakerState, createBreaker } from "./breaker.ts";
import { createPurse, type Purpose } from "./call-budget.ts";
import type { MarketProvider, ProviderId } from "./market.ts";
import { createShortMemory } from "./short-memory.ts";

/** `unknown`: the provider says that there is no such symbol. `unavailable`: it did not answer usably, or was not asked. */
export type Outcome<T> = { readonly kind: "answered"; readonly value: T } | { readonly kind: "unknown" } | Unavailable;

export interface Unavailable {
  readonly kind: "unavailable";
  readonly retryAfterSeconds: number;
  readonly cause: SourceError;
}

/** What a question was about; what is unknown is kept apart: a security may have a price on its first day and no daily bar yet. */
export type About = "quote" | "bars" | "older bars";

/** How a provider has answered of late, for the operator. */
export interface ProviderHealth {
  readonly id: ProviderId;
  readonly state: BreakerState;
  readonly lastSuccessAt: Date | null;
  readonly lastError: { readonly at: Date; readonly code: string; readonly message: string } | null;
  readonly pausedUntil: Date | null;
  /** Questions that could be asked now. */
  readonly budgetLeft: number;
}

export interface ProviderDesk {
  readonly provider: MarketProvider;
  ask<T>(
    about: About,
    symbol: CanonicalSymbol,
    purpose: Purpose,
    question: () => Promise<T | null>,
  ): Promise<Outcome<T>>;
  /** One question about several symbols, and what it gave: of those that are not there nothing is learned. */
  askMany<T>(
    about: About,
    symbols: readonly CanonicalSymbol[],
    purpose: Purpose,
    question: (symbols: readonly CanonicalSymbol[]) => Promise<ReadonlyMap<CanonicalSymbol, T>>,
  ): Promise<ReadonlyMap<CanonicalSymbol, T>>;
  /** It has kept somebody waiting, and has not answered since. */
  isSlow(): boolean;
  keptWaiting(): void;
  health(): ProviderHealth;
}

interface DeskOptions {
  readonly provider: MarketProvider;
  readonly clock: () => Date;
  readonly elapsedMs: () => number;
  readonly log: Logger;
  /** Told of each question that was wanted: `answered`, `unknown`, or the code of why it was not answered or not asked. */
  readonly observe?: (provider: ProviderId, about: About, result: string) => void;
}

const UNKNOWN_FOR_MS = 5 * 60_000;
/** A question that failed is not asked again before this, whoever asks. */
const FAILED_FOR_MS = 30_000;
const REMEMBERED_AT_MOST = 20_000;
const RETRY_AFTER_SECONDS = 30;
/** Questions under way at once; whoever comes then would only wait in the provider's line until time is up. */
const AT_ONCE_AT_MOST = 16;

export function createDesk({ provider, clock, elapsedMs, log, observe = () => {} }: DeskOptions): ProviderDesk {
  const { id, budget } = provider;
  const purse = createPurse(budget);
  const breaker = createBreaker();
  const unknown = createShortMemory<true>(REMEMBERED_AT_MOST, UNKNOWN_FOR_MS);
  const failed = createShortMemory<SourceError>(REMEMBERED_AT_MOST, FAILED_FOR_MS);
  let underWay = 0;
  let isSlow = false;
  let lastSuccessAt: Date | null = null;
  let lastError: ProviderHealth["lastError"] = null;

  function unavailable(cause: SourceError): Unavailable {
    const pauseSeconds = Math.ceil((breaker.pausedUntilMs() - elapsedMs()) / 1000);
    return { kind: "unavailable", retryAfterSeconds: Math.max(RETRY_AFTER_SECONDS, pauseSeconds), cause };
  }

  function refused(about: About, cause: SourceError): Unavailable {
    observe(id, about, cause.code);
    return unavailable(cause);
  }

  /** What is known of the question without asking it. */
  function before(about: About, symbol: CanonicalSymbol): Outcome<never> | undefined {
    const now = elapsedMs();
    if (unknown.get(`${about} ${symbol}`, now) !== undefined) return { kind: "unknown" };
    const cause = failed.get(`${about} ${symbol}`, now);
    return cause && unavailable(cause);
  }

  /** The answer, or why there is none. What is thrown beside SourceErrors is a fault of our own and passes through. */
  async function put<T>(about: About, purpose: Purpose, question: () => Promise<T>): Promise<T | Unavailable> {
    const now = elapsedMs();
    if (breaker.state(now) === "open") {
      return refused(about, new SourceError("paused", `${id} is left alone after it failed or asked us to wait.`));
    }
    if (underWay >= AT_ONCE_AT_MOST) return refused(about, new SourceError("busy", `${id} has enough to answer.`));
    const passage = breaker.enter(now);
    if (passage === null) return refused(about, new SourceError("probing", `${id} is being tried after a pause.`));
    if (!purse.take(purpose, now)) {
      passage.abandoned();
      return refused(about, new SourceError("budget", `The budget of questions to ${id} is spent for now.`));
    }
    underWay += 1;
    try {
      const answer = await question();
      passage.answered();
      isSlow = false;
      lastSuccessAt = clock();
      return answer;
    } catch (error) {
      if (!(error instanceof SourceError)) {
        passage.abandoned();
        throw error;
      }
      if (isRefusal(error)) {
        passage.abandoned();
        return refused(about, error);
      }
      if (ANSWERED.has(error.code)) {
        passage.answered();
        isSlow = false;
        lastSuccessAt = clock();
        log.warn({ provider: id, reason: error.message }, "A provider's bars were not taken");
        return refused(about, error);
      }
      passage.failed(error, elapsedMs());
      lastError = { at: clock(), code: error.code, message: error.message };
      observe(id, about, error.code);
      log.warn({ provider: id, code: error.code, reason: error.message }, "A price provider did not answer usably");
      return unavailable(error);
    } finally {
      underWay -= 1;
    }
  }

  function keep(about: About, symbol: CanonicalSymbol, outcome: Outcome<unknown>): void {
    const now = elapsedMs();
    if (outcome.kind === "unknown") unknown.set(`${about} ${symbol}`, true, now);
    if (outcome.kind === "unavailable" && !isRefusal(outcome.cause))
      failed.set(`${about} ${symbol}`, outcome.cause, now);
    if (outcome.kind !== "unavailable") observe(id, about, outcome.kind);
  }

  return {
    provider,

    async ask<T>(about: About, symbol: CanonicalSymbol, purpose: Purpose, question: () => Promise<T | null>) {
      const known = before(about, symbol);
      if (known) return known;
      const answer = await put(about, purpose, async () => ({ value: await question() }));
      const outcome = "kind" in answer ? answer : outcomeOf(answer.value);
      keep(about, symbol, outcome);
      return outcome;
    },

    async askMany<T>(
      about: About,
      symbols: readonly CanonicalSymbol[],
      purpose: Purpose,
      question: (symbols: readonly CanonicalSymbol[]) => Promise<ReadonlyMap<CanonicalSymbol, T>>,
    ) {
      const open = symbols.filter((symbol) => before(about, symbol) === undefined);
      if (open.length === 0) return new Map();
      const answer = await put(about, purpose, () => question(open));
      if ("kind" in answer) return new Map();
      observe(id, about, "answered");
      return answer;
    },

    isSlow: () => isSlow,

    keptWaiting() {
      isSlow = true;
    },

    health() {
      const now = elapsedMs();
      const pausedForMs = breaker.pausedUntilMs() - now;
      return {
        id,
        state: breaker.state(now),
        lastSuccessAt,
        lastError,
        pausedUntil: pausedForMs > 0 ? new Date(clock().getTime() + pausedForMs) : null,
        budgetLeft: purse.left(now),
      };
    },
  };
}

function outcomeOf<T>(value: T | null): Outcome<T> {
  return value === null ? { kind: "unknown" } : { kind: "answered", value };
}

/** The provider answered as it should: what is kept of this one symbol says otherwise, or another had been asked by then. */
const ANSWERED: ReadonlySet<string> = new Set(["conflict", "late"]);

/** Codes of not asking at all (`busy`: also of a turn that did not come in time), which say nothing of the question. */
const REFUSALS: ReadonlySet<string> = new Set(["paused", "probing", "budget", "busy"]);

function isRefusal({ code }: SourceError): boolean {
  return REFUSALS.has(code);
}

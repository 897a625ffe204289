/** The providers in the operator's order: each is asked until one answers, within one deadline for the caller. */
import type { CanonicalSymbol } from "../domain/symbol.ts";
import { SourceError } from "../errors.ts";
import type { MarketProvider } from "./market.ts";
import type { About, Outcome, ProviderClient, Unavailable } from "./provider-client.ts";
import type { Purpose } from "./rate-budget.ts";

/** Picks the method by which a provider answers, as `({ quote }) => quote` does; undefined where the provider has none. `isLate`: another provider has been asked in its place by now. */
type Question<T> = (
  provider: MarketProvider,
) => ((symbol: CanonicalSymbol, signal: AbortSignal, isLate: () => boolean) => Promise<T | null>) | undefined;

export type ChainOutcome<T> = { readonly kind: "answered"; readonly value: T; readonly by: MarketProvider } | Failure;

/** `unanimous`: every provider that could know was asked and said so. */
export type Failure = { readonly kind: "unknown"; readonly unanimous: boolean } | Unavailable;

export interface ProviderChain {
  ask<T>(
    about: About,
    symbol: CanonicalSymbol,
    purpose: Purpose,
    question: Question<T>,
    limits?: Limits,
  ): Promise<ChainOutcome<T>>;
  /** One question about several symbols, to the first provider that takes such; those it has no answer to are left out. */
  askMany<T>(
    about: About,
    symbols: readonly CanonicalSymbol[],
    purpose: Purpose,
    question: (provider: MarketProvider) => QuestionOfMany<T> | undefined,
  ): Promise<ReadonlyMap<CanonicalSymbol, T>>;
}

type QuestionOfMany<T> = (
  symbols: readonly CanonicalSymbol[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<CanonicalSymbol, T>>;

export interface Limits {
  /** Only providers that stand behind this one. */
  readonly after?: MarketProvider;
  readonly deadlineMs?: number;
  /** A caller who has nothing else waits for room in the budget of a provider. */
  readonly mayWait?: boolean;
  /** Milliseconds of the time limit that have gone by already. */
  readonly waitedMs?: number;
}

interface ChainOptions {
  readonly clients: readonly ProviderClient[];
  /** Time limit for all providers together, waiting in line included. */
  readonly deadlineMs: number;
}

/** The share of the time that is left which a provider gets while others stand behind it. */
const SHARE_OF_TIME = 0.6;
/** Share of the time limit after which the next provider is asked as well; the first answer may still come. */
const PATIENCE = 0.25;
/** The same with a provider that has kept somebody waiting and has not answered since. */
const PATIENCE_WITH_SLOW = 0.04;
/** The share of the time that is left which may go by until there is room in a budget; the rest is for the question itself. */
const SHARE_IN_LINE = 0.6;

export function createChain({ clients, deadlineMs }: ChainOptions): ProviderChain {
  return {
    async ask<T>(
      about: About,
      symbol: CanonicalSymbol,
      purpose: Purpose,
      question: Question<T>,
      limits: Limits = {},
    ): Promise<ChainOutcome<T>> {
      const behind = clients.slice(clients.findIndex(({ provider }) => provider === limits.after) + 1);
      const able = behind.flatMap((client) => {
        const ask = question(client.provider);
        return ask === undefined ? [] : [{ client, ask }];
      });
      const until = performance.now() + (limits.deadlineMs ?? deadlineMs) - (limits.waitedMs ?? 0);
      const outcomes: Exclude<Outcome<T>, { kind: "answered" }>[] = [];
      const spent: typeof able = [];
      const awaited: Promise<Attributed<T>>[] = [];
      for (const [at, { client, ask }] of able.entries()) {
        const left = until - performance.now();
        const isLast = at === able.length - 1;
        const time = AbortSignal.timeout(Math.max(1, Math.round(isLast ? left : left * SHARE_OF_TIME)));
        let isLate = false;
        const outcome = client.ask(about, symbol, purpose, () => ask(symbol, time, () => isLate));
        const attributed = outcome.then((found) => ({ outcome: found, by: client.provider }));
        const patienceMs = left * (client.isSlow() ? PATIENCE_WITH_SLOW : PATIENCE);
        const inTime = isLast ? await attributed : await within(patienceMs, attributed);
        if (inTime === undefined) {
          isLate = true;
          client.markSlow();
          awaited.push(attributed);
        } else if (inTime.outcome.kind === "answered") {
          return { ...inTime.outcome, by: client.provider };
        } else if (limits.mayWait && isSpent(inTime.outcome)) spent.push({ client, ask });
        else outcomes.push(inTime.outcome);
      }
      for (const { outcome, by } of await Promise.all(awaited)) {
        if (outcome.kind === "answered") return { ...outcome, by };
        outcomes.push(outcome);
      }
      for (const { client, ask } of spent) {
        const left = Math.max(1, Math.round(until - performance.now()));
        const time = AbortSignal.timeout(left);
        const waitMs = left * SHARE_IN_LINE;
        const outcome = await client.ask(about, symbol, purpose, () => ask(symbol, time, () => false), waitMs);
        if (outcome.kind === "answered") return { ...outcome, by: client.provider };
        outcomes.push(outcome);
      }
      return together(about, outcomes);
    },

    async askMany<T>(
      about: About,
      symbols: readonly CanonicalSymbol[],
      purpose: Purpose,
      question: (provider: MarketProvider) => QuestionOfMany<T> | undefined,
    ) {
      for (const client of clients) {
        const ask = question(client.provider);
        if (ask === undefined) continue;
        const time = AbortSignal.timeout(Math.round(deadlineMs * SHARE_OF_TIME));
        return client.askMany(about, symbols, purpose, (those) => ask(those, time));
      }
      return new Map();
    },
  };
}

function isSpent(outcome: Outcome<unknown>): boolean {
  return outcome.kind === "unavailable" && outcome.cause.code === "budget";
}

interface Attributed<T> {
  readonly outcome: Outcome<T>;
  readonly by: MarketProvider;
}

/** Undefined when it takes longer. */
async function within<T>(ms: number, answer: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), ms);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => undefined);
  }
}

/** One provider's "unknown" stands when nobody else says otherwise; without any, the shortest wait that one of them named. */
function together(about: About, outcomes: readonly Exclude<Outcome<unknown>, { kind: "answered" }>[]) {
  const unavailable = outcomes.filter((each) => each.kind === "unavailable");
  if (unavailable.length < outcomes.length) return { kind: "unknown", unanimous: unavailable.length === 0 } as const;
  const soonest = unavailable.toSorted((a, b) => a.retryAfterSeconds - b.retryAfterSeconds)[0];
  if (soonest) return soonest;
  const cause = new SourceError("no_provider", `No provider of MARKET_PROVIDERS has ${about}.`);
  return { kind: "unavailable", retryAfterSeconds: 300, cause } as const;
}

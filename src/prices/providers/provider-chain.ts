/** Tries the providers in the operator's order until one answers. One time limit applies to all attempts together. */
import { SourceError } from "../../base/errors.ts";
import type { Quote } from "../../domain/quote.ts";
import type { CanonicalSymbol } from "../../domain/symbol.ts";
import type { MarketProvider } from "../market.ts";
import { waitForAnswer } from "../waiting.ts";
import type { Outcome, ProviderClient, Subject, Unavailable } from "./provider-client.ts";
import type { Purpose } from "./rate-budget.ts";

// Picks the provider's method to call, such as `({ fetchQuote }) => fetchQuote`; undefined if the provider does not have it.
// `isLate` returns whether another provider has been queried in the meantime.
type RequestSelector<T> = (
  provider: MarketProvider,
) => ((symbol: CanonicalSymbol, signal: AbortSignal, isLate: () => boolean) => Promise<T | null>) | undefined;

type ChainOutcome<T> = ProviderAnswer<T> | Failure;

interface ProviderAnswer<T> {
  readonly kind: "answered";
  readonly value: T;
  readonly by: MarketProvider;
}

/** `unanimous`: every provider with such data answered that the symbol is unknown. */
export type Failure = { readonly kind: "unknown"; readonly unanimous: boolean } | Unavailable;

export interface ChainLimits {
  /** Use only providers after this one in the chain. */
  readonly after?: MarketProvider;
  readonly deadlineMs?: number;
  /** Waits until a provider's budget allows the request; set for symbols with nothing stored. */
  readonly waitsForBudget?: boolean;
  /** Milliseconds of the time limit already used. */
  readonly waitedMs?: number;
}

interface ChainOptions {
  readonly clients: readonly ProviderClient[];
  /** Time limit for all providers together, including queueing. */
  readonly deadlineMs: number;
}

/** Fraction of the remaining time that a provider gets if other providers follow. */
const SHARE_OF_TIME = 0.6;
/** Fraction of the remaining time after which the next provider is queried as well; the first may still answer. */
const PATIENCE = 0.25;
/** `PATIENCE` for a provider with `isSlow`. */
const PATIENCE_WITH_SLOW = 0.04;
/** Maximum fraction of the remaining time spent waiting for a budget to allow the request. The request itself gets the rest. */
const MAX_FRACTION_WAITING_FOR_BUDGET = 0.6;

export type ProviderChain = ReturnType<typeof createProviderChain>;

export function createProviderChain({ clients, deadlineMs }: ChainOptions) {
  return {
    async tryProvidersInOrder<T>(
      subject: Subject,
      symbol: CanonicalSymbol,
      purpose: Purpose,
      question: RequestSelector<T>,
      limits: ChainLimits = {},
    ): Promise<ChainOutcome<T>> {
      const remaining = clients.slice(clients.findIndex(({ provider }) => provider === limits.after) + 1);
      const capable = remaining.flatMap((client) => {
        const ask = question(client.provider);
        return ask === undefined ? [] : [{ client, ask }];
      });
      const deadlineAt = performance.now() + (limits.deadlineMs ?? deadlineMs) - (limits.waitedMs ?? 0);
      const failures: Exclude<Outcome<T>, { kind: "answered" }>[] = [];
      const overBudget: typeof capable = [];
      const late: Promise<ProviderAnswer<T> | Exclude<Outcome<T>, { kind: "answered" }>>[] = [];
      for (const [at, { client, ask }] of capable.entries()) {
        const left = deadlineAt - performance.now();
        const isLast = at === capable.length - 1;
        const time = AbortSignal.timeout(Math.max(1, Math.round(isLast ? left : left * SHARE_OF_TIME)));
        let isLate = false;
        const answer = client
          .ask(subject, symbol, purpose, () => ask(symbol, time, () => isLate))
          .then((outcome) => tagWithProvider(client, outcome));
        const patienceMs = left * (client.isSlow ? PATIENCE_WITH_SLOW : PATIENCE);
        const inTime = isLast ? await answer : await waitForAnswer(patienceMs, answer);
        if (inTime === undefined) {
          isLate = true;
          client.isSlow = true;
          late.push(answer);
        } else if (inTime.kind === "answered") return inTime;
        else if (limits.waitsForBudget && isOverBudget(inTime)) overBudget.push({ client, ask });
        else failures.push(inTime);
      }
      for (const outcome of await Promise.all(late)) {
        if (outcome.kind === "answered") return outcome;
        failures.push(outcome);
      }
      for (const { client, ask } of overBudget) {
        const left = Math.max(1, Math.round(deadlineAt - performance.now()));
        const time = AbortSignal.timeout(left);
        const retry = () => ask(symbol, time, () => false);
        const outcome = await client.ask(subject, symbol, purpose, retry, left * MAX_FRACTION_WAITING_FOR_BUDGET);
        if (outcome.kind === "answered") return { ...outcome, by: client.provider };
        failures.push(outcome);
      }
      return combineFailures(subject, failures);
    },

    /** Fetches several quotes in one request from the first provider that supports it; unanswered symbols are left out. */
    async fetchQuotes(
      symbols: readonly CanonicalSymbol[],
      purpose: Purpose,
    ): Promise<ReadonlyMap<CanonicalSymbol, Quote>> {
      for (const client of clients) {
        const { fetchQuotes } = client.provider;
        if (fetchQuotes === undefined) continue;
        const time = AbortSignal.timeout(Math.round(deadlineMs * SHARE_OF_TIME));
        return client.fetchQuotes(symbols, purpose, (some) => fetchQuotes(some, time));
      }
      return new Map();
    },
  };
}

function tagWithProvider<T>({ provider }: ProviderClient, outcome: Outcome<T>) {
  return outcome.kind === "answered" ? { ...outcome, by: provider } : outcome;
}

function isOverBudget(outcome: Outcome<unknown>): boolean {
  return outcome.kind === "unavailable" && outcome.cause.code === "budget";
}

// Returns `unknown` if any provider does not know the symbol; `unanimous` is then true if no provider was unavailable. Otherwise
// returns the failure with the shortest wait.
function combineFailures(
  subject: Subject,
  failures: readonly Exclude<Outcome<unknown>, { kind: "answered" }>[],
): Failure {
  const unavailable = failures.filter((each) => each.kind === "unavailable");
  if (unavailable.length < failures.length) return { kind: "unknown", unanimous: unavailable.length === 0 };
  const soonest = unavailable.toSorted((a, b) => a.retryAfterSeconds - b.retryAfterSeconds)[0];
  if (soonest) return soonest;
  const cause = new SourceError("no_provider", `No provider of MARKET_PROVIDERS has ${subject}.`);
  return { kind: "unavailable", retryAfterSeconds: 300, cause };
}

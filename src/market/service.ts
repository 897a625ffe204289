import type { Quote } from "../domain/quote.ts";
import { type CanonicalSymbol, canonicalSymbol } from "../domain/symbol.ts";
import { NotFoundError, UnavailableError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { packBars, unpackBars } from "../store/packed-bars.ts";
import type { MarketTable, StoredBars } from "../store/store.ts";
import type { CallBudget } from "./call-budget.ts";
import { lastKnownQuote } from "./last-known.ts";
import { historyOf } from "./history.ts";
import type { Market, MarketProvider, QuoteAnswer } from "./market.ts";
import { mergeBars } from "./merge-bars.ts";
import { createDesk, type Outcome } from "./provider-desk.ts";
import { barsAreFresh, quoteIsFresh } from "./session.ts";
import { createShortMemory } from "./short-memory.ts";
import { createSingleFlight } from "./single-flight.ts";

export interface MarketOptions {
  readonly provider: MarketProvider;
  readonly store: MarketTable;
  /** Whether the ticker master lists the symbol; null while no master has been read. */
  knows(symbol: CanonicalSymbol): boolean | null;
  /** The master's name of the security. */
  nameOf(symbol: CanonicalSymbol): string | null;
  readonly log: Logger;
  readonly clock?: () => Date;
  /** 120 questions a minute unless told, 20 of them at most for symbols that neither master nor store know. */
  readonly budget?: CallBudget;
  /** How long a caller waits for the provider: 15,000 unless told. */
  readonly deadlineMs?: number;
}

interface Series {
  readonly packed: Uint8Array;
  readonly stale: boolean;
}

const QUOTES_IN_MEMORY = 2_000;
const DAY_MS = 86_400_000;

/** Prices from one provider, with what is known already in front of it and behind it (contract 4 and 5). */
export function createMarket(options: MarketOptions): Market {
  const { provider, store, log, clock = () => new Date() } = options;
  const desk = createDesk({
    budget: options.budget ?? { perMinute: 120, perMinuteUnheard: 20 },
    deadlineMs: options.deadlineMs ?? 15_000,
    clock,
    log,
  });
  const recent = createShortMemory<{ readonly quote: Quote; readonly fetchedAt: Date }>(QUOTES_IN_MEMORY, DAY_MS);
  const quoteFlight = createSingleFlight<QuoteAnswer>();
  const barsFlight = createSingleFlight<Series>();

  async function quoteOf(symbol: CanonicalSymbol): Promise<QuoteAnswer> {
    const last = recent.get(symbol, clock().getTime()) ?? (await store.readQuote(symbol));
    if (last !== undefined && quoteIsFresh(last.fetchedAt, clock())) return { quote: last.quote, stale: false };
    const bars = last === undefined ? await store.readBars(symbol) : undefined;
    const heardOf = last !== undefined || bars !== undefined || options.knows(symbol) !== false;
    const outcome = await desk.ask("quote", symbol, heardOf, (signal) => provider.quote(symbol, signal));
    if (outcome.kind === "answered") {
      const fetched = { quote: withName(outcome.value, symbol), fetchedAt: clock() };
      recent.set(symbol, fetched, clock().getTime());
      await kept(symbol, () => store.writeQuote(symbol, fetched));
      return { quote: fetched.quote, stale: false };
    }
    const known = lastKnownQuote(symbol, last, bars ?? (await store.readBars(symbol)));
    if (known === null) throw nothingKnown(symbol, outcome);
    return { quote: withName(known, symbol), stale: true };
  }

  async function seriesOf(symbol: CanonicalSymbol): Promise<Series> {
    const stored = await store.readPackedBars(symbol);
    if (stored !== undefined && barsAreFresh(stored.refreshedAt, clock())) return { packed: stored.packed, stale: false };
    const heardOf = stored !== undefined || options.knows(symbol) !== false;
    const outcome = await desk.ask("bars", symbol, heardOf, (signal) => provider.dailyBars(symbol, signal));
    if (outcome.kind === "answered") {
      const merged: StoredBars = {
        bars: mergeBars(stored === undefined ? [] : unpackBars(stored.packed), outcome.value.bars),
        refreshedAt: clock(),
        companyName: outcome.value.companyName ?? stored?.companyName ?? null,
      };
      await kept(symbol, () => store.writeBars(symbol, merged));
      return { packed: packBars(merged.bars), stale: false };
    }
    if (stored !== undefined) return { packed: stored.packed, stale: true };
    if (outcome.kind === "unavailable" && (await store.readQuote(symbol)) !== undefined) throw unavailable(outcome);
    throw nothingKnown(symbol, outcome);
  }

  /** A price that could not be kept is still a price. */
  async function kept(symbol: CanonicalSymbol, write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      log.error({ symbol, err: error }, "Prices could not be kept");
    }
  }

  function withName(quote: Quote, symbol: CanonicalSymbol): Quote {
    return { ...quote, symbol, companyName: quote.companyName ?? options.nameOf(symbol) ?? symbol };
  }

  /** Not verifiable and known to nobody is as good as unknown; a symbol that the master lists will be asked for again (contract 4). */
  function nothingKnown(symbol: CanonicalSymbol, outcome: Exclude<Outcome<unknown>, { kind: "answered" }>): Error {
    if (outcome.kind === "unknown" || options.knows(symbol) === false) return notFound(symbol);
    return unavailable(outcome);
  }

  return {
    async quote(given) {
      const symbol = symbolOf(given);
      return quoteFlight(symbol, () => quoteOf(symbol));
    },
    async history(given, period, interval) {
      const symbol = symbolOf(given);
      const { packed, stale } = await barsFlight(symbol, () => seriesOf(symbol));
      const history = historyOf(packed, period, interval);
      if (history === null) throw notFound(symbol);
      return { symbol, ...history, stale };
    },
  };
}

function symbolOf(given: string): CanonicalSymbol {
  const symbol = canonicalSymbol(given);
  if (symbol === null) throw notFound(given);
  return symbol;
}

function notFound(given: string): NotFoundError {
  return new NotFoundError("symbol_not_found", `No security is known by the symbol '${given.slice(0, 64)}'.`);
}

function unavailable({
  retryAfterSeconds,
  cause,
}: Pick<Extract<Outcome<unknown>, { kind: "unavailable" }>, "retryAfterSeconds" | "cause">) {
  return new UnavailableError(
    "upstream_unavailable",
    "No price provider answers, and no price is known from before.",
    retryAfterSeconds,
    { cause },
  );
}

/**
 * Stored prices by symbol: daily bars and the last quote, never prices of a security that had the symbol earlier. All data from
 * providers and files is merged into the store here.
 */
import { SourceError } from "../../base/errors.ts";
import type { Logger } from "../../base/log.ts";
import { awaitNextTurn } from "../../base/next-turn.ts";
import type { Bar } from "../../domain/bar.ts";
import { toDayText } from "../../domain/bar-columns.ts";
import type { Quote } from "../../domain/quote.ts";
import type { CanonicalSymbol } from "../../domain/symbol.ts";
import type { PackedBars, StoredBars } from "../../store/market.ts";
import { readNewestDay } from "../../store/packed-bars.ts";
import type { MarketProvider } from "../market.ts";
import { makeQuoteConsistent } from "../quote-figures.ts";
import { findSuccessorSymbol } from "../symbols.ts";
import { findLatestFinalDay, getEndOfDay, getNewYorkDay } from "../trading-day.ts";
import { completeQuoteFromBars, pickLastKnownQuote } from "./quote-from-bars.ts";
import { combineDividends, rescaleDividends } from "./series/dividends.ts";
import { combineOrigins, type JoinedSeries, joinBars, type Offer } from "./series/joining.ts";
import { mergeBars } from "./series/merge-bars.ts";
import {
  createStoreDownError,
  type QuoteReading,
  type StoredPrices,
  type StoreReading,
  unpackStoredBars,
} from "./series/stored-prices.ts";

/** Number of imported bars, and of bars that were skipped because their day is not over. */
interface ImportCount {
  readonly added: number;
  readonly running: number;
}

export class SymbolPrices {
  readonly #store: StoredPrices;
  readonly #log: Logger;
  readonly #clock: () => Date;
  /** Symbols whose stored bars have been moved to the security's current symbol. */
  readonly #handedOver = new Set<CanonicalSymbol>();

  constructor(store: StoredPrices, log: Logger, getTime: () => Date) {
    this.#store = store;
    this.#log = log;
    this.#clock = getTime;
  }

  /** @param isRemembered see `StoredPrices`. */
  async readPackedBars(symbol: CanonicalSymbol, isRemembered?: boolean): Promise<StoreReading<PackedBars>> {
    const reading = await this.#store.readBars(symbol, isRemembered);
    const newest = reading.value === undefined ? null : readNewestDay(reading.value.packed);
    const successor = newest === null ? null : findSuccessorSymbol(symbol, toDayText(newest));
    if (reading.value === undefined || successor === null) return reading;
    if (!this.#handedOver.has(symbol)) await this.#moveToSuccessor(symbol, unpackStoredBars(reading.value), successor);
    if (reading.isSure) this.#handedOver.add(symbol);
    return { value: undefined, isSure: reading.isSure };
  }

  async hasBars(symbol: CanonicalSymbol): Promise<boolean> {
    return (await this.readPackedBars(symbol)).value !== undefined;
  }

  async readBars(symbol: CanonicalSymbol): Promise<StoreReading<StoredBars>> {
    const { value, isSure } = await this.readPackedBars(symbol);
    return { value: value && unpackStoredBars(value), isSure };
  }

  /** @param isAnew see `StoredPrices`. */
  async readQuote(symbol: CanonicalSymbol, isAnew = false): Promise<QuoteReading> {
    const reading = await this.#store.readQuote(symbol, isAnew);
    return reading.value && isOfEarlierSecurity(symbol, reading.value.quote)
      ? { ...reading, value: undefined }
      : reading;
  }

  /** See `pickLastKnownQuote`. */
  async readLastPrice(symbol: CanonicalSymbol): Promise<Quote | null> {
    return pickLastKnownQuote(symbol, (await this.readQuote(symbol)).value, (await this.readBars(symbol)).value);
  }

  async getLastClose(symbol: CanonicalSymbol): Promise<Quote | null> {
    return pickLastKnownQuote(symbol, undefined, (await this.readBars(symbol)).value);
  }

  /**
   * Stores a provider's quote, completed from the bars. Returns null if the offered quote is of a security that had the symbol
   * earlier. Keeps the stored quote if it is later than the offered one: then another provider is ahead.
   */
  async storeQuote(symbol: CanonicalSymbol, offered: Quote): Promise<Quote | null> {
    if (isOfEarlierSecurity(symbol, offered)) return null;
    const { value: last } = await this.readQuote(symbol);
    const isEarlier = last !== undefined && last.quote.pricedAt > offered.pricedAt;
    const quote = isEarlier
      ? last.quote
      : completeQuoteFromBars(makeQuoteConsistent(offered), (await this.readBars(symbol)).value);
    await this.#store.storeQuote(symbol, { quote, fetchedAt: this.#clock() });
    return quote;
  }

  /** Merges an offer into the stored bars; throws like `joinBars`. */
  async mergeProvidedBars(symbol: CanonicalSymbol, offer: Offer): Promise<JoinedSeries> {
    for (const reason of offer.bars.dividends?.refused ?? []) {
      this.#log.warn({ symbol, provider: offer.source.id, reason }, "A dividend was rejected");
    }
    const { value: stored, isSure } = await this.readBars(symbol);
    // Reading, merging and packing thousands of days each take some milliseconds: other work runs in between.
    await awaitNextTurn();
    const joined = await joinBars(symbol, stored, offer, this.#clock());
    await awaitNextTurn();
    if (stored !== undefined && joined.replaces !== null) {
      this.#log.warn({ symbol }, `${joined.replaces}; the former bars are set aside`);
      await this.#setBarsAside(symbol, stored, isSure);
    }
    await this.#store.storeBars(symbol, joined.bars, isSure);
    return joined;
  }

  /**
   * Merges bars from a file into the stored bars.
   * @param imported newest first; a day that is not over yet is skipped.
   * @throws {SourceError} `conflict` if they cannot be merged with stored bars, `bad_answer` if they are of another security.
   * @throws {UnavailableError} while the store does not respond.
   */
  async mergeFileBars(
    symbol: CanonicalSymbol,
    imported: readonly Bar[],
    splitPolicy: MarketProvider["splitPolicy"],
  ): Promise<ImportCount> {
    const now = this.#clock();
    const bars = imported.filter(({ date }) => date <= findLatestFinalDay(now));
    const newest = bars[0];
    const running = imported.length - bars.length;
    if (newest === undefined) return { added: 0, running };
    const successor = findSuccessorSymbol(symbol, newest.date);
    if (successor !== null) {
      throw new SourceError(
        "bad_answer",
        `These prices end on ${newest.date}, when ${symbol} was the symbol of today's ${successor}. Import them under ${successor}, or add later days.`,
      );
    }
    const before = await this.readBars(symbol);
    if (!before.isSure) throw createStoreDownError();
    const ended = getEndOfDay(newest.date);
    const joined = await this.mergeProvidedBars(symbol, {
      bars: { bars, companyName: null, splits: [], dropped: 0 },
      source: { id: "file", splitPolicy },
      asOf: ended < now ? ended : now,
      fetchQuote: async () => undefined,
    });
    const daysBefore = new Set(before.value?.bars.map(({ date }) => date));
    const daysAfter = new Set(joined.bars.bars.map(({ date }) => date));
    return { added: bars.filter(({ date }) => daysAfter.has(date) && !daysBefore.has(date)).length, running };
  }

  /** Merges bars of a security that gave up `symbol` into the bars stored under the security's current symbol. */
  async #moveToSuccessor(symbol: CanonicalSymbol, previous: StoredBars, successor: CanonicalSymbol): Promise<void> {
    const { value, isSure } = await this.#store.readBars(successor);
    if (value === undefined) return this.#store.storeBars(successor, previous, isSure);
    const current = unpackStoredBars(value);
    const merge = mergeBars(current, { bars: previous.bars, splits: [], splitPolicy: "adjusted" });
    if (merge.kind !== "merged") return this.#setBarsAside(symbol, previous, isSure);
    if (merge.bars.length <= current.bars.length) return;
    const origin = combineOrigins(current.origin, previous.origin);
    const dividends = combineDividends(
      previous.dividends && rescaleDividends(previous.dividends, merge.offeredFactor),
      current.dividends && rescaleDividends(current.dividends, merge.storedFactor),
    );
    await this.#store.storeBars(successor, { ...current, bars: merge.bars, origin, dividends }, isSure);
  }

  /** Stores bars under a symbol that no request uses, so that nothing is lost. */
  async #setBarsAside(symbol: CanonicalSymbol, stored: StoredBars, isSure: boolean): Promise<void> {
    const newest = stored.bars[0]?.date;
    if (newest === undefined) return;
    await this.#store.storeBars(`${symbol}@${newest}` as CanonicalSymbol, stored, isSure);
  }
}

/** Returns whether a price belongs to a security that had the symbol earlier. */
export function isOfEarlierSecurity(symbol: CanonicalSymbol, { pricedAt }: Pick<Quote, "pricedAt">): boolean {
  return findSuccessorSymbol(symbol, getNewYorkDay(pricedAt)) !== null;
}

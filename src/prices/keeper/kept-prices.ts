/**
 * What is stored for each symbol: its daily bars and its last quote, never those of a security that had the symbol earlier. The only place where data
 * from providers and files is merged into the store.
 */

import { SourceError } from "../../base/errors.ts";
import type { Logger } from "../../base/log.ts";
import { nextTurn } from "../../base/next-turn.ts";
import type { Bar } from "../../domain/bar.ts";
import { dayText } from "../../domain/bar-columns.ts";
import type { Quote } from "../../domain/quote.ts";
import type { CanonicalSymbol } from "../../domain/symbol.ts";
import type { PackedBars, StoredBars } from "../../store/market.ts";
import { newestDayOf } from "../../store/packed-bars.ts";
import type { MarketProvider } from "../market.ts";
import { consistent } from "../quote-figures.ts";
import { successorIfFormer } from "../symbols.ts";
import { endOfDay, latestFinalDay, tradingDay } from "../trading-day.ts";
import { completedFromBars, lastKnownQuote } from "./quote-from-bars.ts";
import { combinedDividends, rescaledDividends } from "./series/dividends.ts";
import { combinedOrigin, type JoinedSeries, joinBars, type Offer } from "./series/joining.ts";
import { mergeBars } from "./series/merge-bars.ts";
import {
  type QuoteReading,
  type StoredPrices,
  type StoreReading,
  silentStore,
  withUnpackedBars,
} from "./series/stored-prices.ts";

/** Number of new bars, and of bars whose day is not over. */
interface ImportCount {
  readonly added: number;
  readonly running: number;
}

export class KeptPrices {
  readonly #store: StoredPrices;
  readonly #log: Logger;
  readonly #clock: () => Date;
  /** Symbols whose stored bars have been moved to the security's current symbol. */
  readonly #handedOver = new Set<CanonicalSymbol>();

  constructor(store: StoredPrices, log: Logger, clock: () => Date) {
    this.#store = store;
    this.#log = log;
    this.#clock = clock;
  }

  /** Daily bars, packed. @param isRemembered see `StoredPrices`. */
  async packed(symbol: CanonicalSymbol, isRemembered?: boolean): Promise<StoreReading<PackedBars>> {
    const reading = await this.#store.bars(symbol, isRemembered);
    const newest = reading.value === undefined ? null : newestDayOf(reading.value.packed);
    const successor = newest === null ? null : successorIfFormer(symbol, dayText(newest));
    if (reading.value === undefined || successor === null) return reading;
    if (!this.#handedOver.has(symbol)) await this.#handOver(symbol, withUnpackedBars(reading.value), successor);
    if (reading.isSure) this.#handedOver.add(symbol);
    return { value: undefined, isSure: reading.isSure };
  }

  async hasBars(symbol: CanonicalSymbol): Promise<boolean> {
    return (await this.packed(symbol)).value !== undefined;
  }

  async bars(symbol: CanonicalSymbol): Promise<StoreReading<StoredBars>> {
    const { value, isSure } = await this.packed(symbol);
    return { value: value && withUnpackedBars(value), isSure };
  }

  /** @param isAnew see `StoredPrices`. */
  async quote(symbol: CanonicalSymbol, isAnew = false): Promise<QuoteReading> {
    const reading = await this.#store.quote(symbol, isAnew);
    return reading.value && isFormer(symbol, reading.value.quote) ? { ...reading, value: undefined } : reading;
  }

  /** The later of the last quote and the last close; null if there is neither. */
  async lastPrice(symbol: CanonicalSymbol): Promise<Quote | null> {
    return lastKnownQuote(symbol, (await this.quote(symbol)).value, (await this.bars(symbol)).value);
  }

  /** The last close as a quote. */
  async lastClose(symbol: CanonicalSymbol): Promise<Quote | null> {
    return lastKnownQuote(symbol, undefined, (await this.bars(symbol)).value);
  }

  /**
   * Stores a provider's quote, completed from the bars; null if it is not a quote of this security. A provider may lag behind another and send an
   * earlier price than one already returned: the later price then stays.
   */
  async takeQuote(symbol: CanonicalSymbol, given: Quote): Promise<Quote | null> {
    if (isFormer(symbol, given)) return null;
    const { value: last } = await this.quote(symbol);
    const isEarlier = last !== undefined && last.quote.pricedAt > given.pricedAt;
    const quote = isEarlier ? last.quote : completedFromBars(consistent(given), (await this.bars(symbol)).value);
    await this.#store.storeQuote(symbol, { quote, fetchedAt: this.#clock() });
    return quote;
  }

  /** Merges an offer into the stored bars; throws like `joinBars`. */
  async takeBars(symbol: CanonicalSymbol, offer: Offer): Promise<JoinedSeries> {
    for (const reason of offer.bars.dividends?.refused ?? []) {
      this.#log.warn({ symbol, provider: offer.source.id, reason }, "A dividend was not taken");
    }
    const { value: stored, isSure } = await this.bars(symbol);
    // Reading, merging and packing thousands of days each take some milliseconds.
    await nextTurn();
    const joined = await joinBars(symbol, stored, offer, this.#clock());
    await nextTurn();
    if (stored !== undefined && joined.replaces !== null) {
      this.#log.warn({ symbol }, `${joined.replaces}; the former bars are set aside`);
      await this.#setAside(symbol, stored, isSure);
    }
    await this.#store.storeBars(symbol, joined.bars, isSure);
    return joined;
  }

  /**
   * Merges bars from a file into the stored ones.
   * @param given newest first; a day that is not over yet is skipped.
   * @throws {SourceError} `conflict` if they cannot be one series with the stored ones, `bad_answer` if they belong to another security.
   * @throws {UnavailableError} while the store does not respond.
   */
  async takeFiled(
    symbol: CanonicalSymbol,
    given: readonly Bar[],
    splitPolicy: MarketProvider["splitPolicy"],
  ): Promise<ImportCount> {
    const now = this.#clock();
    const bars = given.filter(({ date }) => date <= latestFinalDay(now));
    const newest = bars[0];
    const running = given.length - bars.length;
    if (newest === undefined) return { added: 0, running };
    const successor = successorIfFormer(symbol, newest.date);
    if (successor !== null) {
      throw new SourceError(
        "bad_answer",
        `Up to ${newest.date}, where these days end, ${symbol} stood for what is ${successor} today; name them so, or add later days.`,
      );
    }
    const before = await this.bars(symbol);
    if (!before.isSure) throw silentStore();
    const ended = endOfDay(newest.date);
    const joined = await this.takeBars(symbol, {
      bars: { bars, companyName: null, splits: [], dropped: 0 },
      source: { id: "file", splitPolicy },
      asOf: ended < now ? ended : now,
      quote: async () => undefined,
    });
    const known = new Set(before.value?.bars.map(({ date }) => date));
    const after = new Set(joined.bars.bars.map(({ date }) => date));
    return { added: bars.filter(({ date }) => after.has(date) && !known.has(date)).length, running };
  }

  /** Moves bars of a security that gave up the symbol to its current symbol, under which they continue. */
  async #handOver(symbol: CanonicalSymbol, former: StoredBars, successor: CanonicalSymbol): Promise<void> {
    const { value, isSure } = await this.#store.bars(successor);
    if (value === undefined) return this.#store.storeBars(successor, former, isSure);
    const own = withUnpackedBars(value);
    const both = mergeBars(own, { bars: former.bars, splits: [], splitPolicy: "adjusted" });
    if (both.kind !== "merged") return this.#setAside(symbol, former, isSure);
    if (both.bars.length <= own.bars.length) return;
    const origin = combinedOrigin(own.origin, former.origin);
    const dividends = combinedDividends(
      former.dividends && rescaledDividends(former.dividends, both.offeredFactor),
      own.dividends && rescaledDividends(own.dividends, both.storedFactor),
    );
    await this.#store.storeBars(successor, { ...own, bars: both.bars, origin, dividends }, isSure);
  }

  /** Moves stored bars to a name that no request uses, so that nothing is lost. */
  async #setAside(symbol: CanonicalSymbol, stored: StoredBars, isSure: boolean): Promise<void> {
    const newest = stored.bars[0]?.date;
    if (newest === undefined) return;
    await this.#store.storeBars(`${symbol}@${newest}` as CanonicalSymbol, stored, isSure);
  }
}

/** Returns whether a price belongs to a security that had the symbol earlier. */
export function isFormer(symbol: CanonicalSymbol, { pricedAt }: Pick<Quote, "pricedAt">): boolean {
  return successorIfFormer(symbol, tradingDay(pricedAt)) !== null;
}

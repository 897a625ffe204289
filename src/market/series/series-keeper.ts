/**
 * The stored daily bars of each symbol: never those of the security that had it before. This is the one place where days
 * from providers and files are joined to them.
 */

import type { Bar } from "../../domain/bar.ts";
import { dayText } from "../../domain/bar-columns.ts";
import type { Quote } from "../../domain/quote.ts";
import type { CanonicalSymbol } from "../../domain/symbol.ts";
import { SourceError } from "../../errors.ts";
import type { Logger } from "../../log.ts";
import { nextTurn } from "../../next-turn.ts";
import type { PackedBars, StoredBars, StoredQuote } from "../../store/market.ts";
import { newestDayOf } from "../../store/packed-bars.ts";
import type { DailyBars, MarketProvider } from "../market.ts";
import { lastKnownQuote } from "../quote/quote-from-bars.ts";
import { successorIfFormer } from "../symbols.ts";
import { endOf, latestFinalDay } from "../trading-day.ts";
import { combinedDividends, rescaledDividends } from "./dividends.ts";
import { combinedOrigin, type JoinedSeries, joinBars, type Offer, type Source } from "./joining.ts";
import { mergeBars } from "./merge-bars.ts";
import { type StoredPrices, type StoreReading, silentStore, unpacked } from "./stored-prices.ts";

/** Number of new bars, and of bars of days that are not over. */
interface ImportCount {
  readonly added: number;
  readonly running: number;
}

export class SeriesKeeper {
  readonly #prices: StoredPrices;
  readonly #log: Logger;
  readonly #clock: () => Date;
  /** Symbols whose stored bars have been moved to the security's symbol of today. */
  readonly #handedOver = new Set<CanonicalSymbol>();

  constructor(prices: StoredPrices, log: Logger, clock: () => Date) {
    this.#prices = prices;
    this.#log = log;
    this.#clock = clock;
  }

  /** The stored bars of the security that has the symbol now, packed. @param isRemembered as `StoredPrices` says. */
  async packed(symbol: CanonicalSymbol, isRemembered?: boolean): Promise<StoreReading<PackedBars>> {
    const reading = await this.#prices.bars(symbol, isRemembered);
    const newest = reading.value === undefined ? null : newestDayOf(reading.value.packed);
    const successor = newest === null ? null : successorIfFormer(symbol, dayText(newest));
    if (reading.value === undefined || successor === null) return reading;
    if (!this.#handedOver.has(symbol)) await this.#handOver(symbol, unpacked(reading.value), successor);
    if (reading.isSure) this.#handedOver.add(symbol);
    return { value: undefined, isSure: reading.isSure };
  }

  /** The same, unpacked. */
  async read(symbol: CanonicalSymbol): Promise<StoreReading<StoredBars>> {
    const { value, isSure } = await this.packed(symbol);
    return { value: value && unpacked(value), isSure };
  }

  /** The later of the last quote and the last stored close; null when there is neither. */
  async lastQuote(symbol: CanonicalSymbol, last: StoredQuote | undefined): Promise<Quote | null> {
    return lastKnownQuote(symbol, last, (await this.read(symbol)).value);
  }

  /** Joins an offer to the bars that were read, and throws as `joinBars` does. */
  async join(
    symbol: CanonicalSymbol,
    { value: stored, isSure }: StoreReading<StoredBars>,
    offer: Offer,
  ): Promise<JoinedSeries> {
    for (const reason of offer.bars.dividends?.refused ?? []) {
      this.#log.warn({ symbol, provider: offer.source.id, reason }, "A dividend was not taken");
    }
    const joined = await joinBars(symbol, stored, offer, this.#clock());
    await nextTurn();
    if (stored !== undefined && joined.replaces !== null) {
      this.#log.warn({ symbol }, `${joined.replaces}; the former bars are set aside`);
      await this.#setAside(symbol, stored, isSure);
    }
    await this.#prices.storeBars(symbol, joined.bars, isSure);
    return joined;
  }

  /** Joins an answer to what is stored, and throws as `joinBars` does. @param asOf when it was true. */
  async take(symbol: CanonicalSymbol, bars: DailyBars, source: Source, asOf = this.#clock()): Promise<StoredBars> {
    const offer = { bars, source, asOf, quote: async () => bars.quoted };
    return (await this.join(symbol, await this.read(symbol), offer)).bars;
  }

  /**
   * Joins bars from a file to what is stored.
   * @param given newest first; a day that is not over yet is not taken.
   * @throws {SourceError} `conflict` when they cannot be one series with the stored ones, `bad_answer` when they are another security's.
   * @throws {UnavailableError} while the store does not answer.
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
    const stored = await this.read(symbol);
    if (!stored.isSure) throw silentStore();
    const offered = { bars, companyName: null, splits: [], dropped: 0 };
    const ended = endOf(newest.date);
    const joined = await this.take(symbol, offered, { id: "file", splitPolicy }, ended < now ? ended : now);
    const before = new Set(stored.value?.bars.map(({ date }) => date));
    const after = new Set(joined.bars.map(({ date }) => date));
    return { added: bars.filter(({ date }) => after.has(date) && !before.has(date)).length, running };
  }

  /** Bars of the security that had the symbol before are continued under its symbol of today. */
  async #handOver(symbol: CanonicalSymbol, former: StoredBars, successor: CanonicalSymbol): Promise<void> {
    const { value, isSure } = await this.#prices.bars(successor);
    if (value === undefined) return this.#prices.storeBars(successor, former, isSure);
    const own = unpacked(value);
    const both = mergeBars(own, { bars: former.bars, splits: [], splitPolicy: "adjusted" });
    if (both.kind !== "merged") return this.#setAside(symbol, former, isSure);
    if (both.bars.length <= own.bars.length) return;
    const origin = combinedOrigin(own.origin, former.origin);
    const dividends = combinedDividends(
      former.dividends && rescaledDividends(former.dividends, both.offeredFactor),
      own.dividends && rescaledDividends(own.dividends, both.storedFactor),
    );
    await this.#prices.storeBars(successor, { ...own, bars: both.bars, origin, dividends }, isSure);
  }

  /** Moves stored bars to a name that no request has, so that nothing is lost. */
  async #setAside(symbol: CanonicalSymbol, stored: StoredBars, isSure: boolean): Promise<void> {
    const newest = stored.bars[0]?.date;
    if (newest === undefined) return;
    await this.#prices.storeBars(`${symbol}@${newest}` as CanonicalSymbol, stored, isSure);
  }
}

/**
 * The stored prices, read and written in bounded time. Where the store does not answer, what was last read or served stands
 * in for it; a series that may lack days of the store is never written over them.
 */
import { LRUCache } from "lru-cache";
import { UnavailableError } from "../../../base/errors.ts";
import type { Logger } from "../../../base/log.ts";
import type { CanonicalSymbol } from "../../../domain/symbol.ts";
import type { MarketTable, PackedBars, StoredBars, StoredQuote } from "../../../store/market.ts";
import { packBars, unpackBars } from "../../../store/packed-bars.ts";
import { createTtlCache } from "../../ttl-cache.ts";
import { answerWithin } from "../../waiting.ts";

/** `isSure`: the store has answered. Otherwise the value is what is remembered, and the store may hold more. */
export interface StoreReading<T> {
  readonly value: T | undefined;
  readonly isSure: boolean;
}

export interface QuoteReading extends StoreReading<StoredQuote> {
  readonly from: "memory" | "store";
}

export type StoredPrices = ReturnType<typeof createStoredPrices>;

/** A store that does not answer within this time is taken to hang. */
const PATIENCE_MS = 2_500;
/** Pause after a failure of the store, in milliseconds. After it one request at a time tries whether the store is back. */
const LEFT_ALONE_MS = 5_000;
/** The Retry-After of what only the store could answer. */
export const STORE_RETRY_SECONDS = 5;
const REMEMBERED_BYTES = 32_000_000;
const REMEMBERED_QUOTES = 2_000;
const QUOTE_REMEMBERED_MS = 4 * 86_400_000;

export function createStoredPrices(store: MarketTable, log: Logger, elapsedMs: () => number) {
  const remembered = new LRUCache<CanonicalSymbol, PackedBars>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: ({ packed }) => Math.max(1, packed.byteLength),
  });
  const quotes = createTtlCache<StoredQuote>(REMEMBERED_QUOTES, QUOTE_REMEMBERED_MS, elapsedMs);
  let leftAloneUntil = Number.NEGATIVE_INFINITY;
  let isDown = false;
  let isProbing = false;

  /** Unsure when the store did not answer, or was not asked. */
  async function query<T>(question: () => Promise<T | undefined>): Promise<StoreReading<T>> {
    if (isDown && (isProbing || elapsedMs() < leftAloneUntil)) return { value: undefined, isSure: false };
    isProbing = isDown;
    try {
      const answer = await answerWithin(
        PATIENCE_MS,
        question().then((value) => ({ value })),
      );
      if (answer === undefined) {
        throw new UnavailableError("service_unavailable", "The store does not answer in time.", STORE_RETRY_SECONDS);
      }
      isDown = false;
      return { ...answer, isSure: true };
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      if (!isDown) log.warn({ reason: error.message }, "Prices are answered without the store");
      isDown = true;
      leftAloneUntil = elapsedMs() + LEFT_ALONE_MS;
      return { value: undefined, isSure: false };
    } finally {
      isProbing = false;
    }
  }

  /** A price that could not be stored is still a price. */
  async function write(symbol: CanonicalSymbol, writing: () => Promise<void>): Promise<void> {
    try {
      await query(writing);
    } catch (error) {
      log.error({ symbol, err: error }, "Prices could not be stored");
    }
  }

  return {
    /** @param isRemembered false for who reads thousands: they would displace what others ask for. */
    async bars(symbol: CanonicalSymbol, isRemembered = true): Promise<StoreReading<PackedBars>> {
      const { value, isSure } = await query(() => store.readPackedBars(symbol));
      if (value !== undefined && isRemembered) remembered.set(symbol, value);
      return { value: isSure ? value : remembered.get(symbol), isSure };
    },

    /** @param isAnew reads the store in any case: another process may have stored a newer one than is remembered. */
    async quote(symbol: CanonicalSymbol, isAnew = false): Promise<QuoteReading> {
      const known = quotes.get(symbol);
      if (known !== undefined && !isAnew) return { value: known, isSure: true, from: "memory" };
      const { value, isSure } = await query(() => store.readQuote(symbol));
      if (value === undefined || (known !== undefined && known.fetchedAt >= value.fetchedAt)) {
        return { value: known, isSure, from: "memory" };
      }
      quotes.set(symbol, value);
      return { value, isSure, from: "store" };
    },

    /** Bars that were joined to an unsure series are remembered and not written. */
    async storeBars(symbol: CanonicalSymbol, stored: StoredBars, isSure: boolean): Promise<void> {
      const { bars, ...rest } = stored;
      const packed = packBars(bars);
      remembered.set(symbol, { ...rest, packed });
      if (isSure) await write(symbol, () => store.writeBars(symbol, stored, packed));
    },

    storeQuote(symbol: CanonicalSymbol, stored: StoredQuote): Promise<void> {
      quotes.set(symbol, stored);
      return write(symbol, () => store.writeQuote(symbol, stored));
    },
  };
}

export function silentStore(): UnavailableError {
  return new UnavailableError("service_unavailable", "The store of prices does not answer.", STORE_RETRY_SECONDS);
}

export function withUnpackedBars({ packed, ...rest }: PackedBars): StoredBars {
  return { ...rest, bars: unpackBars(packed) };
}

/** Reads and stores prices in bounded time; uses cached ones if the store is down. A series that may lack days is not stored. */
import { LRUCache } from "lru-cache";
import { UnavailableError } from "../../../base/errors.ts";
import type { Logger } from "../../../base/log.ts";
import type { CanonicalSymbol } from "../../../domain/symbol.ts";
import type { MarketTable, PackedBars, StoredBars, StoredQuote } from "../../../store/market.ts";
import { packBars, unpackBars } from "../../../store/packed-bars.ts";
import { createTtlCache } from "../../ttl-cache.ts";
import { waitForAnswer } from "../../waiting.ts";

/**
 * `isSure` is true if the store responded, or was not queried because a quote was cached. If false, the store could not be read:
 * `value` is from the cache or undefined, and the store may hold more.
 */
export interface StoreReading<T> {
  readonly value: T | undefined;
  readonly isSure: boolean;
}

export interface QuoteReading extends StoreReading<StoredQuote> {
  readonly from: "memory" | "store";
}

export type StoredPrices = ReturnType<typeof createStoredPrices>;

/** A store that does not respond within this time is treated as hung. */
const PATIENCE_MS = 2_500;
/** Pause after a store failure. Afterwards, one request at a time tests whether the store is back. */
const LEFT_ALONE_MS = 5_000;
/** `Retry-After`, in seconds, for requests that cannot be answered while the store is down. */
export const STORE_RETRY_SECONDS = 5;
const REMEMBERED_BYTES = 32_000_000;
const REMEMBERED_QUOTES = 2_000;
const QUOTE_REMEMBERED_MS = 4 * 86_400_000;

export function createStoredPrices(store: MarketTable, log: Logger, readElapsedMs: () => number) {
  const remembered = new LRUCache<CanonicalSymbol, PackedBars>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: ({ packed }) => Math.max(1, packed.byteLength),
  });
  const quotes = createTtlCache<StoredQuote>(REMEMBERED_QUOTES, QUOTE_REMEMBERED_MS, readElapsedMs);
  let leftAloneUntil = Number.NEGATIVE_INFINITY;
  let isDown = false;
  let isProbing = false;

  /** `isSure` is false if the store did not respond or was not queried. */
  async function queryStore<T>(read: () => Promise<T | undefined>): Promise<StoreReading<T>> {
    if (isDown && (isProbing || readElapsedMs() < leftAloneUntil)) return { value: undefined, isSure: false };
    isProbing = isDown;
    try {
      const answer = await waitForAnswer(
        PATIENCE_MS,
        read().then((value) => ({ value })),
      );
      if (answer === undefined) {
        throw new UnavailableError("service_unavailable", "The store does not answer in time.", STORE_RETRY_SECONDS);
      }
      isDown = false;
      return { ...answer, isSure: true };
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      if (!isDown) log.warn({ reason: error.message }, "The store is unavailable, so prices are served without it");
      isDown = true;
      leftAloneUntil = readElapsedMs() + LEFT_ALONE_MS;
      return { value: undefined, isSure: false };
    } finally {
      isProbing = false;
    }
  }

  /** Does not throw: callers can use a price even if it could not be stored. */
  async function writeToStore(symbol: CanonicalSymbol, pending: () => Promise<void>): Promise<void> {
    try {
      await queryStore(pending);
    } catch (error) {
      log.error({ symbol, err: error }, "Prices could not be stored");
    }
  }

  return {
    /** @param isRemembered false for readers of thousands of symbols, which would evict other bars from the cache. */
    async readBars(symbol: CanonicalSymbol, isRemembered = true): Promise<StoreReading<PackedBars>> {
      const { value, isSure } = await queryStore(() => store.readPackedBars(symbol));
      if (value !== undefined && isRemembered) remembered.set(symbol, value);
      return { value: isSure ? value : remembered.get(symbol), isSure };
    },

    /** @param isAnew reads from the store even if a quote is cached: another process may have stored a newer one. */
    async readQuote(symbol: CanonicalSymbol, isAnew = false): Promise<QuoteReading> {
      const cached = quotes.get(symbol);
      if (cached !== undefined && !isAnew) return { value: cached, isSure: true, from: "memory" };
      const { value, isSure } = await queryStore(() => store.readQuote(symbol));
      if (value === undefined || (cached !== undefined && cached.fetchedAt >= value.fetchedAt)) {
        return { value: cached, isSure, from: "memory" };
      }
      quotes.set(symbol, value);
      return { value, isSure, from: "store" };
    },

    /** @param isSure if false, the bars are cached but not written to the store, which may have days that these bars lack. */
    async storeBars(symbol: CanonicalSymbol, stored: StoredBars, isSure: boolean): Promise<void> {
      const { bars, ...rest } = stored;
      const packed = packBars(bars);
      remembered.set(symbol, { ...rest, packed });
      if (isSure) await writeToStore(symbol, () => store.writeBars(symbol, stored, packed));
    },

    storeQuote(symbol: CanonicalSymbol, stored: StoredQuote): Promise<void> {
      quotes.set(symbol, stored);
      return writeToStore(symbol, () => store.writeQuote(symbol, stored));
    },
  };
}

export function createStoreDownError(): UnavailableError {
  return new UnavailableError("service_unavailable", "The price store does not answer.", STORE_RETRY_SECONDS);
}

export function unpackStoredBars({ packed, ...rest }: PackedBars): StoredBars {
  return { ...rest, bars: unpackBars(packed) };
}

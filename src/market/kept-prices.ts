/**
 * The store of prices as the market asks it: in bounded time, and where the store does not answer, what was last read or
 * served stands in for it. What may lack days that the store holds is never written over them.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import { UnavailableError } from "../errors.ts";
import type { Logger } from "../log.ts";
import type { MarketTable, PackedBars, StoredBars, StoredQuote } from "../store/market.ts";
import { packBars, unpackBars } from "../store/packed-bars.ts";

/** `isSure`: the store has answered. Otherwise it is what is remembered, and the store may hold more. */
export interface Known<T> {
  readonly value: T | undefined;
  readonly isSure: boolean;
}

export interface KeptPrices {
  bars(symbol: CanonicalSymbol): Promise<Known<PackedBars>>;
  quote(symbol: CanonicalSymbol): Promise<Known<StoredQuote>>;
  /** Bars that are joined to an unsure series are remembered and not written. A price that could not be stored is still a price. */
  keepBars(symbol: CanonicalSymbol, stored: StoredBars, isSure: boolean): Promise<void>;
  keepQuote(symbol: CanonicalSymbol, stored: StoredQuote): Promise<void>;
}

/** A store that does not answer within this is taken for one that hangs. */
const PATIENCE_MS = 2_500;
/** Pause after a failure of the store, in milliseconds. After it one request at a time tries whether the store is back. */
const LEFT_ALONE_MS = 5_000;
const REMEMBERED_BYTES = 32_000_000;

export function createKeptPrices(store: MarketTable, log: Logger, elapsedMs: () => number): KeptPrices {
  const remembered = new LRUCache<CanonicalSymbol, PackedBars>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: ({ packed }) => Math.max(1, packed.byteLength),
  });
  let leftAloneUntil = Number.NEGATIVE_INFINITY;
  let isDown = false;
  let isProbing = false;

  /** Undefined when the store did not answer, or was not asked. */
  async function asked<T>(question: () => Promise<T>): Promise<{ readonly value: T } | undefined> {
    if (isDown && (isProbing || elapsedMs() < leftAloneUntil)) return undefined;
    isProbing = isDown;
    try {
      const value = await withinPatience(question());
      isDown = false;
      return { value };
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      if (!isDown) log.warn({ reason: error.message }, "Prices are answered without the store");
      isDown = true;
      leftAloneUntil = elapsedMs() + LEFT_ALONE_MS;
      return undefined;
    } finally {
      isProbing = false;
    }
  }

  async function written(symbol: CanonicalSymbol, write: () => Promise<void>): Promise<void> {
    try {
      await asked(write);
    } catch (error) {
      log.error({ symbol, err: error }, "Prices could not be kept");
    }
  }

  return {
    async bars(symbol) {
      const told = await asked(() => store.readPackedBars(symbol));
      if (told === undefined) return { value: remembered.get(symbol), isSure: false };
      if (told.value !== undefined) remembered.set(symbol, told.value);
      return { value: told.value, isSure: true };
    },

    async quote(symbol) {
      const told = await asked(() => store.readQuote(symbol));
      return { value: told?.value, isSure: told !== undefined };
    },

    async keepBars(symbol, stored, isSure) {
      const { bars, ...rest } = stored;
      remembered.set(symbol, { ...rest, packed: packBars(bars) });
      if (isSure) await written(symbol, () => store.writeBars(symbol, stored));
    },

    keepQuote: (symbol, stored) => written(symbol, () => store.writeQuote(symbol, stored)),
  };
}

export function unpacked({ packed, ...rest }: PackedBars): StoredBars {
  return { ...rest, bars: unpackBars(packed) };
}

/** @throws {UnavailableError} when there is no answer in time. */
async function withinPatience<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(async () => {
    // An answer that has come while this process was busy is not late.
    await nextTurn();
    late.reject(new UnavailableError("service_unavailable", "The store does not answer in time.", 5));
  }, PATIENCE_MS);
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
    late.promise.catch(() => undefined);
  }
}

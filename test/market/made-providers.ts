/** A market over made-up providers and an in-memory store, with a clock that can be set; every symbol but GONE is listed. */
import { SourceError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import type { Bar } from "../../src/domain/bar.ts";
import { toBars } from "../../src/domain/bar-columns.ts";
import { addDays, type IsoDate } from "../../src/domain/dates.ts";
import { isTradingDay } from "../../src/domain/exchange-calendar.ts";
import { EMPTY_QUOTE_FIELDS, type Quote } from "../../src/domain/quote.ts";
import type { CanonicalSymbol } from "../../src/domain/symbol.ts";
import { createMarket } from "../../src/prices/create-market.ts";
import type { DailyBars, MarketProvider, ProviderId } from "../../src/prices/market.ts";
import { createInMemoryPriceTable } from "../../src/prices/prices-in-memory.ts";
import type { BarsOrigin } from "../../src/store/market.ts";

export const failAsDown = (): never => {
  throw new SourceError("server_error", "answered 502");
};

/** Answers of a made-up provider; without one, it is down. */
export interface ProviderAnswers {
  bars?: (symbol: CanonicalSymbol, since?: IsoDate) => (Partial<DailyBars> & Pick<DailyBars, "bars">) | null;
  quote?: (symbol: CanonicalSymbol) => Quote | null | Promise<Quote | null>;
}

export function createTestMarket(
  providerAnswers: Partial<Record<ProviderId, ProviderAnswers>>,
  at: string,
  change: Partial<MarketProvider> = {},
  deadlineMs = 15_000,
) {
  const state = { now: new Date(at), asked: [] as string[], elapsedMs: null as number | null };
  const kept = createInMemoryPriceTable();
  const providers = Object.entries(providerAnswers).map(
    ([id, answers]): MarketProvider => ({
      id: id as ProviderId,
      splitPolicy: "adjusted",
      budget: { perMinute: 1_000, perMinuteForUnlistedSymbols: 1_000 },
      fetchQuote: async (symbol) => {
        state.asked.push(`${id} quote`);
        return (answers.quote ?? failAsDown)(symbol);
      },
      fetchDailyBars: async (symbol, _, since) => {
        state.asked.push(since === undefined ? `${id} bars` : `${id} bars since ${since}`);
        const answer = (answers.bars ?? failAsDown)(symbol, since);
        return answer && { companyName: null, splits: [], dropped: 0, ...answer };
      },
      ...change,
    }),
  );
  const market = createMarket({
    providers,
    store: kept.table,
    isListed: (symbol) => symbol !== "GONE",
    getName: () => null,
    log: createLogger("silent"),
    getTime: () => state.now,
    deadlineMs,
    readElapsedMs: () => state.elapsedMs ?? state.now.getTime(),
  });
  return {
    market,
    kept,
    takeRequests: () => state.asked.splice(0),
    setTime(time: string | Date) {
      state.now = new Date(time);
    },
    /** Lets the clock be set without time passing. */
    setElapsed(ms: number) {
      state.elapsedMs = ms;
    },
    async getHistory(symbol = "SMPL") {
      const { bars, stale } = await market.getHistory(symbol, "5y", "1d");
      return { bars: toBars(bars), stale };
    },
  };
}

export const YAHOO_ORIGIN: BarsOrigin = { providers: ["yahoo"], adjustment: "splits" };

/** Flat bars of `count` days of trading up to a day, newest first. */
export function createFlatBars(newest: string, count: number, close = 100): Bar[] {
  const found: Bar[] = [];
  for (let date = newest as IsoDate; found.length < count; date = addDays(date, -1)) {
    if (isTradingDay(date)) found.push({ date, open: close, high: close, low: close, close, volume: 1_000 });
  }
  return found;
}

export function createQuote(price: number, pricedAt: string, change: Partial<Quote> = {}): Quote {
  const fields = {
    ...EMPTY_QUOTE_FIELDS,
    companyName: "Sample Widgets Inc.",
    volume: 5_000,
    marketCap: 1_000_000,
    peRatio: 20,
  };
  return { ...fields, symbol: "SMPL", price, pricedAt: new Date(pricedAt), ...change };
}

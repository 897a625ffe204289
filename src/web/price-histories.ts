/** Prices for pages: what is kept, at once; what is not is asked for in the background, so that no page waits for a provider. */
import { LRUCache } from "lru-cache";
import PQueue from "p-queue";
import type { HistoryAnswer, Market } from "../market/market.ts";

export interface PriceHistories {
  /** Weekly bars of all that is kept; null where nothing is, or while the store does not answer. */
  of(symbol: string): Promise<HistoryAnswer | null>;
  /** Names the bars that `of` gives: the same text stands for the same ones. */
  edition(symbol: string): Promise<string>;
}

const ALL = { from: null, to: null };
/** Symbols that wait for a provider; a visitor of many pages causes no more. */
const MOST_WAITING = 20;
/** A symbol is asked for again after this. */
const AGAIN_MS = 15 * 60_000;
const REMEMBERED = 5_000;

export function openPriceHistories(market: Pick<Market, "history" | "keptHistory">): PriceHistories {
  const queue = new PQueue({ concurrency: 1 });
  const asked = new LRUCache<string, true>({ max: REMEMBERED, ttl: AGAIN_MS });
  const askFor = (symbol: string) => {
    if (asked.has(symbol) || queue.size >= MOST_WAITING) return;
    asked.set(symbol, true);
    // The API's answer and the log of the providers say why there is no price.
    void queue.add(() => market.history(symbol, "5y", "1wk")).catch(() => undefined);
  };
  const of: PriceHistories["of"] = async (symbol) => {
    const kept = await market.keptHistory(symbol, ALL, "1wk").catch(() => null);
    if (kept === null || kept.stale) askFor(symbol);
    return kept !== null && kept.bars.count > 0 ? kept : null;
  };
  return {
    of,
    async edition(symbol) {
      const history = await of(symbol);
      return history === null ? "" : `${history.symbol} ${history.tag} ${history.lastDay}`;
    },
  };
}

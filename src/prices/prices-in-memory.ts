import type { MarketTable, StoredBars, StoredQuote } from "../store/market.ts";
import { packBars } from "../store/packed-bars.ts";

/** Creates a price table in memory, which is lost when the process ends. */
export function createInMemoryPriceTable() {
  const bars = new Map<string, StoredBars>();
  const quotes = new Map<string, StoredQuote>();
  const table: MarketTable = {
    readBars: async (symbol) => bars.get(symbol),
    readPackedBars: async (symbol) => {
      const stored = bars.get(symbol);
      return stored && { ...stored, packed: packBars(stored.bars) };
    },
    writeBars: async (symbol, stored) => void bars.set(symbol, stored),
    readQuote: async (symbol) => quotes.get(symbol),
    writeQuote: async (symbol, stored) => void quotes.set(symbol, stored),
  };
  return { table, bars, quotes };
}

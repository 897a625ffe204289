import type { Database } from "./database.ts";
import type { PriceStockTable } from "./store.ts";
import { upsert } from "./upsert.ts";

export function priceStockTable({ reading, writing }: Database): PriceStockTable {
  return {
    async refreshed() {
      const rows = await reading.selectFrom("bars").select(["symbol", "refreshed_at"]).execute();
      return new Map(rows.map((row) => [row.symbol, new Date(row.refreshed_at)]));
    },

    async misses() {
      const rows = await reading.selectFrom("price_misses").selectAll().execute();
      return new Map(
        rows.map(({ symbol, tried_at, kind, reason }) => [symbol, { triedAt: new Date(tried_at), kind, reason }]),
      );
    },

    async missed(symbol, { triedAt, kind, reason }) {
      await upsert(writing, "price_misses", { symbol }, { tried_at: triedAt.getTime(), kind, reason });
    },

    async found(symbol) {
      await writing.deleteFrom("price_misses").where("symbol", "=", symbol).execute();
    },

    async forget(symbol) {
      let dropped = 0n;
      for (const table of ["bars", "quotes", "price_misses"] as const) {
        const { numDeletedRows } = await writing.deleteFrom(table).where("symbol", "=", symbol).executeTakeFirst();
        dropped += numDeletedRows;
      }
      return dropped > 0n;
    },
  };
}

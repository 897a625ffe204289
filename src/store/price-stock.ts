import type { Database } from "./database.ts";
import { upsert } from "./upsert.ts";

/** Reason for which a symbol's bars could not be fetched: no provider knows it, or none answered. */
export interface PriceMiss {
  readonly triedAt: Date;
  readonly kind: "unknown" | "failed";
  readonly reason: string;
}

/** The stored daily bars as a whole, for filling them ahead of callers. */
export function priceStockTable({ reading, writing }: Database) {
  return {
    /** The time at which the bars of each symbol were last refreshed. */
    async refreshed(): Promise<ReadonlyMap<string, Date>> {
      const rows = await reading.selectFrom("bars").select(["symbol", "refreshed_at"]).execute();
      return new Map(rows.map((row) => [row.symbol, new Date(row.refreshed_at)]));
    },

    async misses(): Promise<ReadonlyMap<string, PriceMiss>> {
      const rows = await reading.selectFrom("price_misses").selectAll().execute();
      return new Map(
        rows.map(({ symbol, tried_at, kind, reason }) => [symbol, { triedAt: new Date(tried_at), kind, reason }]),
      );
    },

    async missed(symbol: string, { triedAt, kind, reason }: PriceMiss): Promise<void> {
      await upsert(writing, "price_misses", { symbol }, { tried_at: triedAt.getTime(), kind, reason });
    },

    async found(symbol: string): Promise<void> {
      await writing.deleteFrom("price_misses").where("symbol", "=", symbol).execute();
    },

    /** Drops all that is stored of a symbol, also that no provider had it. Whether there was anything. */
    async forget(symbol: string): Promise<boolean> {
      let dropped = 0n;
      for (const table of ["bars", "price_spans", "quotes", "price_misses"] as const) {
        const { numDeletedRows } = await writing.deleteFrom(table).where("symbol", "=", symbol).executeTakeFirst();
        dropped += numDeletedRows;
      }
      return dropped > 0n;
    },
  };
}

export type PriceStockTable = ReturnType<typeof priceStockTable>;

import type { IsoDate } from "../domain/dates.ts";
import type { Database } from "./database.ts";
import type { PriceSpanRecord } from "./schema.ts";
import { upsert } from "./upsert.ts";

/** Why a symbol's bars could not be fetched: unknown to all providers, or none answered. */
export interface PriceMiss {
  readonly triedAt: Date;
  readonly kind: "unknown" | "failed";
  readonly reason: string;
}

/** Date range of a symbol's stored bars. */
export interface PriceSpan {
  readonly firstDay: IsoDate | null;
  readonly lastDay: IsoDate | null;
  readonly dividendsFrom: IsoDate | null;
  readonly dividendsTo: IsoDate | null;
  /** The last request for earlier days: its time, and the first day it covered (null if no provider answered). */
  readonly requested: { readonly from: IsoDate | null; readonly at: Date } | null;
}

/** Facts about daily prices that prefetching needs: refresh times and date ranges of stored prices, and failed requests. */
export function createPriceInventoryQueries({ reading, backgroundWriting }: Database) {
  return {
    /** Time when each symbol's bars were last refreshed. */
    async readRefreshTimes(): Promise<ReadonlyMap<string, Date>> {
      const rows = await reading.selectFrom("bars").select(["symbol", "refreshed_at"]).execute();
      return new Map(rows.map((row) => [row.symbol, new Date(row.refreshed_at)]));
    },

    /** Omits symbols whose bars were last written by a release that stored no spans. */
    async readSpans(): Promise<ReadonlyMap<string, PriceSpan>> {
      const columns = ["first_day", "last_day", "dividends_from", "dividends_to", "asked_from", "asked_at"] as const;
      const rows = await reading
        .selectFrom("price_spans")
        .select(["symbol", ...columns])
        .execute();
      return new Map(rows.map((row) => [row.symbol, toPriceSpan(row)]));
    },

    /**
     * A text that changes with the latest stored day, and with four counts of symbols: symbols with any bars, with a bar on the
     * latest day, with known dividends, and with a successful last request for earlier days.
     */
    async readPriceRevision(): Promise<string> {
      const spans = reading.selectFrom("price_spans");
      const { symbols, dividends, requested, latest } = await spans
        .select(({ fn }) => [
          fn.count("first_day").as("symbols"),
          fn.count("dividends_from").as("dividends"),
          fn.count("asked_from").as("requested"),
          fn.max("last_day").as("latest"),
        ])
        .executeTakeFirstOrThrow();
      const current = await spans
        .where("last_day", "=", latest)
        .select(({ fn }) => fn.countAll().as("symbols"))
        .executeTakeFirstOrThrow();
      return [symbols, dividends, requested, latest, current.symbols].join(" ");
    },

    async recordPriceRequest(
      symbol: string,
      { from, at }: { readonly from: IsoDate | null; readonly at: Date },
    ): Promise<void> {
      await upsert(backgroundWriting, "price_spans", { symbol }, { asked_from: from, asked_at: at.getTime() });
    },

    async readFailures(): Promise<ReadonlyMap<string, PriceMiss>> {
      const rows = await reading.selectFrom("price_misses").selectAll().execute();
      return new Map(
        rows.map(({ symbol, tried_at, kind, reason }) => [symbol, { triedAt: new Date(tried_at), kind, reason }]),
      );
    },

    async recordFailure(symbol: string, { triedAt, kind, reason }: PriceMiss): Promise<void> {
      await upsert(backgroundWriting, "price_misses", { symbol }, { tried_at: triedAt.getTime(), kind, reason });
    },

    async clearFailure(symbol: string): Promise<void> {
      await backgroundWriting.deleteFrom("price_misses").where("symbol", "=", symbol).execute();
    },

    /** Deletes all price data of a symbol, including the record of a failed request. @returns whether there was any. */
    async deleteSymbol(symbol: string): Promise<boolean> {
      let dropped = 0n;
      for (const table of ["bars", "price_spans", "quotes", "price_misses"] as const) {
        const { numDeletedRows } = await backgroundWriting
          .deleteFrom(table)
          .where("symbol", "=", symbol)
          .executeTakeFirst();
        dropped += numDeletedRows;
      }
      return dropped > 0n;
    },
  };
}

function toPriceSpan(row: Omit<PriceSpanRecord, "symbol" | "dividends" | "dividend_providers">): PriceSpan {
  return {
    firstDay: row.first_day as IsoDate | null,
    lastDay: row.last_day as IsoDate | null,
    dividendsFrom: row.dividends_from as IsoDate | null,
    dividendsTo: row.dividends_to as IsoDate | null,
    requested: row.asked_at === null ? null : { from: row.asked_from as IsoDate | null, at: new Date(row.asked_at) },
  };
}

export type PriceInventoryTable = ReturnType<typeof createPriceInventoryQueries>;

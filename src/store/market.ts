import { CompiledQuery } from "kysely";
import type { Bar } from "../domain/bar.ts";
import type { Quote } from "../domain/quote.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import type { Database } from "./database.ts";
import { packBars, unpackBars } from "./packed-bars.ts";
import type { BarsRecord } from "./schema.ts";
import { upsert } from "./upsert.ts";

/** The origin of daily bars and the adjustment of their numbers. */
export interface BarsOrigin {
  /** Every provider that had a part in them, the latest first; `unrecorded` stands for what was stored before this was recorded. */
  readonly providers: readonly string[];
  /** `splits`: all of them tell split-adjusted days. `unverified`: nobody has confirmed it of one of them. */
  readonly adjustment: "splits" | "unverified";
}

export interface StoredBars {
  /** Newest first. */
  readonly bars: readonly Bar[];
  /** The time of a provider's last answer for this symbol. */
  readonly refreshedAt: Date;
  readonly companyName: string | null;
  readonly origin: BarsOrigin;
}

/** Bars as stored: `unpackBars` and `unpackColumns` of packed-bars.ts read them. */
export interface PackedBars extends Omit<StoredBars, "bars"> {
  readonly packed: Uint8Array;
}

export interface StoredQuote {
  readonly quote: Quote;
  readonly fetchedAt: Date;
}

/** A Quote as JSON: its instant is a text. */
type QuoteText = Omit<StoredQuote["quote"], "pricedAt"> & { readonly pricedAt: string };

/** Prices, stored for ever: for each symbol one packed row of daily bars, and the last known quote. */
export function marketTable({ reading, writing }: Database) {
  // Asked for at every history: building the statement takes longer than running it.
  const columns = ["packed", "refreshed_at", "company_name", "providers", "adjustment"] as const;
  const bars = reading.selectFrom("bars").select(columns).where("symbol", "=", "").compile();

  async function readPackedBars(symbol: CanonicalSymbol): Promise<PackedBars | undefined> {
    const { rows } = await reading.executeQuery<Omit<BarsRecord, "symbol">>(CompiledQuery.raw(bars.sql, [symbol]));
    const row = rows[0];
    if (row === undefined) return undefined;
    const refreshedAt = new Date(row.refreshed_at);
    return { packed: row.packed, refreshedAt, companyName: row.company_name, origin: originOf(row) };
  }

  return {
    readPackedBars,

    async readBars(symbol: CanonicalSymbol): Promise<StoredBars | undefined> {
      const stored = await readPackedBars(symbol);
      if (stored === undefined) return undefined;
      const { packed, ...rest } = stored;
      return { bars: unpackBars(packed), ...rest };
    },

    /** Replaces the packed row. */
    async writeBars(symbol: CanonicalSymbol, { bars, refreshedAt, companyName, origin }: StoredBars): Promise<void> {
      const row = {
        packed: packBars(bars),
        refreshed_at: refreshedAt.getTime(),
        company_name: companyName,
        providers: origin.providers.join(","),
        adjustment: origin.adjustment,
      };
      await upsert(writing, "bars", { symbol }, row);
    },

    async readQuote(symbol: CanonicalSymbol): Promise<StoredQuote | undefined> {
      const row = await reading.selectFrom("quotes").selectAll().where("symbol", "=", symbol).executeTakeFirst();
      if (row === undefined) return undefined;
      const quote = JSON.parse(row.quote) as QuoteText;
      return { quote: { ...quote, pricedAt: new Date(quote.pricedAt) }, fetchedAt: new Date(row.fetched_at) };
    },

    async writeQuote(symbol: CanonicalSymbol, { quote, fetchedAt }: StoredQuote): Promise<void> {
      const row = { quote: JSON.stringify(quote), fetched_at: fetchedAt.getTime() };
      await upsert(writing, "quotes", { symbol }, row);
    },
  };
}

export type MarketTable = ReturnType<typeof marketTable>;

function originOf({ providers, adjustment }: Pick<BarsRecord, "providers" | "adjustment">): BarsOrigin {
  return {
    providers: (providers ?? "unrecorded").split(","),
    adjustment: adjustment === "splits" ? "splits" : "unverified",
  };
}

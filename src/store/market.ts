import { CompiledQuery } from "kysely";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import type { Database } from "./database.ts";
import { packBars, unpackBars } from "./packed-bars.ts";
import type { BarsRecord } from "./schema.ts";
import type { BarsOrigin, MarketTable, PackedBars, StoredQuote } from "./store.ts";
import { upsert } from "./upsert.ts";

/** A Quote as JSON: its instant is a text. */
type QuoteText = Omit<StoredQuote["quote"], "pricedAt"> & { readonly pricedAt: string };

export function marketTable({ reading, writing }: Database): MarketTable {
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

    async readBars(symbol) {
      const stored = await readPackedBars(symbol);
      if (stored === undefined) return undefined;
      const { packed, ...rest } = stored;
      return { bars: unpackBars(packed), ...rest };
    },

    async writeBars(symbol, { bars, refreshedAt, companyName, origin }) {
      const row = {
        packed: packBars(bars),
        refreshed_at: refreshedAt.getTime(),
        company_name: companyName,
        providers: origin.providers.join(","),
        adjustment: origin.adjustment,
      };
      await upsert(writing, "bars", { symbol }, row);
    },

    async readQuote(symbol) {
      const row = await reading.selectFrom("quotes").selectAll().where("symbol", "=", symbol).executeTakeFirst();
      if (row === undefined) return undefined;
      const quote = JSON.parse(row.quote) as QuoteText;
      return { quote: { ...quote, pricedAt: new Date(quote.pricedAt) }, fetchedAt: new Date(row.fetched_at) };
    },

    async writeQuote(symbol, { quote, fetchedAt }) {
      const row = { quote: JSON.stringify(quote), fetched_at: fetchedAt.getTime() };
      await upsert(writing, "quotes", { symbol }, row);
    },
  };
}

function originOf({ providers, adjustment }: Pick<BarsRecord, "providers" | "adjustment">): BarsOrigin {
  return {
    providers: (providers ?? "unrecorded").split(","),
    adjustment: adjustment === "splits" ? "splits" : "unverified",
  };
}

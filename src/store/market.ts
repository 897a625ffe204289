import { CompiledQuery } from "kysely";
import type { Bar, CashDividends } from "../domain/bar.ts";
import { toDayNumber, toDayText } from "../domain/bar-columns.ts";
import type { IsoDate } from "../domain/dates.ts";
import { EMPTY_QUOTE_FIELDS, type Quote } from "../domain/quote.ts";
import type { CanonicalSymbol } from "../domain/symbol.ts";
import type { Database } from "./database.ts";
import { packBars, unpackBars } from "./packed-bars.ts";
import type { BarsRecord, PriceSpanRecord } from "./schema.ts";
import { upsert } from "./upsert.ts";

/** Providers of a symbol's daily bars, and how the bars are adjusted. */
export interface BarsOrigin {
  /** All providers that contributed, the latest first; `unrecorded` stands for data stored before this was recorded. */
  readonly providers: readonly string[];
  /** `splits`: all providers adjust bars for splits. `unverified`: this is not confirmed for at least one provider. */
  readonly adjustment: "splits" | "unverified";
}

export interface StoredDividends extends CashDividends {
  /** All providers that contributed, the latest first. */
  readonly providers: readonly string[];
}

export interface StoredBars {
  /** Newest first. */
  readonly bars: readonly Bar[];
  /** Time when a provider last answered for this symbol. */
  readonly refreshedAt: Date;
  readonly companyName: string | null;
  readonly origin: BarsOrigin;
  /** Dividends, on the same scale as the bars; null if dividends are unknown for every day. */
  readonly dividends: StoredDividends | null;
}

/** Bars as stored, to be read with `unpackBars` or `unpackColumns` of packed-bars.ts. */
export interface PackedBars extends Omit<StoredBars, "bars"> {
  readonly packed: Uint8Array;
}

export interface StoredQuote {
  readonly quote: Quote;
  readonly fetchedAt: Date;
}

/** A quote as JSON: its time is text, and fields unknown to the release that wrote the quote are absent. */
interface QuoteText extends Partial<Omit<Quote, "symbol" | "price" | "pricedAt">> {
  readonly symbol: string;
  readonly price: number;
  readonly pricedAt: string;
}

/** Prices, stored permanently: one packed row of daily bars and the last known quote for each symbol. */
export function createMarketQueries({ reading, backgroundWriting }: Database) {
  // Compiled once, since each price history needs it: building the statement takes longer than running it.
  const bars = reading
    .selectFrom("bars")
    .leftJoin("price_spans", "price_spans.symbol", "bars.symbol")
    .select(["packed", "refreshed_at", "company_name", "providers", "adjustment"])
    .select(["dividends_from", "dividends_to", "dividends", "dividend_providers"])
    .where("bars.symbol", "=", "")
    .compile();

  /** Reads bars and dividends in one statement: between two statements, a split could be written that changes the scale. */
  async function readPackedBars(symbol: CanonicalSymbol): Promise<PackedBars | undefined> {
    const { rows } = await reading.executeQuery<BarsRecord & DividendsRecord>(CompiledQuery.raw(bars.sql, [symbol]));
    const row = rows[0];
    if (row === undefined) return undefined;
    const { packed, company_name: companyName } = row;
    const refreshedAt = new Date(row.refreshed_at);
    return { packed, refreshedAt, companyName, origin: toOrigin(row), dividends: readDividends(row) };
  }

  return {
    readPackedBars,

    async readBars(symbol: CanonicalSymbol): Promise<StoredBars | undefined> {
      const stored = await readPackedBars(symbol);
      if (stored === undefined) return undefined;
      const { packed, ...details } = stored;
      return { bars: unpackBars(packed), ...details };
    },

    /** Replaces bars and dividends together, so that their scales are equal. @param packed the same bars, if already packed. */
    async writeBars(symbol: CanonicalSymbol, stored: StoredBars, packed = packBars(stored.bars)): Promise<void> {
      const { bars, refreshedAt, companyName, origin, dividends } = stored;
      const row = {
        packed,
        refreshed_at: refreshedAt.getTime(),
        company_name: companyName,
        providers: origin.providers.join(","),
        adjustment: origin.adjustment,
      };
      const span = {
        first_day: bars.at(-1)?.date ?? null,
        last_day: bars[0]?.date ?? null,
        dividends_from: dividends && toDayText(dividends.from),
        dividends_to: dividends && toDayText(dividends.to),
        dividends: dividends === null ? null : JSON.stringify([...dividends.cash]),
        dividend_providers: dividends?.providers.join(",") ?? null,
      };
      await backgroundWriting.transaction().execute(async (transaction) => {
        await upsert(transaction, "bars", { symbol }, row);
        await upsert(transaction, "price_spans", { symbol }, span);
      });
    },

    async readQuote(symbol: CanonicalSymbol): Promise<StoredQuote | undefined> {
      const row = await reading.selectFrom("quotes").selectAll().where("symbol", "=", symbol).executeTakeFirst();
      if (row === undefined) return undefined;
      const stored = JSON.parse(row.quote) as QuoteText;
      const quote: Quote = { ...EMPTY_QUOTE_FIELDS, ...stored, pricedAt: new Date(stored.pricedAt) };
      return { quote, fetchedAt: new Date(row.fetched_at) };
    },

    async writeQuote(symbol: CanonicalSymbol, { quote, fetchedAt }: StoredQuote): Promise<void> {
      const row = { quote: JSON.stringify(quote), fetched_at: fetchedAt.getTime() };
      await upsert(backgroundWriting, "quotes", { symbol }, row);
    },
  };
}

export type MarketTable = ReturnType<typeof createMarketQueries>;

type DividendsRecord = Pick<PriceSpanRecord, "dividends_from" | "dividends_to" | "dividends" | "dividend_providers">;

function readDividends(row: DividendsRecord): StoredDividends | null {
  if (row.dividends === null) return null;
  return {
    from: toDayNumber(row.dividends_from as IsoDate),
    to: toDayNumber(row.dividends_to as IsoDate),
    cash: new Map(JSON.parse(row.dividends) as [number, number][]),
    providers: (row.dividend_providers ?? "").split(","),
  };
}

function toOrigin({ providers, adjustment }: Pick<BarsRecord, "providers" | "adjustment">): BarsOrigin {
  return {
    providers: (providers ?? "unrecorded").split(","),
    adjustment: adjustment === "splits" ? "splits" : "unverified",
  };
}

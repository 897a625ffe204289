/** Tiingo, by a key of the operator's own; described in docs/sources/prices.md. */
import type { CanonicalSymbol } from "../../domain/symbol.ts";
import { SourceError } from "../../errors.ts";
import { createFetchJson } from "../fetch-json.ts";
import type { ProviderWith } from "../market.ts";
import { historyStart } from "../period.ts";
import type { ProviderOptions } from "../request.ts";
import { tradingDay } from "../session.ts";
import { noneUsable } from "../valid-bars.ts";
import { readLast, readPrices } from "./answer.ts";

const SPACING_MS = 250;

export function createTiingo(
  options: ProviderOptions & { readonly apiKey: string },
): ProviderWith<"quote" | "quotes" | "dailyBars"> {
  const { clock = () => new Date() } = options;
  const headers = { authorization: `Token ${options.apiKey}` };
  const fetchJson = createFetchJson({ provider: "Tiingo", spacingMs: SPACING_MS, headers }, options);

  async function lastPrices(symbols: readonly CanonicalSymbol[], signal: AbortSignal) {
    const asked = new Map(symbols.map((symbol) => [tiingoSymbol(symbol), symbol]));
    const { status, body } = await fetchJson(`/iex/?tickers=${[...asked.keys()].join(",")}`, signal);
    return status === 404 ? new Map<CanonicalSymbol, null>() : readLast(body, asked, clock());
  }

  return {
    id: "tiingo",
    splitPolicy: "adjusted",
    hasEveryDay: true,
    quoteConfirmsBars: true,
    // Sources differ on the free account; this is the least of what they say.
    budget: { perMinute: 50, perMinuteUnlisted: 5, perHour: 50, perDay: 1_000 },

    async quote(symbol, signal) {
      const quotes = await lastPrices([symbol], signal);
      const quote = quotes.get(symbol);
      if (quote === null) throw new SourceError("bad_answer", `Tiingo sent no usable price of ${symbol}.`);
      return quote ?? null;
    },

    async quotes(symbols, signal) {
      const quotes = await lastPrices(symbols, signal);
      return new Map([...quotes].flatMap(([symbol, quote]) => (quote === null ? [] : [[symbol, quote]])));
    },

    async dailyBars(canonical, signal, since) {
      const symbol = tiingoSymbol(canonical);
      const today = tradingDay(clock());
      const from = since ?? historyStart(today);
      const path = `/tiingo/daily/${symbol}/prices?startDate=${from}&format=json&resampleFreq=daily`;
      const { status, body } = await fetchJson(path, signal);
      if (status === 404) return null;
      const { bars, splits, dropped } = readPrices(body, symbol, today);
      if (bars.length > 0) return { bars, splits, dropped, companyName: null };
      if (dropped === 0) return null;
      throw noneUsable("Tiingo", symbol, dropped);
    },
  };
}

/** Class shares with a dash (`BRK-B`), preferred series as `BAC-P-K`. */
function tiingoSymbol(symbol: CanonicalSymbol): string {
  return symbol.replace("$", "-P-").replace(".", "-");
}

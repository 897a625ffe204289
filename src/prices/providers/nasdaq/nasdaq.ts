/** Fetches prices from Nasdaq's website, which is not a public API and needs no key. See docs/sources/prices.md. */
import type { IsoDate } from "../../../domain/dates.ts";
import type { Quote } from "../../../domain/quote.ts";
import type { CanonicalSymbol } from "../../../domain/symbol.ts";
import type { DailyBars, ProviderWith } from "../../market.ts";
import { getNewYorkDay } from "../../trading-day.ts";
import { createTtlCache } from "../../ttl-cache.ts";
import { createFetchJson, getHistoryStart, type ProviderOptions, toNullIfFailed } from "../request.ts";
import { toNullIfEmpty } from "../valid-bars.ts";
import { buildQuote, parseBars, parseInfo, parseSummary, type SummaryLookup } from "./answer.ts";

/** Every request must name the symbol's asset class. Nasdaq offers no way to look it up, so both are tried. */
const ASSET_CLASSES = ["stocks", "etf"] as const;
type AssetClass = (typeof ASSET_CLASSES)[number];

const REQUEST_SPACING_MS = 1_000;
const MAX_CACHED_SYMBOLS = 10_000;
const ASSET_CLASS_TTL_MS = 86_400_000;

export function createNasdaqProvider(
  options: ProviderOptions,
): ProviderWith<"fetchQuote" | "fetchQuoteWithBars" | "fetchDailyBars"> {
  const { log, getTime = () => new Date(), readElapsedMs = () => performance.now() } = options;
  const fetchJson = createFetchJson({ provider: "Nasdaq", spacingMs: REQUEST_SPACING_MS }, options);
  const assetClassCache = createTtlCache<AssetClass>(MAX_CACHED_SYMBOLS, ASSET_CLASS_TTL_MS, readElapsedMs);

  /** Tries the cached asset class, or both if none is cached. Caches the class that has the symbol. Null if not found. */
  async function tryAssetClasses<T>(symbol: string, request: (assetClass: AssetClass) => Promise<T | null>) {
    const cached = assetClassCache.get(symbol);
    for (const assetClass of cached === undefined ? ASSET_CLASSES : [cached]) {
      const answer = await request(assetClass);
      if (answer === null) continue;
      assetClassCache.set(symbol, assetClass);
      return { assetClass, answer };
    }
    return null;
  }

  function fetchSummary(symbol: string, assetClass: AssetClass, signal: AbortSignal): Promise<SummaryLookup | null> {
    const summary = fetchJson(buildRequestPath(symbol, "summary", assetClass), signal).then((answer) =>
      parseSummary(answer, symbol),
    );
    return toNullIfFailed(summary, ({ code, message: reason }) =>
      log.debug({ symbol, code, reason }, "Nasdaq's summary is not available; using the price without it"),
    );
  }

  async function fetchQuote(canonical: CanonicalSymbol, signal: AbortSignal): Promise<Quote | null> {
    const symbol = toNasdaqSymbol(canonical);
    const found = await tryAssetClasses(symbol, async (assetClass) =>
      parseInfo(await fetchJson(buildRequestPath(symbol, "info", assetClass), signal), symbol),
    );
    if (found === null) return null;
    return buildQuote(canonical, found.answer, await fetchSummary(symbol, found.assetClass, signal), getTime());
  }

  /** Returns null if Nasdaq has no daily prices. @throws {SourceError} `bad_answer` if no day that it sends is usable. */
  async function fetchBars(symbol: string, signal: AbortSignal, since?: IsoDate): Promise<DailyBars | null> {
    const today = getNewYorkDay(getTime());
    const range = `&fromdate=${since ?? getHistoryStart(today)}&todate=${today}&limit=9999`;
    const found = await tryAssetClasses(symbol, async (assetClass) =>
      parseBars(await fetchJson(buildRequestPath(symbol, "historical", assetClass) + range, signal), symbol, today),
    );
    return found && toNullIfEmpty("Nasdaq", symbol, { ...found.answer, companyName: null, splits: [] });
  }

  return {
    id: "nasdaq",
    // Nasdaq adjusts prices and volumes for splits, but does not report the splits.
    splitPolicy: "adjusted",
    barsMustBeConfirmedByQuote: true,
    // A small budget, because Nasdaq has blocked whole networks after a few requests.
    budget: { perMinute: 20, perMinuteForUnlistedSymbols: 4, perHour: 300, perDay: 3_000 },

    fetchQuote,

    async fetchQuoteWithBars(canonical, signal) {
      const symbol = toNasdaqSymbol(canonical);
      const quote = await fetchQuote(canonical, signal);
      if (quote === null) return null;
      const bars = await toNullIfFailed(fetchBars(symbol, signal), ({ code, message: reason }) =>
        log.debug({ symbol, code, reason }, "Nasdaq's daily prices are not available; using the quote without them"),
      );
      return { quote, bars: bars && { ...bars, quoted: quote } };
    },

    fetchDailyBars: (canonical, signal, since) => fetchBars(toNasdaqSymbol(canonical), signal, since),
  };
}

/** Nasdaq writes a preferred series with a caret: `BAC$K` becomes `BAC^K`. */
function toNasdaqSymbol(symbol: CanonicalSymbol): string {
  return symbol.replace("$", "^");
}

function buildRequestPath(symbol: string, endpoint: "info" | "summary" | "historical", assetClass: AssetClass): string {
  return `/api/quote/${encodeURIComponent(symbol)}/${endpoint}?assetclass=${assetClass}`;
}

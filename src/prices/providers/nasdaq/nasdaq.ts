/** Nasdaq's own site, unofficially and without a key; its quirks are described in docs/sources/prices.md. */
import type { IsoDate } from "../../../domain/dates.ts";
import type { Quote } from "../../../domain/quote.ts";
import type { CanonicalSymbol } from "../../../domain/symbol.ts";
import type { DailyBars, ProviderWith } from "../../market.ts";
import { getTradingDay } from "../../trading-day.ts";
import { createTtlCache } from "../../ttl-cache.ts";
import { createFetchJson, getHistoryStart, nullIfFailed, type ProviderOptions } from "../request.ts";
import { nullIfEmpty } from "../valid-bars.ts";
import { composeQuote, type ReadSummaryField, readHistorical, readInfo, readSummary } from "./answer.ts";

/** Each request names an asset class; the only way to learn which one a symbol has is to try both. */
const CLASSES = ["stocks", "etf"] as const;
type AssetClass = (typeof CLASSES)[number];

const SPACING_MS = 1_000;
const MAX_CACHED_CLASSES = 10_000;
const CLASS_TTL_MS = 86_400_000;

export function createNasdaq(
  options: ProviderOptions,
): ProviderWith<"fetchQuote" | "fetchQuoteWithBars" | "fetchDailyBars"> {
  const { log, getTime = () => new Date(), readElapsedMs = () => performance.now() } = options;
  const fetchJson = createFetchJson({ provider: "Nasdaq", spacingMs: SPACING_MS }, options);
  const classes = createTtlCache<AssetClass>(MAX_CACHED_CLASSES, CLASS_TTL_MS, readElapsedMs);

  /** Sends the request for each asset class until Nasdaq knows the symbol; caches the class. */
  async function findInClass<T>(symbol: string, request: (assetClass: AssetClass) => Promise<T | null>) {
    const cachedClass = classes.get(symbol);
    for (const assetClass of cachedClass === undefined ? CLASSES : [cachedClass]) {
      const answer = await request(assetClass);
      if (answer === null) continue;
      classes.set(symbol, assetClass);
      return { assetClass, answer };
    }
    return null;
  }

  function fetchSummary(symbol: string, assetClass: AssetClass, signal: AbortSignal): Promise<ReadSummaryField | null> {
    const summary = fetchJson(buildRequestPath(symbol, "summary", assetClass), signal).then((answer) =>
      readSummary(answer, symbol),
    );
    return nullIfFailed(summary, ({ code, message: reason }) =>
      log.debug({ symbol, code, reason }, "Using a price from Nasdaq without its summary"),
    );
  }

  async function fetchQuote(canonical: CanonicalSymbol, signal: AbortSignal): Promise<Quote | null> {
    const symbol = toNasdaqSymbol(canonical);
    const found = await findInClass(symbol, async (kind) =>
      readInfo(await fetchJson(buildRequestPath(symbol, "info", kind), signal), symbol),
    );
    if (found === null) return null;
    return composeQuote(canonical, found.answer, await fetchSummary(symbol, found.assetClass, signal), getTime());
  }

  /** Null if Nasdaq has no daily prices for the symbol. @throws {SourceError} `bad_answer` if none of the days it sends is usable. */
  async function fetchBars(symbol: string, signal: AbortSignal, since?: IsoDate): Promise<DailyBars | null> {
    const today = getTradingDay(getTime());
    const range = `&fromdate=${since ?? getHistoryStart(today)}&todate=${today}&limit=9999`;
    const found = await findInClass(symbol, async (kind) =>
      readHistorical(await fetchJson(buildRequestPath(symbol, "historical", kind) + range, signal), symbol, today),
    );
    return found && nullIfEmpty("Nasdaq", symbol, { ...found.answer, companyName: null, splits: [] });
  }

  return {
    id: "nasdaq",
    // Prices and volumes are already adjusted for splits; splits themselves are not reported.
    splitPolicy: "adjusted",
    barsMustBeConfirmedByQuote: true,
    // The site is not a public API, and its operators have blocked whole networks after a few requests.
    budget: { perMinute: 20, perMinuteForUnlistedSymbols: 4, perHour: 300, perDay: 3_000 },

    fetchQuote,

    async fetchQuoteWithBars(canonical, signal) {
      const symbol = toNasdaqSymbol(canonical);
      const quote = await fetchQuote(canonical, signal);
      if (quote === null) return null;
      const bars = await nullIfFailed(fetchBars(symbol, signal), ({ code, message: reason }) =>
        log.debug({ symbol, code, reason }, "Using a price from Nasdaq without its history"),
      );
      return { quote, bars: bars && { ...bars, quoted: quote } };
    },

    fetchDailyBars: (canonical, signal, since) => fetchBars(toNasdaqSymbol(canonical), signal, since),
  };
}

/** Nasdaq's spelling: the canonical symbol, except for preferred series, where `BAC$K` is `BAC^K`. */
function toNasdaqSymbol(symbol: CanonicalSymbol): string {
  return symbol.replace("$", "^");
}

function buildRequestPath(symbol: string, what: "info" | "summary" | "historical", assetClass: AssetClass): string {
  return `/api/quote/${encodeURIComponent(symbol)}/${what}?assetclass=${assetClass}`;
}

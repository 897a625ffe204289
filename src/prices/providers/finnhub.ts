/** Finnhub, with the operator's own key: quotes only, since its history is not free; described in docs/sources/prices.md. */
import { z } from "zod";
import { SourceError } from "../../base/errors.ts";
import type { IsoDate } from "../../domain/dates.ts";
import { EMPTY_QUOTE_FIELDS } from "../../domain/quote.ts";
import type { CanonicalSymbol } from "../../domain/symbol.ts";
import type { ProviderWith } from "../market.ts";
import { computeChange, isPossiblePriceTime, parse52WeekRange, toNullUnlessPositive } from "../quote-figures.ts";
import { getCloseTime } from "../trading-day.ts";
import { createTtlCache } from "../ttl-cache.ts";
import { createFetchJson, type ProviderOptions, toNullIfFailed } from "./request.ts";
import { parseCount, parseNumberOrNumericText, parsePriceUsd } from "./valid-bars.ts";

const quoteShape = z.object({ c: z.unknown(), pc: z.unknown(), t: z.unknown() });
const profileShape = z.object({
  ticker: z.string().optional(),
  name: z.string().optional(),
  currency: z.string().optional(),
  /** Market capitalization in millions of `currency`. */
  marketCapitalization: z.unknown(),
});
const metricShape = z.object({ metric: z.record(z.string(), z.unknown()).nullish() });

type Profile = z.infer<typeof profileShape>;
type Metric = Readonly<Record<string, unknown>>;
/** Figures of a security that do not depend on its current price; each is null if it could not be fetched. */
interface Figures {
  readonly profile: Profile | null;
  readonly metric: Metric | null;
}

const SPACING_MS = 50;
const FIGURES_AT_MOST = 2_000;
/** How long figures are cached; Finnhub updates them once a day. */
const FIGURES_FOR_MS = 6 * 3_600_000;

export function createFinnhubProvider(
  options: ProviderOptions & { readonly apiKey: string },
): ProviderWith<"fetchQuote"> {
  const { log, getTime = () => new Date(), readElapsedMs = () => performance.now() } = options;
  const headers = { "x-finnhub-token": options.apiKey };
  const fetchJson = createFetchJson({ provider: "Finnhub", spacingMs: SPACING_MS, headers }, options);
  const figuresCache = createTtlCache<Figures>(FIGURES_AT_MOST, FIGURES_FOR_MS, readElapsedMs);

  async function fetchParsed<T>(path: string, shape: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    const { status, body } = await fetchJson(`/api/v1/${path}`, signal);
    const parsed = shape.safeParse(body);
    if (status === 200 && parsed.success) return parsed.data;
    throw new SourceError("bad_answer", `Finnhub (/api/v1/${path}) answered ${status} in an unexpected format.`);
  }

  async function fetchFigures(symbol: CanonicalSymbol, signal: AbortSignal): Promise<Figures> {
    const cached = figuresCache.get(symbol);
    if (cached !== undefined) return cached;
    const onFailure = ({ code, message: reason }: SourceError) =>
      log.debug({ symbol, code, reason }, "Serving a Finnhub quote that lacks some fields");
    const [profile, metric] = await Promise.all([
      toNullIfFailed(
        fetchParsed(`stock/profile2?symbol=${encodeURIComponent(symbol)}`, profileShape, signal),
        onFailure,
      ),
      toNullIfFailed(
        fetchParsed(`stock/metric?symbol=${encodeURIComponent(symbol)}&metric=all`, metricShape, signal),
        onFailure,
      ),
    ]);
    const figures = { profile: profile?.ticker === symbol ? profile : null, metric: metric?.metric ?? null };
    if (profile !== null && metric !== null) figuresCache.set(symbol, figures);
    return figures;
  }

  return {
    id: "finnhub",
    splitPolicy: "adjusted",
    // 60 requests a minute are free, and a quote takes up to three.
    budget: { perMinute: 20, perMinuteForUnlistedSymbols: 5 },

    async fetchQuote(symbol, signal) {
      const { c, pc, t } = await fetchParsed(`quote?symbol=${encodeURIComponent(symbol)}`, quoteShape, signal);
      // Finnhub sends a price of 0 for an unknown symbol.
      if (parseNumberOrNumericText(c) === 0) return null;
      const price = parsePriceUsd(c);
      const seconds = parseNumberOrNumericText(t);
      const pricedAt = toPriceTime(seconds ?? 0, getTime());
      if (price === null || seconds === null || seconds <= 0 || !isPossiblePriceTime(pricedAt, getTime())) {
        throw new SourceError("bad_answer", `Finnhub sent no usable price of ${symbol}.`);
      }
      const { profile, metric } = await fetchFigures(symbol, signal);
      return {
        ...EMPTY_QUOTE_FIELDS,
        symbol,
        companyName: profile?.name?.trim() || null,
        price,
        ...computeChange(parsePriceUsd(pc), price),
        marketCap: profile?.currency === "USD" ? parseMillions(profile.marketCapitalization) : null,
        peRatio: toNullUnlessPositive(parseNumberOrNumericText(metric?.["peTTM"])),
        ...parse52WeekRange(metric?.["52WeekLow"], metric?.["52WeekHigh"]),
        pricedAt,
      };
    },
  };
}

const DAY_SECONDS = 86_400;

/** A time at midnight UTC means the trading day of that UTC date: returns its close, or `now` if the close is still to come. */
function toPriceTime(seconds: number, now: Date): Date {
  const pricedAt = new Date(seconds * 1000);
  if (seconds % DAY_SECONDS !== 0) return pricedAt;
  const close = getCloseTime(pricedAt.toISOString().slice(0, 10) as IsoDate);
  return pricedAt <= now && close > now ? now : close;
}

function parseMillions(value: unknown): number | null {
  const number = parseNumberOrNumericText(value);
  return number === null ? null : toNullUnlessPositive(parseCount(number * 1_000_000));
}

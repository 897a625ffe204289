/** Builds the answer to a caller: a quote or a history, or the reason why there is none. */
import PQueue from "p-queue";
import { NotFoundError, UnavailableError } from "../base/errors.ts";
import { createPause } from "../base/pause.ts";
import type { Interval, Period } from "../domain/bar.ts";
import type { IsoDate } from "../domain/dates.ts";
import { type CanonicalSymbol, toCanonicalSymbol } from "../domain/symbol.ts";
import type { Keeper } from "./keeper/keeper.ts";
import { getAnswerOrigin } from "./keeper/price-outcomes.ts";
import { buildHistory, findPeriodStart } from "./keeper/series/history.ts";
import { EARLIEST_DAY } from "./keeper/series/missing-days.ts";
import type { SymbolPrices } from "./keeper/symbol-prices.ts";
import type { DaySpan, HistoryAnswer, QuoteAnswer, QuotesAnswer } from "./market.ts";
import { createSymbolNotFoundError, MAX_ECHOED_CHARACTERS, SymbolResolver } from "./meant-symbols.ts";
import type { MarketMeters } from "./meters.ts";
import type { Failure } from "./providers/provider-chain.ts";
import type { Unavailable } from "./providers/provider-client.ts";
import { getHistoryStart } from "./providers/request.ts";
import { isTooOldToBeCurrent, toHistoryAnswer } from "./stored-answers.ts";
import type { ListedSymbols } from "./symbols.ts";
import { getNewYorkDay } from "./trading-day.ts";

const DOUBTFUL_SECONDS = 60;
/** Maximum quotes fetched concurrently for one request. */
const AT_ONCE = 4;

interface AnswerParts {
  readonly keeper: Keeper;
  readonly symbolPrices: SymbolPrices;
  readonly listed: Omit<ListedSymbols, "reload">;
  readonly getTime: () => Date;
  readonly meters: MarketMeters | undefined;
}

interface Quoted {
  readonly answers: ReadonlyMap<string, QuoteAnswer>;
  readonly unknown: ReadonlySet<string>;
  readonly unanswered: ReadonlySet<string>;
}

/** Each method returns and throws like its counterpart in `Market`. */
export class PriceAnswers {
  readonly #parts: AnswerParts;
  readonly #meant: SymbolResolver;

  constructor(parts: AnswerParts) {
    this.#parts = parts;
    this.#meant = new SymbolResolver(parts.listed, parts.symbolPrices);
  }

  getQuote(symbolText: string): Promise<QuoteAnswer> {
    return this.#meant.answerForSymbol(symbolText, (symbol) => this.#getQuoteOfSymbol(symbol));
  }

  async getQuotes(symbolTexts: readonly string[]): Promise<QuotesAnswer> {
    const symbols = symbolTexts.map((text) => ({
      symbol: toCanonicalSymbol(text),
      echo: text.slice(0, MAX_ECHOED_CHARACTERS),
    }));
    const uniqueSymbols = [...new Set(symbols.flatMap(({ symbol }) => symbol ?? []))];
    const { answers, unknown, unanswered } = await this.#getEachQuote(uniqueSymbols);
    const answered = uniqueSymbols.flatMap((symbol) => answers.get(symbol) ?? []);
    return {
      // Two requested symbols may be the former and the current symbol of the same security.
      quotes: [...new Map(answered.map((answer) => [answer.quote.symbol, answer])).values()],
      notFound: [
        ...new Set(symbols.flatMap(({ symbol, echo }) => (symbol === null ? echo : unknown.has(symbol) ? symbol : []))),
      ],
      unavailable: uniqueSymbols.filter((symbol) => unanswered.has(symbol)),
    };
  }

  getHistory(symbolText: string, span: Period | DaySpan, interval: Interval): Promise<HistoryAnswer> {
    return this.#meant.answerForSymbol(symbolText, (symbol) => this.#getHistoryOfSymbol(symbol, span, interval));
  }

  async #getEachQuote(wanted: readonly CanonicalSymbol[]): Promise<Quoted> {
    const unknown = new Set<string>();
    const unanswered = new Set<string>();
    const answers = new Map<string, QuoteAnswer>();
    await this.#parts.keeper.refreshQuotes(wanted);
    // A SQLite store answers without yielding to the event loop.
    const pause = createPause();
    const collectQuote = async (symbol: CanonicalSymbol) => {
      await pause();
      try {
        answers.set(symbol, await this.getQuote(symbol));
      } catch (error) {
        if (error instanceof NotFoundError) unknown.add(symbol);
        else if (error instanceof UnavailableError) unanswered.add(symbol);
        else throw error;
      }
    };
    await new PQueue({ concurrency: AT_ONCE }).addAll(wanted.map((symbol) => () => collectQuote(symbol)));
    return { answers, unknown, unanswered };
  }

  async #getQuoteOfSymbol(symbol: CanonicalSymbol): Promise<QuoteAnswer> {
    const { keeper, listed, meters } = this.#parts;
    const outcome = await keeper.getQuote(symbol);
    if (outcome.kind !== "quote") throw this.#toMissingPriceError(symbol, outcome);
    meters?.countAnswered("quote", outcome.from);
    const { quote, stale } = outcome;
    const companyName = quote.companyName ?? listed.getName(symbol) ?? symbol;
    return {
      quote: { ...quote, symbol, companyName },
      stale: stale || isTooOldToBeCurrent(symbol, getNewYorkDay(quote.pricedAt), this.#parts),
    };
  }

  async #getHistoryOfSymbol(
    symbol: CanonicalSymbol,
    span: Period | DaySpan,
    interval: Interval,
  ): Promise<HistoryAnswer> {
    const { keeper, listed, meters } = this.#parts;
    const purpose = listed.isListed(symbol) === false ? "unlisted" : "caller";
    const outcome = await keeper.getSeries(symbol, purpose, (packed) =>
      typeof span === "string" ? this.#findStartBeforeHistory(packed, span) : (span.from ?? EARLIEST_DAY),
    );
    if (outcome.kind !== "series") {
      // A stored price shows that the symbol exists, even if its bars are unavailable right now.
      if (outcome.kind === "unavailable" && (await this.#meant.hasStoredQuote(symbol)))
        throw createUpstreamError(outcome);
      throw this.#toMissingPriceError(symbol, outcome);
    }
    meters?.countAnswered("bars", getAnswerOrigin(outcome));
    const history = buildHistory(outcome.packed, span, interval);
    if (history === null) throw createSymbolNotFoundError(symbol);
    // If no provider can be queried, it is unknown whether there are bars in the span.
    if (history.bars.count === 0 && outcome.failure?.kind === "unavailable") throw createUpstreamError(outcome.failure);
    return toHistoryAnswer({ symbol, stored: outcome, history, stale: outcome.stale }, this.#parts);
  }

  /** First day of the period if it is before `getHistoryStart`, for example because trading ended years ago. Otherwise null. */
  #findStartBeforeHistory(packed: Uint8Array, period: Period): IsoDate | null {
    const first = findPeriodStart(packed, period);
    return first !== null && first < getHistoryStart(getNewYorkDay(this.#parts.getTime())) ? first : null;
  }

  // Returns an UnavailableError if the store does not respond. Returns a NotFoundError if the symbol is unlisted and no provider
  // that answered knows the symbol. A listed symbol gets a NotFoundError only if all providers answered that they have no price.
  // While no ticker directory is loaded, one provider that does not know the symbol is enough for a NotFoundError. In all other
  // cases, returns an UnavailableError.
  #toMissingPriceError(symbol: CanonicalSymbol, failure: Failure): Error {
    const isListed = this.#parts.listed.isListed(symbol);
    if (failure.kind === "unavailable" && failure.cause.code === "store") return createUpstreamError(failure);
    if (isListed === false) return createSymbolNotFoundError(symbol);
    if (failure.kind === "unavailable") return createUpstreamError(failure);
    if (isListed === null) return createSymbolNotFoundError(symbol);
    if (!failure.unanimous) return createUpstreamError({ retryAfterSeconds: DOUBTFUL_SECONDS });
    return new NotFoundError("price_not_found", `${symbol} is listed, but no price source has a price for it.`);
  }
}

function createUpstreamError({
  retryAfterSeconds,
  cause,
}: Pick<Unavailable, "retryAfterSeconds"> & { readonly cause?: Error }): UnavailableError {
  return new UnavailableError(
    "upstream_unavailable",
    "No price provider answers, and no earlier price is known.",
    retryAfterSeconds,
    { cause },
  );
}

/** Builds the answer to a caller: a quote or a history, or the reason why there is none. */
import PQueue from "p-queue";
import { NotFoundError, UnavailableError } from "../base/errors.ts";
import { createPause } from "../base/pause.ts";
import type { Interval, Period } from "../domain/bar.ts";
import type { IsoDate } from "../domain/dates.ts";
import { type CanonicalSymbol, canonicalSymbol } from "../domain/symbol.ts";
import type { Keeper } from "./keeper/keeper.ts";
import type { KeptPrices } from "./keeper/kept-prices.ts";
import { answeredFrom } from "./keeper/price-outcomes.ts";
import { historyOf, periodStart } from "./keeper/series/history.ts";
import { EARLIEST_DAY } from "./keeper/series/missing-days.ts";
import type { DaySpan, HistoryAnswer, QuoteAnswer, QuotesAnswer } from "./market.ts";
import { ECHOED, MeantSymbols, symbolNotFound } from "./meant-symbols.ts";
import type { MarketMeters } from "./meters.ts";
import type { Failure } from "./providers/provider-chain.ts";
import type { Unavailable } from "./providers/provider-client.ts";
import { historyStart } from "./providers/request.ts";
import { historyAnswer, isLongAgo } from "./stored-answers.ts";
import type { ListedSymbols } from "./symbols.ts";
import { tradingDay } from "./trading-day.ts";

const DOUBTFUL_SECONDS = 60;
/** Number of quotes fetched concurrently one by one. */
const AT_ONCE = 4;

interface AnswerParts {
  readonly keeper: Keeper;
  readonly kept: KeptPrices;
  readonly listed: Omit<ListedSymbols, "reload">;
  readonly clock: () => Date;
  readonly meters: MarketMeters | undefined;
}

/** Results for the symbols of one request. */
interface Quoted {
  readonly answers: ReadonlyMap<string, QuoteAnswer>;
  readonly unknown: ReadonlySet<string>;
  readonly unanswered: ReadonlySet<string>;
}

/** Each method returns and throws like its counterpart in `Market`. */
export class PriceAnswers {
  readonly #parts: AnswerParts;
  readonly #meant: MeantSymbols;

  constructor(parts: AnswerParts) {
    this.#parts = parts;
    this.#meant = new MeantSymbols(parts.listed, parts.kept);
  }

  quote(given: string): Promise<QuoteAnswer> {
    return this.#meant.follow(given, (symbol) => this.#quoteOf(symbol));
  }

  async quotes(given: readonly string[]): Promise<QuotesAnswer> {
    const symbols = given.map((text) => ({ symbol: canonicalSymbol(text), echo: text.slice(0, ECHOED) }));
    const wanted = [...new Set(symbols.flatMap(({ symbol }) => symbol ?? []))];
    const { answers, unknown, unanswered } = await this.#quoteEach(wanted);
    const answered = wanted.flatMap((symbol) => answers.get(symbol) ?? []);
    return {
      // Two symbols may resolve to one security: the former and the current one.
      quotes: [...new Map(answered.map((answer) => [answer.quote.symbol, answer])).values()],
      notFound: [
        ...new Set(symbols.flatMap(({ symbol, echo }) => (symbol === null ? echo : unknown.has(symbol) ? symbol : []))),
      ],
      unavailable: wanted.filter((symbol) => unanswered.has(symbol)),
    };
  }

  history(given: string, span: Period | DaySpan, interval: Interval): Promise<HistoryAnswer> {
    return this.#meant.follow(given, (symbol) => this.#historyFor(symbol, span, interval));
  }

  async #quoteEach(wanted: readonly CanonicalSymbol[]): Promise<Quoted> {
    const unknown = new Set<string>();
    const unanswered = new Set<string>();
    const answers = new Map<string, QuoteAnswer>();
    await this.#parts.keeper.prepareQuotes(wanted);
    // A SQLite store answers without yielding to the event loop.
    const pause = createPause();
    const ask = async (symbol: CanonicalSymbol) => {
      await pause();
      try {
        answers.set(symbol, await this.quote(symbol));
      } catch (error) {
        if (error instanceof NotFoundError) unknown.add(symbol);
        else if (error instanceof UnavailableError) unanswered.add(symbol);
        else throw error;
      }
    };
    await new PQueue({ concurrency: AT_ONCE }).addAll(wanted.map((symbol) => () => ask(symbol)));
    return { answers, unknown, unanswered };
  }

  async #quoteOf(symbol: CanonicalSymbol): Promise<QuoteAnswer> {
    const { keeper, listed, meters } = this.#parts;
    const outcome = await keeper.quote(symbol);
    if (outcome.kind !== "quote") throw this.#nothingKnown(symbol, outcome);
    meters?.answered("quote", outcome.from);
    const { quote, stale } = outcome;
    const companyName = quote.companyName ?? listed.nameOf(symbol) ?? symbol;
    return {
      quote: { ...quote, symbol, companyName },
      stale: stale || isLongAgo(symbol, tradingDay(quote.pricedAt), this.#parts),
    };
  }

  async #historyFor(symbol: CanonicalSymbol, span: Period | DaySpan, interval: Interval): Promise<HistoryAnswer> {
    const { keeper, listed, meters } = this.#parts;
    const purpose = listed.knows(symbol) === false ? "unlisted" : "caller";
    const outcome = await keeper.series(symbol, purpose, (packed) =>
      typeof span === "string" ? this.#unfetchedStart(packed, span) : (span.from ?? EARLIEST_DAY),
    );
    if (outcome.kind !== "series") {
      // A symbol with a price is a security, even if its bars are unavailable right now.
      if (outcome.kind === "unavailable" && (await this.#meant.isQuoted(symbol))) throw unavailable(outcome);
      throw this.#nothingKnown(symbol, outcome);
    }
    meters?.answered("bars", answeredFrom(outcome));
    const history = historyOf(outcome.packed, span, interval);
    if (history === null) throw symbolNotFound(symbol);
    // While no provider can be queried, it is unknown whether there are bars in the span.
    if (history.bars.count === 0 && outcome.failure?.kind === "unavailable") throw unavailable(outcome.failure);
    return historyAnswer({ symbol, stored: outcome, history, stale: outcome.stale }, this.#parts);
  }

  /** First day of a period that lies before the years fetched for everybody, as for a security that has ended; otherwise null. */
  #unfetchedStart(packed: Uint8Array, period: Period): IsoDate | null {
    const first = periodStart(packed, period);
    return first !== null && first < historyStart(tradingDay(this.#parts.clock())) ? first : null;
  }

  /** Not found: neither the directories nor a provider know the symbol, or every provider answered that it has no price for a listed one. */
  #nothingKnown(symbol: CanonicalSymbol, failure: Failure): Error {
    const isListed = this.#parts.listed.knows(symbol);
    if (failure.kind === "unavailable" && failure.cause.code === "store") return unavailable(failure);
    if (isListed === false) return symbolNotFound(symbol);
    if (failure.kind === "unavailable") return unavailable(failure);
    if (isListed === null) return symbolNotFound(symbol);
    if (!failure.unanimous) return unavailable({ retryAfterSeconds: DOUBTFUL_SECONDS });
    return new NotFoundError("price_not_found", `${symbol} is listed, but no price source has a price for it.`);
  }
}

function unavailable({
  retryAfterSeconds,
  cause,
}: Pick<Unavailable, "retryAfterSeconds"> & { readonly cause?: Error }): UnavailableError {
  return new UnavailableError(
    "upstream_unavailable",
    "No price provider answers, and no price is known from before.",
    retryAfterSeconds,
    { cause },
  );
}

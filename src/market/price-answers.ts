/** Chooses the answer to a caller: a quote or a history, or the reason why there is none. */
import type { Interval, Period } from "../domain/bar.ts";
import { dayText } from "../domain/bar-columns.ts";
import type { IsoDate } from "../domain/dates.ts";
import { type CanonicalSymbol, canonicalSymbol } from "../domain/symbol.ts";
import { NotFoundError, UnavailableError } from "../errors.ts";
import type { PackedBars } from "../store/market.ts";
import { newestDayOf, oldestDayOf } from "../store/packed-bars.ts";
import { type FetchedSeries, fromOf } from "./fetched-series.ts";
import { historyOf } from "./history.ts";
import type { KeptPrices } from "./kept-prices.ts";
import type { DaySpan, HistoryAnswer, QuoteAnswer } from "./market.ts";
import type { MarketMeters } from "./meters.ts";
import { EARLIEST_DAY } from "./missing-days.ts";
import type { Failure } from "./provider-chain.ts";
import type { Unavailable } from "./provider-client.ts";
import type { QuoteKeeper } from "./quotes.ts";
import type { SeriesKeeper } from "./series.ts";
import { barsAreFresh, latestSettledDay, tradingDay, tradingDaysBetween } from "./session.ts";
import { successorOf } from "./symbol-succession.ts";

/** A caller that obeys asks again after this for what is listed and priced by nobody. */
const UNPRICED_SECONDS = 3_600;
const DOUBTFUL_SECONDS = 60;
/** Days of trading, about a month. */
const LONG_AGO_DAYS = 21;

interface AnswersOptions {
  readonly keeper: SeriesKeeper;
  readonly series: FetchedSeries;
  readonly quotes: QuoteKeeper;
  readonly prices: KeptPrices;
  /** Tells whether the ticker directories list the symbol; null while none has been read. */
  knows(symbol: CanonicalSymbol): boolean | null;
  nameOf(symbol: CanonicalSymbol): string | null;
  readonly clock: () => Date;
  readonly meters?: MarketMeters;
}

export class PriceAnswers {
  readonly #options: AnswersOptions;

  constructor(options: AnswersOptions) {
    this.#options = options;
  }

  /** Throws as `Market` says. */
  quote(given: string): Promise<QuoteAnswer> {
    return this.#followed(given, (symbol) => this.#quoteOf(symbol));
  }

  /** Throws as `Market` says. */
  history(given: string, span: Period | DaySpan, interval: Interval): Promise<HistoryAnswer> {
    return this.#followed(given, (symbol) => this.#historyOf(symbol, span, interval));
  }

  /** History as described in `Market`. */
  async keptHistory(given: string, span: Period | DaySpan, interval: Interval): Promise<HistoryAnswer | null> {
    const { keeper, clock } = this.#options;
    for (const symbol of this.#candidates(canonicalSymbol(given))) {
      const { value: stored } = await keeper.known(symbol);
      const history = stored && historyOf(stored.packed, span, interval);
      if (!history) continue;
      return this.#answer(symbol, history, stored, !barsAreFresh(stored.refreshedAt, clock()));
    }
    return null;
  }

  /** The symbols under which a security's prices may be found, the likelier first. */
  #candidates(symbol: CanonicalSymbol | null): readonly CanonicalSymbol[] {
    if (symbol === null) return [];
    const successor = successorOf(symbol);
    const isListed = this.#options.knows(symbol);
    if (successor === null || isListed === true) return [symbol];
    return isListed === false ? [successor, symbol] : [symbol, successor];
  }

  /** A symbol that is listed answers for the security that has it, and for no other; one that is not follows its rename. */
  async #followed<T>(given: string, answer: (symbol: CanonicalSymbol) => Promise<T>): Promise<T> {
    const symbol = canonicalSymbol(given);
    if (symbol === null) throw notFound(given);
    const [first = symbol, second] = this.#candidates(symbol);
    try {
      return await answer(first);
    } catch (error) {
      if (second === undefined) throw error;
      // If the successor cannot be had now, the bars under the former symbol are the same security's.
      const isAway = second === symbol && error instanceof UnavailableError;
      if (!isAway && !(error instanceof NotFoundError)) throw error;
      return answer(second).catch((other: unknown) => Promise.reject(isAway ? error : other));
    }
  }

  async #quoteOf(symbol: CanonicalSymbol): Promise<QuoteAnswer> {
    const { quotes, meters, nameOf } = this.#options;
    const outcome = await quotes.of(symbol);
    if (outcome.kind !== "quote") throw this.#nothingKnown(symbol, outcome);
    meters?.answered("quote", outcome.from);
    const { quote, stale } = outcome.answer;
    const companyName = quote.companyName ?? nameOf(symbol) ?? symbol;
    return {
      quote: { ...quote, symbol, companyName },
      stale: stale || this.#isLongAgo(symbol, tradingDay(quote.pricedAt)),
    };
  }

  async #historyOf(symbol: CanonicalSymbol, span: Period | DaySpan, interval: Interval): Promise<HistoryAnswer> {
    const { series, prices, meters, knows } = this.#options;
    const purpose = knows(symbol) === false ? "unlisted" : "caller";
    const outcome = await (typeof span === "string"
      ? series.of(symbol, purpose)
      : series.reaching(symbol, purpose, span.from ?? EARLIEST_DAY));
    if (outcome.kind !== "series") {
      // A symbol with a price is a security, even if its bars cannot be had now.
      if (outcome.kind === "unavailable" && (await prices.quote(symbol)).value) throw unavailable(outcome);
      throw this.#nothingKnown(symbol, outcome);
    }
    meters?.answered("bars", fromOf(outcome));
    const history = historyOf(outcome.packed, span, interval);
    if (history === null) throw notFound(symbol);
    // Nobody can say whether there are bars in the span while nobody can be asked for them.
    if (history.bars.count === 0 && outcome.failure?.kind === "unavailable") throw unavailable(outcome.failure);
    return this.#answer(symbol, history, outcome, outcome.stale);
  }

  #answer(
    symbol: CanonicalSymbol,
    history: Pick<HistoryAnswer, "bars" | "tag">,
    { packed, origin }: Pick<PackedBars, "packed" | "origin">,
    isStale: boolean,
  ): HistoryAnswer {
    const [firstDay, lastDay] = [dayText(oldestDayOf(packed) ?? 0), dayText(newestDayOf(packed) ?? 0)];
    return { symbol, ...history, stale: isStale || this.#isLongAgo(symbol, lastDay), origin, firstDay, lastDay };
  }

  /** A listed security is traded, so prices that end so long ago are not today's, whatever a provider says. */
  #isLongAgo(symbol: CanonicalSymbol, day: IsoDate): boolean {
    const { knows, clock } = this.#options;
    return knows(symbol) === true && tradingDaysBetween(day, latestSettledDay(clock())) > LONG_AGO_DAYS;
  }

  /** Not found is what neither the master nor a provider knows; what is listed has no price now. */
  #nothingKnown(symbol: CanonicalSymbol, failure: Failure): Error {
    const isListed = this.#options.knows(symbol);
    if (failure.kind === "unavailable" && failure.cause.code === "store") return unavailable(failure);
    if (isListed === false) return notFound(symbol);
    if (failure.kind === "unavailable") return unavailable(failure);
    if (isListed === null) return notFound(symbol);
    if (!failure.unanimous) return unavailable({ retryAfterSeconds: DOUBTFUL_SECONDS });
    return new UnavailableError(
      "upstream_unavailable",
      `${symbol} is listed, but no price provider has a price of it.`,
      UNPRICED_SECONDS,
    );
  }
}

function notFound(given: string): NotFoundError {
  return new NotFoundError("symbol_not_found", `No security is known by the symbol '${given.slice(0, 64)}'.`);
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

/** Chooses the answer to a caller: a quote or a history, or the reason why there is none. */
import PQueue from "p-queue";
import { NotFoundError, UnavailableError } from "../base/errors.ts";
import type { Interval, Period } from "../domain/bar.ts";
import { dayText } from "../domain/bar-columns.ts";
import type { IsoDate } from "../domain/dates.ts";
import { type CanonicalSymbol, canonicalSymbol } from "../domain/symbol.ts";
import type { PackedBars } from "../store/market.ts";
import { newestDayOf, oldestDayOf } from "../store/packed-bars.ts";
import { createPause } from "../store/pause.ts";
import type { Keeper } from "./keeper/keeper.ts";
import type { KeptPrices } from "./keeper/kept-prices.ts";
import { answeredFrom } from "./keeper/price-outcomes.ts";
import { closesOf } from "./keeper/series/closes.ts";
import { historyOf, periodStart } from "./keeper/series/history.ts";
import { EARLIEST_DAY } from "./keeper/series/missing-days.ts";
import { silentStore } from "./keeper/series/stored-prices.ts";
import type { DaySpan, HistoryAnswer, Market, QuoteAnswer } from "./market.ts";
import type { MarketMeters } from "./meters.ts";
import type { Failure } from "./providers/provider-chain.ts";
import type { Unavailable } from "./providers/provider-client.ts";
import { historyStart } from "./providers/request.ts";
import { type ListedSymbols, successorOf } from "./symbols.ts";
import { barsAreFresh, latestFinalDay, tradingDay, tradingDaysBetween } from "./trading-day.ts";

const DOUBTFUL_SECONDS = 60;
/** Days of trading, about a month. */
const LONG_AGO_DAYS = 21;
/** Quotes that are asked for one by one at the same time. */
const AT_ONCE = 4;
/** Characters of an invalid symbol that are echoed. */
const ECHOED = 64;

interface AnswersOptions {
  readonly keeper: Keeper;
  readonly kept: KeptPrices;
  readonly listed: Omit<ListedSymbols, "reload">;
  readonly clock: () => Date;
  readonly meters: MarketMeters | undefined;
}

export function createAnswers({ keeper, kept, listed, clock, meters }: AnswersOptions): Market {
  /** The symbols under which a security's prices may be found, the likelier first. */
  function candidates(symbol: CanonicalSymbol | null): readonly CanonicalSymbol[] {
    if (symbol === null) return [];
    const successor = successorOf(symbol);
    const isListed = listed.knows(symbol);
    if (successor === null || isListed === true) return [symbol];
    return isListed === false ? [successor, symbol] : [symbol, successor];
  }

  /** The symbol that is given, or the only listed one that is spelled like it where nothing is known of what is given. */
  async function meantBy(given: string): Promise<CanonicalSymbol | null> {
    const symbol = canonicalSymbol(given);
    const listedSo = listed.spelledLike(given);
    if (symbol === null || listedSo === null) return symbol ?? listedSo;
    if (listed.knows(symbol) === true) return listedSo;
    if (successorOf(symbol) !== null) return symbol;
    // A security that has ended is another one.
    const isStored = (await isQuoted(symbol)) || (await kept.hasBars(symbol));
    return isStored ? symbol : listedSo;
  }

  /** A listed symbol answers for the security that has it, and for no other; one that is not listed follows its rename. */
  async function followed<T>(given: string, answer: (symbol: CanonicalSymbol) => Promise<T>): Promise<T> {
    const symbol = await meantBy(given);
    if (symbol === null) throw notFound(given);
    const [first = symbol, second] = candidates(symbol);
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

  async function isQuoted(symbol: CanonicalSymbol): Promise<boolean> {
    return (await kept.quote(symbol)).value !== undefined;
  }

  async function quoteOf(symbol: CanonicalSymbol): Promise<QuoteAnswer> {
    const outcome = await keeper.quote(symbol);
    if (outcome.kind !== "quote") throw nothingKnown(symbol, outcome);
    meters?.answered("quote", outcome.from);
    const { quote, stale } = outcome;
    const companyName = quote.companyName ?? listed.nameOf(symbol) ?? symbol;
    return {
      quote: { ...quote, symbol, companyName },
      stale: stale || isLongAgo(symbol, tradingDay(quote.pricedAt)),
    };
  }

  async function historyFor(
    symbol: CanonicalSymbol,
    span: Period | DaySpan,
    interval: Interval,
  ): Promise<HistoryAnswer> {
    const purpose = listed.knows(symbol) === false ? "unlisted" : "caller";
    const outcome = await keeper.series(symbol, purpose, (packed) =>
      typeof span === "string" ? unfetchedStart(packed, span) : (span.from ?? EARLIEST_DAY),
    );
    if (outcome.kind !== "series") {
      // A symbol with a price is a security, even if its bars cannot be had now.
      if (outcome.kind === "unavailable" && (await isQuoted(symbol))) throw unavailable(outcome);
      throw nothingKnown(symbol, outcome);
    }
    meters?.answered("bars", answeredFrom(outcome));
    const history = historyOf(outcome.packed, span, interval);
    if (history === null) throw notFound(symbol);
    // Nobody can say whether there are bars in the span while no provider can be asked for them.
    if (history.bars.count === 0 && outcome.failure?.kind === "unavailable") throw unavailable(outcome.failure);
    return historyAnswer(symbol, history, outcome, outcome.stale);
  }

  /** The first day of a period that lies before the years that are fetched for everybody, as that of a security that ended may; else null. */
  function unfetchedStart(packed: Uint8Array, period: Period): IsoDate | null {
    const first = periodStart(packed, period);
    return first !== null && first < historyStart(tradingDay(clock())) ? first : null;
  }

  function historyAnswer(
    symbol: CanonicalSymbol,
    history: Pick<HistoryAnswer, "bars" | "tag">,
    { packed, origin }: Pick<PackedBars, "packed" | "origin">,
    isStale: boolean,
  ): HistoryAnswer {
    const [firstDay, lastDay] = [dayText(oldestDayOf(packed) ?? 0), dayText(newestDayOf(packed) ?? 0)];
    return { symbol, ...history, stale: isStale || isLongAgo(symbol, lastDay), origin, firstDay, lastDay };
  }

  /** A listed security is traded, so prices that end so long ago are not today's, whatever a provider says. */
  function isLongAgo(symbol: CanonicalSymbol, day: IsoDate): boolean {
    return listed.knows(symbol) === true && tradingDaysBetween(day, latestFinalDay(clock())) > LONG_AGO_DAYS;
  }

  /** Not found: neither the directories nor a provider know it, or every provider answered that it has no price for what is listed. */
  function nothingKnown(symbol: CanonicalSymbol, failure: Failure): Error {
    const isListed = listed.knows(symbol);
    if (failure.kind === "unavailable" && failure.cause.code === "store") return unavailable(failure);
    if (isListed === false) return notFound(symbol);
    if (failure.kind === "unavailable") return unavailable(failure);
    if (isListed === null) return notFound(symbol);
    if (!failure.unanimous) return unavailable({ retryAfterSeconds: DOUBTFUL_SECONDS });
    return new NotFoundError("price_not_found", `${symbol} is listed, but no price source has a price for it.`);
  }

  return {
    quote: (given) => followed(given, quoteOf),

    async quotes(given) {
      const symbols = given.map((text) => ({ symbol: canonicalSymbol(text), echo: text.slice(0, ECHOED) }));
      const wanted = [...new Set(symbols.flatMap(({ symbol }) => symbol ?? []))];
      const unknown = new Set<string>();
      const unanswered = new Set<string>();
      const answers = new Map<string, QuoteAnswer>();
      await keeper.prepareQuotes(wanted);
      // The answers of a store on SQLite come without a turn of the event loop.
      const pause = createPause();
      const ask = async (symbol: CanonicalSymbol) => {
        await pause();
        try {
          answers.set(symbol, await followed(symbol, quoteOf));
        } catch (error) {
          if (error instanceof NotFoundError) unknown.add(symbol);
          else if (error instanceof UnavailableError) unanswered.add(symbol);
          else throw error;
        }
      };
      await new PQueue({ concurrency: AT_ONCE }).addAll(wanted.map((symbol) => () => ask(symbol)));
      const answered = wanted.flatMap((symbol) => answers.get(symbol) ?? []);
      return {
        // Two symbols may lead to one security: the former one and today's.
        quotes: [...new Map(answered.map((answer) => [answer.quote.symbol, answer])).values()],
        notFound: [
          ...new Set(
            symbols.flatMap(({ symbol, echo }) => (symbol === null ? echo : unknown.has(symbol) ? symbol : [])),
          ),
        ],
        unavailable: wanted.filter((symbol) => unanswered.has(symbol)),
      };
    },

    history: (given, span, interval) => followed(given, (symbol) => historyFor(symbol, span, interval)),

    async storedHistory(given, span, interval) {
      for (const symbol of candidates(canonicalSymbol(given))) {
        const { value: stored } = await kept.packed(symbol);
        const history = stored && historyOf(stored.packed, span, interval);
        if (history) return historyAnswer(symbol, history, stored, !barsAreFresh(stored.refreshedAt, clock()));
      }
      return null;
    },

    async closes(given, columns) {
      let isSilent = false;
      for (const symbol of candidates(canonicalSymbol(given))) {
        const { value: stored, isSure } = await kept.packed(symbol, columns === undefined);
        if (columns !== undefined && !isSure) throw silentStore();
        isSilent ||= !isSure;
        if (stored === undefined) continue;
        const closes = closesOf(symbol, stored, { isListed: listed.knows(symbol), now: clock(), columns });
        if (closes !== null) return closes;
      }
      if (isSilent) throw silentStore();
      return null;
    },

    isListed(given) {
      const symbol = canonicalSymbol(given);
      return symbol === null ? false : listed.knows(symbol);
    },

    givenAgain: (subject) => meters?.answered(subject, "memory"),
  };
}

function notFound(given: string): NotFoundError {
  return new NotFoundError("symbol_not_found", `No security is known by the symbol '${given.slice(0, ECHOED)}'.`);
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

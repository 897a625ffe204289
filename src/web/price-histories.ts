/** Prices for pages. Stored prices are returned at once; missing ones are fetched in the background, so that no page waits. */
import { LRUCache } from "lru-cache";
import PQueue from "p-queue";
import { NotFoundError, UnavailableError } from "../base/errors.ts";
import type { HistoryAnswer, Market } from "../prices/market.ts";

/** A request to the providers for a symbol without a stored price. */
export interface PriceRequest {
  readonly requestedAt: Date;
  /** Time after which the next page view requests the price again. */
  readonly againAt: Date;
  /** `open`: pending. `none`: no provider had a price. `given`: a provider had a price, and it is stored. */
  readonly outcome: "open" | "none" | "given";
  /** Why no provider had a price, as a sentence; null for other outcomes, and for errors not written for API callers. */
  readonly reason: string | null;
}

/** Stored prices. If none exist, `question` is the latest request for prices; null if too many symbols were already queued. */
export type PriceState =
  | { readonly history: HistoryAnswer }
  | { readonly history: null; readonly question: PriceRequest | null };

export interface PriceHistories {
  /** Returns the weekly bars of all stored prices, or the state of the request for them. */
  getPriceState(symbol: string): Promise<PriceState>;
  /** A text that changes whenever the result of `getPriceState` changes. */
  readRevision(symbol: string): Promise<string>;
}

const ALL = { from: null, to: null };
/** Maximum number of symbols waiting to be requested, however many pages visitors open. */
const MAX_WAITING = 20;
/** Milliseconds after which a symbol may be requested again. */
const AGAIN_MS = 15 * 60_000;
const MAX_QUESTIONS = 5_000;

export function createPriceHistories(
  market: Pick<Market, "getHistory" | "readStoredHistory">,
  now: () => Date,
): PriceHistories {
  const queue = new PQueue({ concurrency: 1 });
  const questions = new LRUCache<string, PriceRequest>({ max: MAX_QUESTIONS, ttl: AGAIN_MS });
  const requestPrices = (symbol: string) => {
    if (questions.has(symbol) || queue.size >= MAX_WAITING) return;
    const requestedAt = now();
    const question = { requestedAt, againAt: new Date(requestedAt.getTime() + AGAIN_MS) };
    const recordOutcome = (outcome: PriceRequest["outcome"], reason: string | null) =>
      questions.set(symbol, { ...question, outcome, reason }, { noUpdateTTL: true });
    recordOutcome("open", null);
    void queue
      .add(() => market.getHistory(symbol, "5y", "1wk"))
      .then(
        () => recordOutcome("given", null),
        (error: unknown) => recordOutcome("none", getMessageForCaller(error)),
      );
  };
  const getPriceState: PriceHistories["getPriceState"] = async (symbol) => {
    const history = await market.readStoredHistory(symbol, ALL, "1wk").catch(() => null);
    if (history === null || history.stale) requestPrices(symbol);
    if (history !== null && history.bars.count > 0) return { history };
    return { history: null, question: questions.get(symbol) ?? null };
  };
  return {
    getPriceState,
    async readRevision(symbol) {
      const state = await getPriceState(symbol);
      if (state.history === null) return `${state.question?.requestedAt.toISOString()} ${state.question?.outcome}`;
      return `${state.history.symbol} ${state.history.tag} ${state.history.lastDay}`;
    },
  };
}

/** Returns an error's message if it is written for API callers. Otherwise null: the error is in the providers' log. */
function getMessageForCaller(error: unknown): string | null {
  return error instanceof NotFoundError || error instanceof UnavailableError ? error.message : null;
}

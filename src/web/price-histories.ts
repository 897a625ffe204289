/** Prices for pages: what is stored, at once; what is not is asked for in the background, so that no page waits for a provider. */
import { LRUCache } from "lru-cache";
import PQueue from "p-queue";
import { NotFoundError, UnavailableError } from "../base/errors.ts";
import type { HistoryAnswer, Market } from "../prices/market.ts";

/** A question to the providers about a symbol without a stored price. */
export interface PriceQuestion {
  readonly askedAt: Date;
  /** The first view of the page from then on asks again. */
  readonly againAt: Date;
  /** `open`: no answer yet. `none`: no provider gave a price. `given`: one did, and it is stored. */
  readonly outcome: "open" | "none" | "given";
  /** The reason why there is none, as a sentence; null where the answer says no more. */
  readonly reason: string | null;
}

/** A price, or else the latest question for one; null while too many other symbols wait. */
export type PriceState =
  | { readonly history: HistoryAnswer }
  | { readonly history: null; readonly question: PriceQuestion | null };

export interface PriceHistories {
  /** Weekly bars of all that is stored. */
  of(symbol: string): Promise<PriceState>;
  /** Names what `of` gives: the same text stands for the same. */
  edition(symbol: string): Promise<string>;
}

const ALL = { from: null, to: null };
/** Symbols that wait for a provider; a visitor of many pages causes no more. */
const MOST_WAITING = 20;
/** A symbol is asked for again after this. */
const AGAIN_MS = 15 * 60_000;
const REMEMBERED = 5_000;

export function openPriceHistories(market: Pick<Market, "history" | "storedHistory">, now: () => Date): PriceHistories {
  const queue = new PQueue({ concurrency: 1 });
  const questions = new LRUCache<string, PriceQuestion>({ max: REMEMBERED, ttl: AGAIN_MS });
  const askFor = (symbol: string) => {
    if (questions.has(symbol) || queue.size >= MOST_WAITING) return;
    const askedAt = now();
    const question = { askedAt, againAt: new Date(askedAt.getTime() + AGAIN_MS) };
    const note = (outcome: PriceQuestion["outcome"], reason: string | null) =>
      questions.set(symbol, { ...question, outcome, reason }, { noUpdateTTL: true });
    note("open", null);
    void queue
      .add(() => market.history(symbol, "5y", "1wk"))
      .then(
        () => note("given", null),
        (error: unknown) => note("none", reasonOf(error)),
      );
  };
  const of: PriceHistories["of"] = async (symbol) => {
    const history = await market.storedHistory(symbol, ALL, "1wk").catch(() => null);
    if (history === null || history.stale) askFor(symbol);
    if (history !== null && history.bars.count > 0) return { history };
    return { history: null, question: questions.get(symbol) ?? null };
  };
  return {
    of,
    async edition(symbol) {
      const state = await of(symbol);
      if (state.history === null) return `${state.question?.askedAt.toISOString()} ${state.question?.outcome}`;
      return `${state.history.symbol} ${state.history.tag} ${state.history.lastDay}`;
    },
  };
}

/** Both kinds are written for callers of the API; whatever else went wrong is in the log of the providers. */
function reasonOf(error: unknown): string | null {
  return error instanceof NotFoundError || error instanceof UnavailableError ? error.message : null;
}

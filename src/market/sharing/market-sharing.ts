/** Shares the budgets and the pauses of the providers of prices between several processes, so that a provider meets them as one. */

import type { SharedStore } from "../../redis/shared-store.ts";
import { storeScript } from "../../redis/store-script.ts";
import type { ProviderId } from "../market.ts";
import type { Purpose } from "../rate-budget.ts";
import { type BudgetWindow, HAND_IN, SPEND } from "./budget-scripts.ts";

export type PauseNews =
  /** The circuit breaker of a provider opened. */
  | { readonly kind: "paused"; readonly provider: ProviderId; readonly forMs: number; readonly pauses: number }
  /** The provider answers again. */
  | { readonly kind: "answers"; readonly provider: ProviderId };

/** A question that was asked; `atMs` is on the clock of the process and names it. */
export interface SpentQuestion {
  readonly purpose: Purpose;
  readonly atMs: number;
}

/** Null where the shared store does not answer: the caller goes by what it knows itself. */
export interface MarketSharing {
  readonly replicas: () => number;
  tell(news: PauseNews): void;
  /** Hears what the other processes tell, and after a connection was made, which providers are paused. */
  hear(listener: (news: PauseNews) => void): void;
  /** Spends one question of the budget that all processes have together. `freeInMs`: 0 when it was spent; `ahead` as in a RateBudget. */
  spend(
    provider: ProviderId,
    question: SpentQuestion,
    windows: readonly BudgetWindow[],
    ahead: number,
  ): Promise<{ readonly freeInMs: number; readonly left: number } | null>;
  /** Adds what this process has asked to a store that may have lost it. */
  handIn(provider: ProviderId, asked: readonly SpentQuestion[], longestMs: number): void;
  /** Calls whenever the shared store can be used again. */
  whenUp(listener: () => void): void;
  /** Tells whether this process is the one that tries a paused provider. */
  claimTrial(provider: ProviderId): Promise<boolean | null>;
  releaseTrial(provider: ProviderId): void;
}

/** A process that dies while it tries a provider keeps the others from it for so long. */
const TRIAL_MS = 20_000;

const PAUSE = storeScript("return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])");
const PAUSED = storeScript("return {redis.call('GET', KEYS[1]) or '', redis.call('PTTL', KEYS[1])}");
const CLAIM = storeScript("return redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) and 1 or 0");
const REMOVE = storeScript("return redis.call('DEL', KEYS[1])");

/** @param elapsedMs the clock on which questions are counted */
export function shareMarket(
  store: SharedStore,
  providers: readonly ProviderId[],
  elapsedMs: () => number,
): MarketSharing {
  const listeners: ((news: PauseNews) => void)[] = [];
  const key = (provider: ProviderId, name: string) => store.key(`market:${provider}:${name}`);
  const inform = (news: PauseNews) => {
    for (const listener of listeners) listener(news);
  };
  const run = async (...what: Parameters<SharedStore["run"]>): Promise<unknown> => {
    if (!store.isUp || store.isSlow) return undefined;
    try {
      return await store.inTime(store.run(...what));
    } catch {
      return undefined;
    }
  };
  store.hear("market", (text) => {
    const { from, news } = JSON.parse(text) as { readonly from: string; readonly news: PauseNews };
    if (from !== store.replica) inform(news);
  });
  const lookForPauses = async () => {
    for (const provider of providers) {
      const [pauses, forMs] = ((await run(PAUSED, [key(provider, "pause")], [])) ?? ["", -2]) as [string, number];
      if (pauses !== "" && forMs > 0) inform({ kind: "paused", provider, forMs, pauses: Number(pauses) });
    }
  };
  store.listen({ up: () => void lookForPauses() });
  const logsOf = (provider: ProviderId, purpose: Purpose) => [key(provider, "caller"), key(provider, purpose)];
  const member = ({ atMs }: SpentQuestion) => `${store.replica}:${atMs}`;
  return {
    whenUp: (up) => store.listen({ up }),
    handIn(provider, asked, longestMs) {
      for (const each of asked) {
        const age = Math.max(0, Math.round(elapsedMs() - each.atMs));
        const args = [longestMs, member(each), age];
        store.run(HAND_IN, logsOf(provider, each.purpose), args).catch(() => undefined);
      }
    },
    replicas: () => store.replicas,
    hear: (listener) => void listeners.push(listener),
    tell(news) {
      store.tell("market", JSON.stringify({ from: store.replica, news }));
      if (news.kind === "paused") {
        void run(PAUSE, [key(news.provider, "pause")], [news.pauses, Math.max(1, Math.round(news.forMs))]);
      } else if (news.kind === "answers") void run(REMOVE, [key(news.provider, "pause")], []);
    },
    async spend(provider, question, windows, ahead) {
      const figures = windows.flatMap((each) => [each.lengthMs, each.limit, each.until, each.share]);
      const args = [member(question), ahead, ...figures];
      const answer = (await run(SPEND, logsOf(provider, question.purpose), args)) as [number, number] | undefined;
      return answer === undefined ? null : { freeInMs: answer[0], left: answer[1] };
    },
    async claimTrial(provider) {
      const claimed = await run(CLAIM, [key(provider, "trial")], [store.replica, TRIAL_MS]);
      return claimed === undefined ? null : claimed === 1;
    },
    releaseTrial: (provider) => void run(REMOVE, [key(provider, "trial")], []),
  };
}

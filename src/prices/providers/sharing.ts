/** Shares the budgets and pauses of price providers between processes, so that a provider sees them as one client. */
import type { SharedStore } from "../../store/redis/shared-store.ts";
import { createStoreScript } from "../../store/redis/store-script.ts";
import type { ProviderId } from "../market.ts";
import { buildBudgetWindows, createRateBudget, type Purpose, type RateLimits } from "./rate-budget.ts";

export type PauseNews =
  /** The circuit breaker of a provider opened. */
  | { readonly kind: "paused"; readonly provider: ProviderId; readonly forMs: number; readonly pauses: number }
  /** The provider answers again. */
  | { readonly kind: "answers"; readonly provider: ProviderId };

export type MarketSharing = ReturnType<typeof shareMarket>;

/** If a process dies while it probes a paused provider, the others wait this long before they probe it. */
const TRIAL_MS = 20_000;
/** How long the remaining budget stays valid after the last request. */
const KNOWN_MS = 60_000;

const PAUSE = createStoreScript("return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])");
const PAUSED = createStoreScript("return {redis.call('GET', KEYS[1]) or '', redis.call('PTTL', KEYS[1])}");
const CLAIM = createStoreScript("return redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) and 1 or 0");
const REMOVE = createStoreScript("return redis.call('DEL', KEYS[1])");

/** @param readElapsedMs clock by which requests are counted. */
export function shareMarket(store: SharedStore, providers: readonly ProviderId[], readElapsedMs: () => number) {
  const listeners: ((news: PauseNews) => void)[] = [];
  const buildKey = (provider: ProviderId, name: string) => store.addPrefix(`market:${provider}:${name}`);
  const notifyListeners = (news: PauseNews) => {
    for (const listener of listeners) listener(news);
  };
  /** Undefined if the shared store does not respond: the caller then relies on what it knows itself. */
  const run: SharedParts["run"] = async (...what) => {
    if (!store.isUp || store.isSlow) return undefined;
    try {
      return await store.awaitInTime(store.run(...what));
    } catch {
      return undefined;
    }
  };
  store.onMessage("market", (text) => {
    const { from, news } = JSON.parse(text) as { readonly from: string; readonly news: PauseNews };
    if (from !== store.replica) notifyListeners(news);
  });
  const readPauses = async () => {
    for (const provider of providers) {
      const [pauses, forMs] = ((await run(PAUSED, [buildKey(provider, "pause")], [])) ?? ["", -2]) as [string, number];
      if (pauses !== "" && forMs > 0) notifyListeners({ kind: "paused", provider, forMs, pauses: Number(pauses) });
    }
  };
  store.addListener({ onUp: () => void readPauses() });
  return {
    /** The budget shared by all processes. */
    createBudget: (provider: ProviderId, limits: RateLimits) =>
      createSharedBudget({ store, run, readElapsedMs, buildKey: (name) => buildKey(provider, name) }, limits),
    /** Calls `listener` with news from other processes and, once connected, with the providers that are paused. */
    onNews: (listener: (news: PauseNews) => void) => void listeners.push(listener),
    tell(news: PauseNews): void {
      store.sendToAll("market", JSON.stringify({ from: store.replica, news }));
      if (news.kind === "paused") {
        void run(PAUSE, [buildKey(news.provider, "pause")], [news.pauses, Math.max(1, Math.round(news.forMs))]);
      } else void run(REMOVE, [buildKey(news.provider, "pause")], []);
    },
    /** Returns whether this process may probe a paused provider; null if the shared store does not respond. */
    async claimTrial(provider: ProviderId): Promise<boolean | null> {
      const claimed = await run(CLAIM, [buildKey(provider, "trial")], [store.replica, TRIAL_MS]);
      return claimed === undefined ? null : claimed === 1;
    },
    releaseTrial: (provider: ProviderId) => void run(REMOVE, [buildKey(provider, "trial")], []),
  };
}

interface SharedParts {
  readonly store: SharedStore;
  readonly readElapsedMs: () => number;
  readonly buildKey: (name: string) => string;
  readonly run: (...what: Parameters<SharedStore["run"]>) => Promise<unknown>;
}

/** While the shared store does not respond, this process has its own part of the budget, less everything it has sent. */
function createSharedBudget({ store, readElapsedMs, buildKey, run }: SharedParts, limits: RateLimits) {
  const windows = buildBudgetWindows(limits);
  const own = createRateBudget(limits, () => store.replicas);
  let lastMs = Number.NEGATIVE_INFINITY;
  let known = { left: 0, atMs: Number.NEGATIVE_INFINITY };
  const getLogKeys = (purpose: Purpose) => [buildKey("caller"), buildKey(purpose)];
  const buildLogMember = (atMs: number) => `${store.replica}:${atMs}`;
  /** Reports this process's requests again to a store that lost its log. */
  const restoreSpent = () => {
    for (const { purpose, atMs } of own.spent) {
      const ageMs = Math.max(0, Math.round(readElapsedMs() - atMs));
      store.run(HAND_IN, getLogKeys(purpose), [own.longestMs, buildLogMember(atMs), ageMs]).catch(() => undefined);
    }
  };
  store.addListener({ onUp: restoreSpent });
  return {
    /** Spends one request like a RateBudget. */
    async spend(purpose: Purpose, nowMs: number, ahead = 0): Promise<number> {
      // A request is named by its time, so each needs a unique time.
      const atMs = Math.max(nowMs, lastMs + 0.001);
      lastMs = atMs;
      const figures = windows.flatMap((window) => {
        return [window.lengthMs, window.limits.caller, window.until[purpose], window.limits[purpose]];
      });
      const spent = await run(SPEND, getLogKeys(purpose), [buildLogMember(atMs), ahead, ...figures]);
      const [freeInMs, left] = (spent ?? [own.spend(purpose, atMs, ahead), 0]) as [number, number];
      known = { left, atMs: spent === undefined ? Number.NEGATIVE_INFINITY : atMs };
      if (freeInMs === 0 && spent !== undefined) own.add(purpose, atMs);
      return freeInMs;
    },
    countLeft: (atMs: number) => (atMs - known.atMs < KNOWN_MS ? known.left : own.countLeft(atMs)),
  };
}

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local function text(number) return string.format('%.0f', number) end
local logs = KEYS[1] == KEYS[2] and {KEYS[1]} or {KEYS[1], KEYS[2]}`;

/**
 * Spends one request if every window has room. KEYS: the log of requests for any purpose, and the log for this purpose (for requests of callers, both keys are the same).
 * ARGV: the member; how many wait before it; then for each window its length in milliseconds, the maximum requests in it, the number of requests for
 * all purposes at which this purpose gets no more, and the maximum requests for this purpose. @returns the milliseconds until there is room, 0 if it
 * was spent; and how many requests a caller could still send.
 */
const SPEND = createStoreScript(`${NOW}
local function freeIn(log, from, limit, length)
  local over = redis.call('ZCOUNT', log, from, '+inf') - limit + ARGV[2]
  if over < 0 then return 0 end
  local first = redis.call('ZRANGEBYSCORE', log, from, '+inf', 'WITHSCORES', 'LIMIT', over, 1)
  return math.max(1, math.ceil(((first[2] or now) - now) / 1000 + length))
end
local left, longest, wait = math.huge, 0, 0
for at = 3, #ARGV, 4 do
  local length = tonumber(ARGV[at])
  local from = '(' .. text(now - length * 1000)
  left = math.min(left, ARGV[at + 1] - redis.call('ZCOUNT', KEYS[1], from, '+inf'))
  longest = math.max(longest, length)
  wait = math.max(wait, freeIn(KEYS[1], from, ARGV[at + 2], length), freeIn(KEYS[2], from, ARGV[at + 3], length))
end
if wait == 0 then
  for _, log in ipairs(logs) do
    redis.call('ZADD', log, text(now), ARGV[1])
    redis.call('PEXPIRE', log, longest)
    redis.call('ZREMRANGEBYSCORE', log, '-inf', text(now - longest * 1000))
  end
  left = left - 1
end
return {wait, math.max(0, left)}`);

/** Adds a request that the store may have lost. KEYS: as above. ARGV: the longest window, the member, its age in milliseconds. */
const HAND_IN = createStoreScript(`${NOW}
for _, log in ipairs(logs) do
  redis.call('ZADD', log, 'NX', text(now - ARGV[3] * 1000), ARGV[2])
  redis.call('PEXPIRE', log, ARGV[1])
end
return 1`);

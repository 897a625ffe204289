/** Shares the budgets and pauses of price providers between processes, so that a provider sees them as one client. */
import type { SharedStore } from "../../store/redis/shared-store.ts";
import { createStoreScript } from "../../store/redis/store-script.ts";
import type { ProviderId } from "../market.ts";
import { buildBudgetWindows, createRateBudget, type Purpose, type RateLimits } from "./rate-budget.ts";

export type PauseNews =
  /** The provider's circuit breaker opened. */
  | { readonly kind: "paused"; readonly provider: ProviderId; readonly forMs: number; readonly pauses: number }
  | { readonly kind: "answers"; readonly provider: ProviderId };

export type MarketSharing = ReturnType<typeof createProviderState>;

/** A process's claim to probe a paused provider expires after this time: if the process dies, another process may then probe. */
const PROBE_CLAIM_MS = 20_000;
/** How long this process relies on the remaining budget that it last read from the shared store. */
const KNOWN_MS = 60_000;

const PAUSE = createStoreScript("return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])");
const PAUSED = createStoreScript("return {redis.call('GET', KEYS[1]) or '', redis.call('PTTL', KEYS[1])}");
const CLAIM = createStoreScript("return redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) and 1 or 0");
const REMOVE = createStoreScript("return redis.call('DEL', KEYS[1])");

/** @param readElapsedMs monotonic milliseconds, for the budgets. */
export function createProviderState(store: SharedStore, providers: readonly ProviderId[], readElapsedMs: () => number) {
  const listeners: ((news: PauseNews) => void)[] = [];
  const buildKey = (provider: ProviderId, name: string) => store.addPrefix(`market:${provider}:${name}`);
  const notifyListeners = (news: PauseNews) => {
    for (const listener of listeners) listener(news);
  };
  /** Undefined if the shared store does not respond: the caller then uses this process's own data. */
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
  const reportStoredPauses = async () => {
    for (const provider of providers) {
      const [pauses, forMs] = ((await run(PAUSED, [buildKey(provider, "pause")], [])) ?? ["", -2]) as [string, number];
      if (pauses !== "" && forMs > 0) notifyListeners({ kind: "paused", provider, forMs, pauses: Number(pauses) });
    }
  };
  store.addListener({ onUp: () => void reportStoredPauses() });
  return {
    createBudget: (provider: ProviderId, limits: RateLimits) =>
      createSharedBudget({ store, run, readElapsedMs, buildKey: (name) => buildKey(provider, name) }, limits),
    /** Calls `listener` with news from other processes and, whenever the store connects, with each provider's current pause. */
    onNews: (listener: (news: PauseNews) => void) => void listeners.push(listener),
    send(news: PauseNews): void {
      store.sendToAll("market", JSON.stringify({ from: store.replica, news }));
      if (news.kind === "paused") {
        void run(PAUSE, [buildKey(news.provider, "pause")], [news.pauses, Math.max(1, Math.round(news.forMs))]);
      } else void run(REMOVE, [buildKey(news.provider, "pause")], []);
    },
    /** Returns whether this process may probe a paused provider; null if the shared store does not respond. */
    async claimProbe(provider: ProviderId): Promise<boolean | null> {
      const claimed = await run(CLAIM, [buildKey(provider, "trial")], [store.replica, PROBE_CLAIM_MS]);
      return claimed === undefined ? null : claimed === 1;
    },
    releaseProbe: (provider: ProviderId) => void run(REMOVE, [buildKey(provider, "trial")], []),
  };
}

interface SharedParts {
  readonly store: SharedStore;
  readonly readElapsedMs: () => number;
  readonly buildKey: (name: string) => string;
  readonly run: (...what: Parameters<SharedStore["run"]>) => Promise<unknown>;
}

/** While the shared store does not respond, this process uses its share of the budget. Requests already sent count toward it. */
function createSharedBudget({ store, readElapsedMs, buildKey, run }: SharedParts, limits: RateLimits) {
  const windows = buildBudgetWindows(limits);
  const local = createRateBudget(limits, () => store.replicas);
  let lastMs = Number.NEGATIVE_INFINITY;
  let lastKnown = { left: 0, atMs: Number.NEGATIVE_INFINITY };
  const getLogKeys = (purpose: Purpose) => [buildKey("caller"), buildKey(purpose)];
  const buildLogEntry = (atMs: number) => `${store.replica}:${atMs}`;
  /** Records this process's requests in the shared store again, since the shared store may have lost the log. */
  const restoreSpentRequests = () => {
    for (const { purpose, atMs } of local.spent) {
      const ageMs = Math.max(0, Math.round(readElapsedMs() - atMs));
      store.run(RESTORE, getLogKeys(purpose), [local.longestMs, buildLogEntry(atMs), ageMs]).catch(() => undefined);
    }
  };
  store.addListener({ onUp: restoreSpentRequests });
  return {
    /** See `spend` of `createRateBudget`. */
    async spend(purpose: Purpose, nowMs: number, ahead = 0): Promise<number> {
      // The time identifies a request in the log, so it must be unique.
      const atMs = Math.max(nowMs, lastMs + 0.001);
      lastMs = atMs;
      const figures = windows.flatMap((window) => {
        return [window.lengthMs, window.limits.caller, window.until[purpose], window.limits[purpose]];
      });
      const spent = await run(SPEND, getLogKeys(purpose), [buildLogEntry(atMs), ahead, ...figures]);
      const [freeInMs, left] = (spent ?? [local.spend(purpose, atMs, ahead), 0]) as [number, number];
      lastKnown = { left, atMs: spent === undefined ? Number.NEGATIVE_INFINITY : atMs };
      if (freeInMs === 0 && spent !== undefined) local.add(purpose, atMs);
      return freeInMs;
    },
    countRemaining: (atMs: number) => (atMs - lastKnown.atMs < KNOWN_MS ? lastKnown.left : local.countRemaining(atMs)),
  };
}

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local function text(number) return string.format('%.0f', number) end
local logs = KEYS[1] == KEYS[2] and {KEYS[1]} or {KEYS[1], KEYS[2]}`;

/**
 * Records one request if every window allows the request. KEYS: the log of the requests for all purposes, and the log of the
 * requests for this purpose. For the purpose `caller`, both keys are the log for all purposes. ARGV: the request's log member,
 * the number of requests that wait ahead of the request, and four numbers for each `Window`. The four numbers are the window's
 * length in milliseconds, `limits.caller`, and the values of `until` and `limits` for this purpose. @returns the milliseconds
 * until the request is allowed, or 0 if the request was recorded. Also returns how many requests a caller could still send.
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

/** Adds a request that the store may have lost. KEYS: like `SPEND`. ARGV: longest window in ms, log member, age in ms. */
const RESTORE = createStoreScript(`${NOW}
for _, log in ipairs(logs) do
  redis.call('ZADD', log, 'NX', text(now - ARGV[3] * 1000), ARGV[2])
  redis.call('PEXPIRE', log, ARGV[1])
end
return 1`);

/**
 * Scripts for the sliding log in the shared store: one sorted set per identity, whose members are admitted requests and whose
 * scores are their times in microseconds. All processes use the store's clock.
 */
import { createStoreScript, type StoreScript } from "../../store/redis/store-script.ts";
import { WINDOW_MS } from "./rate-limit.ts";

const WINDOW_US = WINDOW_MS * 1000;

/** Result of `count`: 1 if the request was admitted, else 0; the requests in the window; the two waits of `RateState` in µs. */
export type CountAnswer = readonly [admitted: number, count: number, nextInUs: number, fullInUs: number];

export interface LimiterScripts {
  /**
   * Counts one request. KEYS: the identity's log. ARGV: the member to add to the log's sorted set (empty to count nothing); the
   * quota; the count above which an admission is announced; the channel for announcements; the identity.
   */
  readonly count: StoreScript;
  /** Removes an admitted request. KEYS: the identity's log. ARGV: the request's member in the log's sorted set. */
  readonly withdraw: StoreScript;
}

/** @param time Lua expression that returns seconds and microseconds; tests pass their own clock. */
export function createLimiterScripts(time = "redis.call('TIME')"): LimiterScripts {
  const now = `
local time = ${time}
local now = time[1] * 1000000 + time[2]
local function text(number) return string.format('%.0f', number) end`;
  return {
    count: createStoreScript(`${now}
local log, member, quota = KEYS[1], ARGV[1], tonumber(ARGV[2])
local last = redis.call('ZRANGE', log, -1, -1, 'WITHSCORES')[2]
if last and tonumber(last) > now then
  -- The clock was set back: the log moves with it, so that nothing counts twice or for longer than the window.
  local all, back = redis.call('ZRANGE', log, 0, -1, 'WITHSCORES'), tonumber(last) - now
  for at = 1, #all, 2 do redis.call('ZADD', log, text(all[at + 1] - back), all[at]) end
end
local ended = text(now - ${WINDOW_US})
local count, admitted = redis.call('ZCOUNT', log, '(' .. ended, '+inf'), 0
if member ~= '' and count < quota then
  redis.call('ZADD', log, text(now), member)
  redis.call('PEXPIRE', log, ${WINDOW_MS})
  count, admitted = count + 1, 1
  if count > tonumber(ARGV[3]) then redis.call('PUBLISH', ARGV[4], count .. ' ' .. ARGV[5]) end
end
-- Only now: a store without memory refuses to add, unless the script has written before.
redis.call('ZREMRANGEBYSCORE', log, '-inf', ended)
if count == 0 then return {0, 0, 0, 0} end
local oldest = redis.call('ZRANGE', log, math.max(0, count - quota), math.max(0, count - quota), 'WITHSCORES')[2]
local latest = redis.call('ZRANGE', log, -1, -1, 'WITHSCORES')[2]
return {admitted, count, (oldest or latest) + ${WINDOW_US} - now, latest + ${WINDOW_US} - now}`),
    withdraw: createStoreScript("return redis.call('ZREM', KEYS[1], ARGV[1])"),
  };
}

import { storeScript } from "../../redis/store-script.ts";

/** A sliding window of a provider's budget. */
export interface BudgetWindow {
  readonly lengthMs: number;
  /** Most questions in it. */
  readonly limit: number;
  /** Questions of all purposes from which on no more is sent for the purpose at hand. */
  readonly until: number;
  /** Most of them for the purpose at hand. */
  readonly share: number;
}

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local function text(number) return string.format('%.0f', number) end
local logs = KEYS[1] == KEYS[2] and {KEYS[1]} or {KEYS[1], KEYS[2]}`;

/**
 * Spends one question if every window has room. KEYS: the questions for any purpose, and those for this one (the same key
 * for callers). ARGV: the member; how many wait before it; of each window its length in milliseconds and, as a
 * `BudgetWindow` names them, `limit`, `until` and `share`.
 * @returns the milliseconds after which there is room, 0 when it was spent; and how many a caller could still ask.
 */
export const SPEND = storeScript(`${NOW}
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

/** Adds a question of which the store may not know. KEYS: as above. ARGV: the longest window, the member, its age in milliseconds. */
export const HAND_IN = storeScript(`${NOW}
for _, log in ipairs(logs) do
  redis.call('ZADD', log, 'NX', text(now - ARGV[3] * 1000), ARGV[2])
  redis.call('PEXPIRE', log, ARGV[1])
end
return 1`);

import { storeScript } from "../../redis/store-script.ts";

/** A sliding window of a provider's budget. */
export interface BudgetWindow {
  readonly lengthMs: number;
  /** Most questions in it. */
  readonly limit: number;
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
 * for callers). ARGV: the member; of each window its length in milliseconds, its limit and the purpose's share.
 * @returns 1 when spent, and how many a caller could still ask.
 */
export const SPEND = storeScript(`${NOW}
local left, longest, isAllowed = math.huge, 0, 1
for at = 2, #ARGV, 3 do
  local from = '(' .. text(now - ARGV[at] * 1000)
  local room = ARGV[at + 1] - redis.call('ZCOUNT', KEYS[1], from, '+inf')
  left = math.min(left, room)
  longest = math.max(longest, tonumber(ARGV[at]))
  if room <= 0 or redis.call('ZCOUNT', KEYS[2], from, '+inf') >= tonumber(ARGV[at + 2]) then isAllowed = 0 end
end
if isAllowed == 1 then
  for _, log in ipairs(logs) do
    redis.call('ZADD', log, text(now), ARGV[1])
    redis.call('PEXPIRE', log, longest)
    redis.call('ZREMRANGEBYSCORE', log, '-inf', text(now - longest * 1000))
  end
  left = left - 1
end
return {isAllowed, math.max(0, left)}`);

/** Adds a question of which the store may not know. KEYS: as above. ARGV: the longest window, the member, its age in milliseconds. */
export const HAND_IN = storeScript(`${NOW}
for _, log in ipairs(logs) do
  redis.call('ZADD', log, 'NX', text(now - ARGV[3] * 1000), ARGV[2])
  redis.call('PEXPIRE', log, ARGV[1])
end
return 1`);

import { LRUCache } from "lru-cache";

/** Keeps the `max` values used last, each for `ttlMs` on the caller's clock. */
export function createTtlCache<T extends {}>(max: number, ttlMs: number, elapsedMs: () => number): LRUCache<string, T> {
  return new LRUCache({
    // The library makes room for all values at once where it is given `max`.
    maxSize: max,
    sizeCalculation: () => 1,
    // The library counts a value as stale after its time, this cache at the end of it.
    ttl: ttlMs - 1,
    // The library takes a value that was set at 0 for one without an end, and keeps the time for a millisecond of its own clock.
    perf: { now: () => elapsedMs() + 1 },
    ttlResolution: 0,
  });
}

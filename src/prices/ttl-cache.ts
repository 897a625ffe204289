import { LRUCache } from "lru-cache";

/** Creates an LRU cache of `max` values, each kept for `ttlMs` on the caller's clock. */
export function createTtlCache<T extends {}>(
  max: number,
  ttlMs: number,
  readElapsedMs: () => number,
): LRUCache<string, T> {
  return new LRUCache({
    // With `max`, the library would allocate room for all values at once.
    maxSize: max,
    sizeCalculation: () => 1,
    // In the library, a value is stale once its age exceeds the TTL. In this cache, it is stale once its age reaches the TTL.
    ttl: ttlMs - 1,
    // The library never expires a value set at time 0, and by default caches the time for a millisecond.
    perf: { now: () => readElapsedMs() + 1 },
    ttlResolution: 0,
  });
}

/** Remembers the last `capacity` things for `lifetimeMs` on the caller's clock. */
interface ShortMemory<T> {
  get(key: string, nowMs: number): T | undefined;
  set(key: string, value: T, nowMs: number): void;
  delete(key: string): void;
  readonly size: number;
}

export function createShortMemory<T>(capacity: number, lifetimeMs: number): ShortMemory<T> {
  const kept = new Map<string, { readonly value: T; readonly untilMs: number }>();
  return {
    get(key, nowMs) {
      const found = kept.get(key);
      if (found === undefined || found.untilMs > nowMs) return found?.value;
      kept.delete(key);
      return undefined;
    },
    set(key, value, nowMs) {
      kept.delete(key);
      kept.set(key, { value, untilMs: nowMs + lifetimeMs });
      const oldest = kept.keys().next();
      if (kept.size > capacity && !oldest.done) kept.delete(oldest.value);
    },
    delete: (key) => void kept.delete(key),
    get size() {
      return kept.size;
    },
  };
}

interface Cache<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: NoInfer<V>): unknown;
}

/** Returns the value of a key; if the key has none, creates and adds it. */
export function getOrAdd<K, V>(cache: Cache<K, V>, key: K, make: () => V): V {
  let value = cache.get(key);
  if (value === undefined) {
    value = make();
    cache.set(key, value);
  }
  return value;
}

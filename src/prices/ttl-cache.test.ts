import assert from "node:assert/strict";
import { test } from "node:test";
import { createTtlCache } from "./ttl-cache.ts";

test("drops a value that is too old, and the oldest value if there are too many", () => {
  let now = 0;
  const cache = createTtlCache<number>(2, 1_000, () => now);
  cache.set("a", 1);
  now = 999;
  assert.equal(cache.get("a"), 1);
  now = 1_000;
  assert.equal(cache.get("a"), undefined);
  for (const [value, key] of ["b", "c", "d"].entries()) cache.set(key, value);
  assert.equal(cache.size, 2);
  assert.equal(cache.get("b"), undefined);
  assert.equal(cache.get("d"), 2);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { createApiKey, formatKeyForDisplay, hashApiKey, isApiKey } from "./api-key.ts";

const VECTOR = "ctd_live_7Hq2mVx9KpLz4RtYw8BnCd3FgJs6AaQe0ChR8G";

test("accepts the documented example key, and displays it as documented", () => {
  assert.ok(isApiKey(VECTOR));
  assert.equal(formatKeyForDisplay(VECTOR), "ctd_live_7Hq2…hR8G");
});

test("rejects a key with a changed, missing or additional character", () => {
  for (let at = 0; at < VECTOR.length; at += 1) {
    const changed = `${VECTOR.slice(0, at)}${VECTOR[at] === "z" ? "y" : "z"}${VECTOR.slice(at + 1)}`;
    assert.ok(!isApiKey(changed), changed);
  }
  for (const text of ["", "ctd_live_", VECTOR.toUpperCase(), `${VECTOR}A`, VECTOR.slice(0, -1), ` ${VECTOR}`]) {
    assert.ok(!isApiKey(text), text);
  }
});

test("new keys are valid and unique", () => {
  const keys = Array.from({ length: 2000 }, createApiKey);
  for (const key of keys) assert.ok(isApiKey(key), key);
  assert.equal(new Set(keys.map((key) => key.slice(9, 41))).size, keys.length);
});

test("stores a key as its SHA-256 hash", () => {
  assert.equal(hashApiKey("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

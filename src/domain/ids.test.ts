import assert from "node:assert/strict";
import { test } from "node:test";
import { createId, isId } from "./ids.ts";

test("an id is a prefix followed by a ULID that encodes the given time", () => {
  const id = createId("evt", new Date(1469918176385));
  assert.match(id, /^evt_01ARYZ6S41[0-9A-HJKMNP-TV-Z]{16}$/);
  assert.ok(isId("evt", id));
  assert.ok(!isId("dlv", id));
  assert.ok(!isId("evt", id.toLowerCase()));
  assert.throws(() => createId("evt", new Date(Number.NaN)), RangeError);
  assert.throws(() => createId("evt", new Date(-1)), RangeError);
});

test("ids of the same millisecond differ and stay in order; ids of a later millisecond sort after them", () => {
  const at = new Date("2026-11-20T08:00:00Z");
  const ids = Array.from({ length: 5000 }, () => createId("dlv", at));
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual([...ids].sort(), ids);
  assert.ok(createId("dlv", new Date(at.getTime() + 1)) > (ids.at(-1) as string));
  assert.notEqual(createId("dlv", at), ids[0]);
});

test("makes ids for any time from 1970 to the last time that fits in a ULID's timestamp", () => {
  const last = 2 ** 48 - 1;
  assert.match(createId("evt", new Date(0)), /^evt_0{10}/);
  assert.match(createId("evt", new Date(last)), /^evt_7Z{9}/);
  assert.throws(() => createId("evt", new Date(last + 1)), RangeError);
});

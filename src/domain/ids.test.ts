import assert from "node:assert/strict";
import { test } from "node:test";
import { isId, newId } from "./ids.ts";

test("an id is its prefix and a ULID of its time", () => {
  const id = newId("evt", new Date(1469918176385));
  assert.match(id, /^evt_01ARYZ6S41[0-9A-HJKMNP-TV-Z]{16}$/);
  assert.ok(isId("evt", id));
  assert.ok(!isId("dlv", id));
  assert.ok(!isId("evt", id.toLowerCase()));
  assert.throws(() => newId("evt", new Date(Number.NaN)), RangeError);
  assert.throws(() => newId("evt", new Date(-1)), RangeError);
});

test("ids of one millisecond differ and keep their order; later ones sort behind", () => {
  const at = new Date("2026-11-20T08:00:00Z");
  const ids = Array.from({ length: 5000 }, () => newId("dlv", at));
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual([...ids].sort(), ids);
  assert.ok(newId("dlv", new Date(at.getTime() + 1)) > (ids.at(-1) as string));
  assert.notEqual(newId("dlv", at), ids[0]);
});

test("an id can be made for every instant from 1970 until its ten digits of time are used up", () => {
  const last = 2 ** 48 - 1;
  assert.match(newId("evt", new Date(0)), /^evt_0{10}/);
  assert.match(newId("evt", new Date(last)), /^evt_7Z{9}/);
  assert.throws(() => newId("evt", new Date(last + 1)), RangeError);
});

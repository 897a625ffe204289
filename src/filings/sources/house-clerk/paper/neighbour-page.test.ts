import assert from "node:assert/strict";
import { test } from "node:test";
import { placeRules } from "./neighbour-page.ts";

const WHOLE = [100, 180, 400, 460, 500, 560, 630, 700, 800, 900];

test("restores a missing ruled line from a page with the same table", () => {
  const moved = WHOLE.filter((_, at) => at !== 5).map((x) => 12 + x * 1.004);
  const places = placeRules(moved, WHOLE, 1);
  assert.deepEqual(places?.map(({ isLost }) => isLost).indexOf(true), 5);
  assert.ok(Math.abs((places?.[5]?.at ?? 0) - (12 + 560 * 1.004)) < 1);
  assert.equal(places?.filter(({ isLost }) => isLost).length, 1);
});

test("does not take ruled lines from a different table", () => {
  const other = WHOLE.map((x) => (x === 500 ? 520 : x));
  assert.equal(placeRules(other, WHOLE, 1), null);
  assert.equal(placeRules([...WHOLE, 1000], WHOLE, 1), null);
  const few = WHOLE.filter((_, at) => at < 1 || at > 4);
  assert.equal(placeRules(few, WHOLE, 1), null);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { isPricedBy, positive, yearRange } from "./provided-quote.ts";

test("a range of 52 weeks that contradicts itself is not told; half a range is", () => {
  assert.deepEqual(yearRange(80.5, 120.25), { week52High: 120.25, week52Low: 80.5 });
  assert.deepEqual(yearRange(120.25, 80.5), { week52High: null, week52Low: null });
  assert.deepEqual(yearRange(0, 120.25), { week52High: 120.25, week52Low: null });
  assert.deepEqual(yearRange(undefined, "N/A"), { week52High: null, week52Low: null });
});

test("a price may be five minutes ahead of this clock, and no more", () => {
  const now = new Date("2026-11-20T15:00:00Z");
  assert.equal(isPricedBy(new Date("2026-11-20T15:05:00Z"), now), true);
  assert.equal(isPricedBy(new Date("2026-11-20T15:05:01Z"), now), false);
});

test("0 stands for no number", () => {
  assert.deepEqual([12.5, 0, -1, null].map(positive), [12.5, null, null, null]);
});

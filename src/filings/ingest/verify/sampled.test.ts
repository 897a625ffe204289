import assert from "node:assert/strict";
import { test } from "node:test";
import { drawSample, summariseOutcomes } from "./sampled.ts";

const items = Array.from({ length: 1000 }, (_, at) => `h${at}`);
const draw = (count: number, seed: string, from: readonly string[] = items) =>
  drawSample(from, count, seed, (item) => item);

test("a sample depends only on the seed, not on the order of the items, and contains no item twice", () => {
  assert.deepEqual(draw(20, "7"), draw(20, "7", items.toReversed()));
  assert.notDeepEqual(draw(20, "7"), draw(20, "8"));
  assert.equal(new Set(draw(500, "7")).size, 500);
  assert.equal(draw(5000, "7").length, 1000);
});

test("draws every item about equally often", () => {
  const counts = new Map<string, number>();
  for (let seed = 0; seed < 400; seed += 1) {
    for (const item of draw(2, String(seed), items.slice(0, 8))) counts.set(item, (counts.get(item) ?? 0) + 1);
  }
  for (const count of counts.values()) assert.ok(count > 60 && count < 140, String(count));
  assert.equal(counts.size, 8);
});

test("an item that could not be checked counts as neither equal nor different", () => {
  assert.deepEqual(summariseOutcomes(9, ["alike", { differs: "a" }, { notChecked: "b" }, "alike"]), {
    known: 9,
    drawn: 4,
    alike: 2,
    differences: ["a"],
    notChecked: ["b"],
  });
});

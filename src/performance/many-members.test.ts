import assert from "node:assert/strict";
import { test } from "node:test";
import { discoveries, shrinkage } from "./many-members.ts";

/** The example of Benjamini and Hochberg 1995, table 1, at a rate of 5 %: four findings. */
const P_VALUES = [
  0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
];

test("findings are those of the published example, whatever the order", () => {
  const marks = discoveries(P_VALUES, 0.05);
  assert.deepEqual(
    P_VALUES.filter((_, index) => marks[index]),
    P_VALUES.slice(0, 4),
  );
  assert.deepEqual(discoveries(P_VALUES.toReversed(), 0.05), marks.toReversed());
  assert.deepEqual(discoveries([]), []);
});

test("members whose means differ by no more than their errors are all drawn to the group's mean", () => {
  const drawn = shrinkage([
    { mean: 0.1, standardError: 0.2 },
    { mean: -0.1, standardError: 0.2 },
  ]);
  assert.deepEqual([drawn?.betweenVariance, drawn?.groupMean, drawn?.shrunken], [0, 0, [0, 0]]);
});

test("the less is known of a member, the nearer he is to the group", () => {
  const drawn = shrinkage([
    { mean: 0.5, standardError: 0.01 },
    { mean: 0.5, standardError: 0.3 },
    { mean: -0.5, standardError: 0.01 },
    { mean: -0.4, standardError: 0.01 },
  ]);
  const [known = 0, unsure = 0] = drawn?.shrunken ?? [];
  assert.ok(known > 0.49 && unsure < known && unsure > (drawn?.groupMean as number));
  assert.equal(shrinkage([{ mean: 1, standardError: 1 }]), null);
});

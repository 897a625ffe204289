import assert from "node:assert/strict";
import { test } from "node:test";
import { computeTwoSidedP, computeTwoSidedQuantile } from "./student-t.ts";

/** Published tables (NIST/SEMATECH e-Handbook 1.3.6.7.2), two-sided 10%. */
const TABLE: readonly (readonly [number, number])[] = [
  [1, 6.314],
  [2, 2.92],
  [5, 2.015],
  [9, 1.833],
  [30, 1.697],
  [100, 1.66],
];

test("quantiles match the printed table", () => {
  for (const [degrees, value] of TABLE)
    assert.equal(computeTwoSidedQuantile(0.1, degrees).toFixed(3), value.toFixed(3));
});

test("quantile and probability are inverses, also between whole degrees of freedom", () => {
  for (const degrees of [1, 2.5, 7.3, 40, 4_000]) {
    for (const p of [0.9, 0.1, 0.001]) {
      assert.ok(Math.abs(computeTwoSidedP(computeTwoSidedQuantile(p, degrees), degrees) - p) < 1e-9, `${degrees} ${p}`);
    }
  }
});

test("zero has probability one, and infinity zero", () => {
  assert.equal(computeTwoSidedP(0, 5), 1);
  assert.equal(computeTwoSidedP(Number.POSITIVE_INFINITY, 5), 0);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { drawSample, sampleSize } from "../../src/ingest/bundle/sample.ts";
import { randomFrom } from "../seeded-random.ts";

test("at least 50 pages of a publisher, then one in 50, and one of the fewest", () => {
  assert.deepEqual(
    [
      sampleSize(20, 0),
      sampleSize(200, 0),
      sampleSize(5000, 0),
      sampleSize(5000, 300),
      sampleSize(3, 60),
      sampleSize(30, 30),
    ],
    [20, 50, 100, 100, 1, 20],
  );
});

/** The number of tries in which the sample has a changed page. */
function found(changed: readonly number[], sureRows: (page: number) => number, tries: number): number {
  const random = randomFrom(7);
  const pages = Array.from({ length: 5000 }, (_, page) => ({ page, sureRows: sureRows(page) }));
  const bad = new Set(changed);
  let hits = 0;
  for (let at = 0; at < tries; at += 1) {
    const sample = drawSample(pages, sampleSize(pages.length, 0), () => random() || Number.MIN_VALUE);
    if (sample.some(({ page }) => bad.has(page))) hits += 1;
  }
  return hits;
}

test("of 200 tries a sample finds pages that were changed as often as the arithmetic says", () => {
  const fifty = Array.from({ length: 50 }, (_, at) => at * 100);
  // 1 - (1 - 100/5000)^50 = 63.6 %: 127 of 200, with a standard deviation of 6.8.
  const hits = found(fifty, () => 4, 200);
  assert.ok(Math.abs(hits - 127) < 4 * 6.8, `${hits}`);
  // One page of all: 2 %, 4 of 200, with a standard deviation of 2.
  const one = found([1234], () => 4, 200);
  assert.ok(one <= 12, `${one}`);
  // Pages with four times the weight of the others, a hundredth of all, are drawn nearly four times as often: 1 - (1 - 0.0777)^50 = 98 %.
  const heavy = found(fifty, (page) => (page % 100 === 0 ? 19 : 4), 200);
  assert.ok(heavy > 185, `${heavy}`);
});

test("every page is drawn once at most, and all where the sample is as large", () => {
  const pages = Array.from({ length: 60 }, (_, page) => ({ page, sureRows: page % 7 }));
  assert.equal(new Set(drawSample(pages, 50)).size, 50);
  assert.deepEqual(new Set(drawSample(pages, 60)), new Set(pages));
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { KINDS, type Kind, type Quarter } from "../../publication/dataset/facts/trade-sums.ts";
import { drawActivity } from "./activity-drawing.ts";

const NONE = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;

function toQuarters(year: number, quarter: number, number: number, counts: Partial<Quarter> = {}): readonly Quarter[] {
  return Array.from({ length: number }, (_, n) => {
    const at = year * 4 + quarter - 1 + n;
    return { year: Math.floor(at / 4), quarter: (at % 4) + 1, ...NONE, buys: 1, sells: 1, ...counts };
  });
}

function listLabels(drawn: readonly Quarter[]) {
  const texts = String(drawActivity(drawn, "of X").body).matchAll(
    /<text x="([\d.]+)" y="186" text-anchor="middle">(\d{4})</g,
  );
  return [...texts].map(([, x, year]) => ({ x: Number(x), year: Number(year) }));
}

test("year labels do not overlap, however many years there are and whenever the first starts", () => {
  for (const quarter of [1, 2, 3, 4]) {
    for (const number of [1, 2, 5, 9, 23, 40, 60, 120]) {
      const years = listLabels(toQuarters(2012, quarter, number));
      assert.ok(years.length > 0);
      for (const [at, { x }] of years.entries()) assert.ok(at === 0 || x - (years[at - 1]?.x ?? 0) >= 46);
    }
  }
});

test("the label of a year with a single quarter is under its column", () => {
  const { body } = drawActivity(toQuarters(2025, 3, 1), "of X");
  const [, left, width] = /<rect class="buys" x="([\d.]+)" y="\d+" width="([\d.]+)"/.exec(String(body)) ?? [];
  assert.deepEqual(listLabels(toQuarters(2025, 3, 1)), [{ x: Number(left) + Number(width) / 2, year: 2025 }]);
});

test("omits a partial year's label if the next one leaves it no room", () => {
  const [first] = listLabels(toQuarters(2020, 4, 23));
  assert.equal(first?.year, 2021);
});

test("the axis has one label at zero, even if it ends there", () => {
  const listNumbers = (drawn: readonly Quarter[]) =>
    [...String(drawActivity(drawn, "of X").body).matchAll(/text-anchor="end">([\d,]+)</g)].map(([, text]) => text);
  assert.deepEqual(listNumbers(toQuarters(2020, 1, 4, { buys: 1200, sells: 1 })), ["1,200", "0"]);
  assert.deepEqual(listNumbers(toQuarters(2020, 1, 4, { buys: 8, sells: 13 })), ["8", "13", "0"]);
});

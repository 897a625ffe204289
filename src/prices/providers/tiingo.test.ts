import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import { readPrices } from "./tiingo.ts";

const TODAY = "2026-11-20" as IsoDate;
const toDay = (date: string, price: number, change: Record<string, unknown> = {}) => ({
  date: `${date}T00:00:00.000Z`,
  ...{ open: price, high: price + 1, low: price - 1, close: price, volume: 1_000 },
  ...{ adjClose: 1, adjHigh: 1, adjLow: 1, adjOpen: 1, adjVolume: 1, divCash: 0, splitFactor: 1 },
  ...change,
});
const read = (days: unknown) => readPrices(days, "SMPL", TODAY).bars.map((bar) => [bar.date, bar.close, bar.volume]);

test("rescales prices before a split to today's scale, and volumes inversely, over several splits", () => {
  const { bars, splits, dropped } = readPrices(
    [
      toDay("2026-11-12", 1_200),
      toDay("2026-11-13", 120, { splitFactor: 10 }),
      toDay("2026-11-16", 121),
      toDay("2026-11-17", 484, { splitFactor: 0.25 }),
    ],
    "SMPL",
    TODAY,
  );
  assert.deepEqual(
    bars.map((bar) => [bar.date, bar.close, bar.high, bar.volume]),
    [
      ["2026-11-17", 484, 485, 1_000],
      ["2026-11-16", 484, 488, 250],
      ["2026-11-13", 480, 484, 250],
      ["2026-11-12", 480, 480.4, 2_500],
    ],
  );
  assert.deepEqual(splits, [
    { date: "2026-11-13", ratio: 10 },
    { date: "2026-11-17", ratio: 0.25 },
  ]);
  assert.equal(dropped, 0);
});

test("counts a split once, even out of order and sent twice", () => {
  const days = [
    toDay("2026-11-13", 10, { splitFactor: 2 }),
    toDay("2026-11-12", 20),
    toDay("2026-11-13", 10, { splitFactor: 2 }),
  ];
  assert.deepEqual(read(days), [
    ["2026-11-13", 10, 1_000],
    ["2026-11-12", 10, 2_000],
  ]);
});

test("drops an implausible day, but still applies its split", () => {
  const days = [
    toDay("2026-11-12", 20),
    toDay("2026-11-13", 10, { splitFactor: 2, close: null }),
    toDay("2026-11-16", 11),
  ];
  assert.deepEqual(read(days), [
    ["2026-11-16", 11, 1_000],
    ["2026-11-12", 10, 2_000],
  ]);
});

for (const splitFactor of [undefined, null, 0, -10, "ten", 1e9]) {
  test(`drops all days before a day with the invalid split factor ${splitFactor}`, () => {
    const { bars, dropped } = readPrices(
      [toDay("2026-11-12", 20), toDay("2026-11-13", 10, { splitFactor }), toDay("2026-11-16", 11)],
      "SMPL",
      TODAY,
    );
    assert.deepEqual([bars.map((bar) => bar.date), dropped], [["2026-11-16", "2026-11-13"], 1]);
  });
}

test("rejects an answer that is not a list of days", () => {
  for (const body of [{ detail: "Not found." }, null, "text", [1, 2], [{ close: 5 }]]) {
    assert.throws(() => readPrices(body, "SMPL", TODAY), { code: "bad_answer" }, JSON.stringify(body));
  }
});

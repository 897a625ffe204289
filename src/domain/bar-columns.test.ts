import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Bar } from "./bar.ts";
import { barsOf, columnsOf } from "./bar-columns.ts";
import { addDays, type IsoDate } from "./dates.ts";

const cent = fc.integer({ min: 0, max: 9_999_999 }).map((cents) => cents / 100);
const millionth = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((number) => number / 1e6);
const price = fc.oneof(cent, millionth);
const row = fc.tuple(price, price, price, price, fc.maxSafeNat(), fc.integer({ min: 1, max: 400 }));

test("bars come out of their columns as they went in", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
      let date = "2031-01-01" as IsoDate;
      const bars = rows.map(([open, high, low, close, volume, gap]): Bar => {
        date = addDays(date, -gap);
        return { date, open, high, low, close, volume };
      });
      assert.deepEqual(barsOf(columnsOf(bars)), bars);
    }),
    { numRuns: 300 },
  );
});

test("days before 1970 and far ahead keep their dates", () => {
  const bars = ["2099-12-31", "1970-01-01", "1969-12-31", "1962-01-02"].map(
    (date): Bar => ({ date: date as IsoDate, open: 1, high: 2, low: 0.5, close: 1.25, volume: 7 }),
  );
  assert.deepEqual(barsOf(columnsOf(bars)), bars);
});

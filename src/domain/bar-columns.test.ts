import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Bar } from "./bar.ts";
import { toBarColumns, toBars } from "./bar-columns.ts";
import { addDays, type IsoDate } from "./dates.ts";

const cent = fc.integer({ min: 0, max: 9_999_999 }).map((cents) => cents / 100);
const millionth = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((number) => number / 1e6);
const price = fc.oneof(cent, millionth);
const row = fc.tuple(price, price, price, price, fc.maxSafeNat(), fc.integer({ min: 1, max: 400 }));

test("bars survive the conversion to columns and back", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
      let date = "2031-01-01" as IsoDate;
      const bars = rows.map(([open, high, low, close, volume, gap]): Bar => {
        date = addDays(date, -gap);
        return { date, open, high, low, close, volume };
      });
      assert.deepEqual(toBars(toBarColumns(bars)), bars);
    }),
    { numRuns: 300 },
  );
});

test("dates before 1970 and far in the future are kept", () => {
  const bars = ["2099-12-31", "1970-01-01", "1969-12-31", "1962-01-02"].map(
    (date): Bar => ({ date: date as IsoDate, open: 1, high: 2, low: 0.5, close: 1.25, volume: 7 }),
  );
  assert.deepEqual(toBars(toBarColumns(bars)), bars);
});

const bar: Bar = { date: "2026-02-03" as IsoDate, open: 1, high: 2, low: 0.5, close: 1.25, volume: 7 };

test("rounds a price to a millionth of a dollar", () => {
  assert.equal(toBars(toBarColumns([{ ...bar, close: 1.2345678 }]))[0]?.close, 1.234568);
});

test("prices up to $4 billion and volumes up to 2^53 are exact; negative, larger or non-numeric values are rejected", () => {
  for (const good of [{ open: 0, volume: 0 }, { high: 4e9 }, { volume: Number.MAX_SAFE_INTEGER }]) {
    const bars = [{ ...bar, ...good }];
    assert.deepEqual(toBars(toBarColumns(bars)), bars);
  }
  for (const high of [-0.01, 4e9 + 0.01, Number.NaN]) {
    assert.throws(() => toBarColumns([{ ...bar, high }]), /high of 2026-02-03 must be from 0 to 4 billion/);
  }
  for (const volume of [-1, Number.MAX_SAFE_INTEGER + 1, Number.NaN]) {
    assert.throws(() => toBarColumns([{ ...bar, volume }]), /volume of 2026-02-03 must be from 0 to 2\^53/);
  }
});

test("rejects bars that are not newest first, or that repeat a day", () => {
  for (const date of ["2026-02-03", "2026-02-04"] as IsoDate[]) {
    assert.throws(() => toBarColumns([bar, { ...bar, date }]), /newest first, each day once/);
  }
});

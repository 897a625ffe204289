import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../domain/dates.ts";
import { type ProvidedBar, parseCount, parseNumberOrNumericText, parsePriceUsd, readValidBars } from "./valid-bars.ts";

const TODAY = "2026-11-20" as IsoDate;
const toRow = (date: string | null, change: Partial<ProvidedBar> = {}): ProvidedBar => ({
  date: date as IsoDate | null,
  open: 10,
  high: 12,
  low: 9,
  close: 11,
  volume: 100,
  ...change,
});

test("returns rows newest first, and uses the last row received for the newest day", () => {
  const { bars, dropped } = readValidBars(
    [toRow("2026-11-19"), toRow("2026-11-17"), toRow("2026-11-20"), toRow("2026-11-20", { close: 11.5 })],
    TODAY,
  );
  assert.deepEqual(
    bars.map((bar) => [bar.date, bar.close]),
    [
      ["2026-11-20", 11.5],
      ["2026-11-19", 11],
      ["2026-11-17", 11],
    ],
  );
  assert.equal(dropped, 0);
});

const listDays = (count: number) =>
  ["02", "03", "04", "05", "06", "09", "10", "11", "12", "13"].slice(0, count).map((day) => toRow(`2026-11-${day}`));

test("drops a day with two different rows, except the newest day, and merges equal rows", () => {
  const rows = [
    ...listDays(9),
    toRow("2026-11-03"),
    toRow("2026-11-04", { volume: 7 }),
    toRow("2026-11-12", { volume: 8 }),
  ];
  const { bars, dropped } = readValidBars(rows, TODAY);
  assert.deepEqual([bars.length, dropped, bars[0]?.volume], [8, 2, 8]);
  assert.ok(!bars.some(({ date }) => date === "2026-11-04"));
});

test("drops days without trading: weekends, holidays, closures", () => {
  const october = ["26", "27", "28", "29", "30"].map((day) => toRow(`2026-10-${day}`));
  const rows = [...listDays(10), ...october, toRow("2026-11-14"), toRow("2025-12-25"), toRow("2025-01-09")];
  const { bars, dropped } = readValidBars(rows, TODAY);
  assert.deepEqual([bars.length, dropped], [15, 3]);
  assert.equal(bars[0]?.date, "2026-11-13");
});

test("rejects the whole answer if many days have two different rows or no trading", () => {
  const twice = listDays(10).flatMap((each) => [each, { ...each, close: 10.5 }]);
  assert.deepEqual(readValidBars(twice, TODAY), { bars: [], dropped: 20 });
  const weekends = [...listDays(5), toRow("2026-11-01"), toRow("2026-11-07")];
  assert.deepEqual(readValidBars(weekends, TODAY), { bars: [], dropped: 7 });
});

test("accepts a short answer with one holiday, but not with two holidays, a weekend day or a repeated day", () => {
  const read = (...rows: readonly ProvidedBar[]) => readValidBars(rows, TODAY).bars.map(({ date }) => date);
  assert.deepEqual(read(toRow("2026-09-07"), toRow("2026-09-08"), toRow("2026-09-09")), ["2026-09-09", "2026-09-08"]);
  assert.deepEqual(read(toRow("2026-09-04"), toRow("2026-09-07")), ["2026-09-04"]);
  assert.deepEqual(read(toRow("2026-05-25"), toRow("2026-05-26"), toRow("2026-09-07"), toRow("2026-09-08")), []);
  assert.deepEqual(read(toRow("2026-09-06"), toRow("2026-09-08"), toRow("2026-09-09")), []);
  const twice = [toRow("2026-09-08"), toRow("2026-09-08", { close: 10 }), toRow("2026-09-09"), toRow("2026-09-10")];
  assert.deepEqual(read(...twice), []);
});

test("a price that rounds to zero at a millionth of a dollar is not a price", () => {
  assert.deepEqual(readValidBars([toRow("2026-11-19", { low: 5e-324 })], TODAY), { bars: [], dropped: 1 });
  assert.deepEqual([parsePriceUsd(4.9e-7), parsePriceUsd("0.0000004"), parsePriceUsd(1e-6)], [null, null, 1e-6]);
});

for (const [what, bad] of [
  ["a null close", toRow("2026-11-19", { close: null })],
  ["NaN", toRow("2026-11-19", { open: Number.NaN })],
  ["a negative price", toRow("2026-11-19", { low: -1 })],
  ["a zero price", toRow("2026-11-19", { close: 0 })],
  ["an absurd price", toRow("2026-11-19", { high: 1e12 })],
  ["a word", toRow("2026-11-19", { close: "n/a" })],
  ["a high below the low", toRow("2026-11-19", { high: 8 })],
  ["a close above the high", toRow("2026-11-19", { close: 13 })],
  ["a missing volume", toRow("2026-11-19", { volume: undefined })],
  ["a negative volume", toRow("2026-11-19", { volume: -5 })],
  ["a future day", toRow("2026-11-21")],
  ["no day", toRow(null)],
] as const) {
  test(`${what} drops only its own row`, () => {
    const { bars, dropped } = readValidBars([bad, toRow("2026-11-18")], TODAY);
    assert.deepEqual([bars.map((bar) => bar.date), dropped], [["2026-11-18"], 1]);
  });
}

test("accepts decimal numbers sent as strings", () => {
  assert.deepEqual(readValidBars([toRow("2026-11-19", { close: "11.25", volume: "70" })], TODAY).bars[0], {
    date: "2026-11-19",
    open: 10,
    high: 12,
    low: 9,
    close: 11.25,
    volume: 70,
  });
  assert.equal(parseNumberOrNumericText("1e5"), null);
  assert.equal(parseNumberOrNumericText(""), null);
});

test("restores a price of six digits from a 32-bit float at any magnitude", () => {
  for (let exponent = -6; exponent <= 6; exponent += 1) {
    for (let n = 100_003; n < 1_000_000; n += 9_017) {
      const price = Number(`${n}e${exponent - 5}`);
      assert.equal(parsePriceUsd(Math.fround(price)), price);
    }
  }
});

test("removes 32-bit float noise, and leaves other numbers unchanged", () => {
  assert.equal(parsePriceUsd(47.477500915527344), 47.4775);
  assert.equal(parsePriceUsd(104.36166381835938), 104.361664);
  assert.equal(parsePriceUsd(244.87), 244.87);
  assert.equal(parsePriceUsd(650_123.5), 650_123.5);
});

test("rounds counts to whole numbers, and rejects negative and infinite counts", () => {
  assert.equal(parseCount(12.4), 12);
  assert.equal(parseCount(-1), null);
  assert.equal(parseCount(Number.POSITIVE_INFINITY), null);
});

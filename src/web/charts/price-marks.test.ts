import assert from "node:assert/strict";
import { test } from "node:test";
import { toDayNumber } from "../../domain/bar-columns.ts";
import type { IsoDate } from "../../domain/dates.ts";
import type { MarkedTrade } from "../../publication/dataset/facts/marked-trades.ts";
import { buildPriceMarks, formatMark, listMarkDays, MARK_WIDTH } from "./price-marks.ts";

let position = 0;

function createTrade(day: string, more: Partial<MarkedTrade> = {}): MarkedTrade {
  position += 1;
  return {
    position,
    kind: "buys",
    tradedDay: toDayNumber(day as IsoDate),
    disclosedDay: toDayNumber(day as IsoDate) + 30,
    person: 1,
    ...more,
  };
}

const createScale = (units: number) => (day: number) => (day - toDayNumber("2026-01-05" as IsoDate)) * units;

test("groups trades of the same kind and week, Monday to Sunday, into one mark that states the number of trades", () => {
  const trades = [
    createTrade("2026-01-05"),
    createTrade("2026-01-07", { kind: "sells" }),
    createTrade("2026-01-11", { person: 2 }),
    createTrade("2026-01-12"),
  ];
  const marks = buildPriceMarks(trades, createScale(10));
  assert.deepEqual(
    marks.map((mark) => [mark.kind, mark.trades.length, listMarkDays(mark).join(" to ")]),
    [
      ["buys", 2, "2026-01-05 to 2026-01-11"],
      ["buys", 1, "2026-01-12"],
      ["sells", 1, "2026-01-07"],
    ],
  );
  const [first, second] = marks;
  assert.equal(
    first && formatMark(first),
    "2 trades, bought by 2 members, traded Jan 5, 2026 to Jan 11, 2026, last disclosed Feb 10, 2026",
  );
  assert.equal(second && formatMark(second), "1 trade, bought, traded Jan 12, 2026, disclosed Feb 11, 2026");
});

test("weeks whose marks would overlap share one mark, and no trade is left out", () => {
  const days = Array.from({ length: 300 }, (_, n) =>
    createTrade("2026-01-05", { tradedDay: toDayNumber("2026-01-05" as IsoDate) + n * 3 }),
  );
  const marks = buildPriceMarks(days, createScale(0.5));
  assert.equal(
    marks.reduce((sum, { trades }) => sum + trades.length, 0),
    300,
  );
  assert.ok(marks.length >= 10 && marks.length < 30, String(marks.length));
  for (const [at, { x }] of marks.entries()) {
    const before = marks[at - 1];
    assert.ok(before === undefined || x - before.x >= MARK_WIDTH, `${before?.x} and ${x}`);
  }
});

test("a mark is at the day of the median trade, and keeps the first and last day", () => {
  const days = ["2026-05-01", "2026-08-10", "2026-08-20", "2026-09-01", "2026-09-02"];
  const [mark, second] = buildPriceMarks(
    days.map((day) => createTrade(day)),
    createScale(0.1),
  );
  assert.equal(second, undefined);
  assert.equal(mark?.medianDay, toDayNumber("2026-08-20" as IsoDate));
  assert.equal(mark?.x, createScale(0.1)(toDayNumber("2026-08-20" as IsoDate)));
  assert.deepEqual(mark && listMarkDays(mark), ["2026-05-01", "2026-09-02"]);
});

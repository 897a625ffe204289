import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bar, Interval, Period } from "../../../domain/bar.ts";
import { toBars } from "../../../domain/bar-columns.ts";
import { addDays, type IsoDate } from "../../../domain/dates.ts";
import { packBars } from "../../../store/packed-bars.ts";
import type { DaySpan } from "../../market.ts";
import { buildHistory } from "./history.ts";

const toBar = (date: string): Bar => ({ date: date as IsoDate, open: 1, high: 1, low: 1, close: 1, volume: 1 });

function list(packed: Uint8Array, span: Period | DaySpan, interval: Interval): readonly string[] {
  return toBars((buildHistory(packed, span, interval) ?? assert.fail()).bars).map((bar) => bar.date);
}

test("a bar belongs to the period if its date is after the latest day minus the period", () => {
  const days = ["2026-03-31", "2026-03-02", "2026-03-01", "2026-02-28", "2026-02-27"];
  const packed = packBars(days.map(toBar));
  assert.deepEqual(list(packed, "1mo", "1d"), ["2026-03-31", "2026-03-02", "2026-03-01"]);
  assert.equal(list(packed, "5y", "1d").length, 5);
});

test("a week or month that started before the period is left out entirely", () => {
  // The days go back from Thursday, April 2, 2026; the month reaches back to Monday, March 2.
  const packed = packBars(Array.from({ length: 90 }, (_, n) => toBar(addDays("2026-04-02" as IsoDate, -n))));
  assert.deepEqual(list(packed, "1mo", "1wk"), ["2026-03-30", "2026-03-23", "2026-03-16", "2026-03-09"]);
  assert.deepEqual(list(packed, "1mo", "1mo"), ["2026-04-01"]);
  assert.deepEqual(list(packed, "3mo", "1mo"), ["2026-04-01", "2026-03-01", "2026-02-01"]);
  const week = buildHistory(packed, "1mo", "1wk")?.bars;
  assert.deepEqual(week && toBars(week).map((bar) => bar.volume), [4, 7, 7, 7], "every week has all its days");
});

test("a shorter period has the newest bars of a longer period", () => {
  const packed = packBars(Array.from({ length: 2500 }, (_, n) => toBar(addDays("2026-11-20" as IsoDate, -n))));
  for (const interval of ["1d", "1wk", "1mo"] as const) {
    const longest = list(packed, "5y", interval);
    for (const period of ["1mo", "3mo", "6mo", "1y"] as const) {
      const shorter = list(packed, period, interval);
      assert.deepEqual(shorter, longest.slice(0, shorter.length));
      assert.ok(shorter.length > 0 && shorter.length < longest.length);
    }
  }
});

test("the tag of a history (used in the ETag) changes only if the bars in the period change", () => {
  const bars = Array.from({ length: 300 }, (_, n) => toBar(addDays("2026-11-20" as IsoDate, -n)));
  const getTag = (of: readonly Bar[], period: Period) =>
    (buildHistory(packBars(of), period, "1d") ?? assert.fail()).tag;
  const change = (at: number, bar: Partial<Bar>) => bars.map((each, n) => (n === at ? { ...each, ...bar } : each));
  assert.equal(getTag(bars, "1mo"), getTag(change(250, { close: 2 }), "1mo"), "an older bar");
  assert.equal(getTag(bars, "1mo"), getTag(bars.slice(0, 200), "1mo"), "fewer older bars");
  for (const other of [
    change(0, { volume: 2 }),
    change(3, { high: 1.5 }),
    change(30, { low: 0.25 }),
    bars.slice(1),
    bars.filter((_, n) => n !== 7),
    bars.map((bar) => ({ ...bar, date: addDays(bar.date, 28) })),
    bars.map((bar) => ({ ...bar, open: 0.1, high: 0.1, low: 0.1, close: 0.1 })),
  ]) {
    assert.notEqual(getTag(other, "1mo"), getTag(bars, "1mo"));
  }
});

test("returns no history without bars", () => {
  assert.equal(buildHistory(packBars([]), "5y", "1mo"), null);
});

test("a date range contains exactly the bars of the full history that are dated within the range", () => {
  const packed = packBars(Array.from({ length: 200 }, (_, n) => toBar(addDays("2026-11-20" as IsoDate, -n))));
  const toSpan = (from: string | null, to: string | null) => ({ from, to }) as DaySpan;
  assert.deepEqual(list(packed, toSpan("2026-06-08", "2026-06-10"), "1d"), ["2026-06-10", "2026-06-09", "2026-06-08"]);
  assert.equal(list(packed, toSpan(null, null), "1d").length, 200);
  assert.deepEqual(list(packed, toSpan(null, "2026-05-06"), "1d"), ["2026-05-06", "2026-05-05"]);
  assert.deepEqual(list(packed, toSpan("2026-11-20", null), "1d"), ["2026-11-20"]);
  for (const interval of ["1wk", "1mo"] as const) {
    const whole = toBars((buildHistory(packed, toSpan(null, null), interval) ?? assert.fail()).bars);
    const { bars } = buildHistory(packed, toSpan("2026-06-08", "2026-09-03"), interval) ?? assert.fail();
    const wanted = whole.filter(({ date }) => date >= "2026-06-08" && date <= "2026-09-03");
    assert.deepEqual(toBars(bars), wanted);
    assert.ok(wanted.length > 2);
  }
  for (const outside of [toSpan("2027-01-01", null), toSpan(null, "2026-05-04"), toSpan("0001-01-01", "2020-01-01")]) {
    assert.deepEqual(list(packed, outside, "1d"), []);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../../domain/dates.ts";
import { toNewYorkInstant } from "../../trading-day.ts";
import { parseNumber, parseRange, parseTimestamp } from "./text.ts";

for (const [text, number] of [
  ["$41.2907", 41.2907],
  ["-0.86%", -0.86],
  ["+2.05", 2.05],
  ["-$0.35", -0.35],
  ["44,902,322.096396", 44_902_322.096396],
  ["1234", 1234],
  ["UNCH", 0],
  ["N/A", null],
  ["NA", null],
  ["--", null],
  ["", null],
  ["$", null],
  ["1,23", null],
  ["1e5", null],
  ["NaN", null],
  [12, null],
  [null, null],
] as const) {
  test(`parses ${JSON.stringify(text)} as ${number}`, () => assert.equal(parseNumber(text), number));
}

test("a range has its lower end first, however it is printed", () => {
  assert.deepEqual(parseRange("$76.87/$25.31"), [25.31, 76.87]);
  assert.deepEqual(parseRange("25.31 - 76.87"), [25.31, 76.87]);
  for (const none of ["N/A", "1/2/3", "$76.87", "$76.87/N/A", null]) assert.equal(parseRange(none), null, String(none));
});

for (const [text, day, minute, isClose] of [
  ["Sep 3, 2026 6:14 PM ET", "2026-09-03", 18 * 60 + 14, false],
  ["Closed at Sep 3, 2026 4:00 PM ET", "2026-09-03", 16 * 60, true],
  ["DATA AS OF Sep 3, 2026 12:05 AM ET - DELAYED", "2026-09-03", 5, false],
  ["Sep 3, 2026 12:30 PM ET", "2026-09-03", 12 * 60 + 30, false],
  ["Sept 3, 2026", "2026-09-03", null, false],
] as const) {
  test(`parses ${text}`, () => assert.deepEqual(parseTimestamp(text), { day, minute, isClose }));
}

for (const [text, day, minute, isClose] of [
  ["Nov 20, 2026", "2026-11-20", null, false],
  ["As of Nov 20, 2026 16:00", "2026-11-20", 960, false],
  ["11/20/2026 4:00 PM", "2026-11-20", 960, false],
  ["11/20/2026", "2026-11-20", null, false],
  ["2026-11-20T16:00:00", "2026-11-20", 960, false],
  ["Closed at: November 20, 2026, 4:00 p.m. EST", "2026-11-20", 960, true],
  ["CLOSED AT 4:00 PM ET ON Feb 23, 2023", "2023-02-23", 960, true],
  ["Closed at 1:00 PM, on Nov 27, 2026", "2026-11-27", 780, true],
  ["DATA AS OF 9:31 AM ET ON 11/20/2026", "2026-11-20", 571, false],
  ["Nov. 20, 2026 9:31 AM EDT - Market Open", "2026-11-20", 571, false],
] as const) {
  test(`parses an older format: ${text}`, () => assert.deepEqual(parseTimestamp(text), { day, minute, isClose }));
}

test("returns no time for text that is not a time", () => {
  for (const text of ["Feb 30, 2026 4:00 PM ET", "Foo 3, 2026", "Sep 3, 2026 13:00 PM ET", "N/A", "", null, 5]) {
    assert.equal(parseTimestamp(text), null, String(text));
  }
});

test("New York time is an hour closer to UTC in summer", () => {
  const formatInstant = (day: string, minute: number) => toNewYorkInstant(day as IsoDate, minute).toISOString();
  assert.equal(formatInstant("2026-09-03", 18 * 60 + 14), "2026-09-03T22:14:00.000Z");
  assert.equal(formatInstant("2026-11-20", 16 * 60), "2026-11-20T21:00:00.000Z");
  assert.equal(formatInstant("2026-11-20", 20 * 60 + 30), "2026-11-21T01:30:00.000Z");
  assert.equal(formatInstant("2026-03-09", 5), "2026-03-09T04:05:00.000Z");
});

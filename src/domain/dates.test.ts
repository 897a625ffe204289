import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, countDaysBetween, type IsoDate, parseIsoDate, parseUsDate, subtractMonths } from "./dates.ts";

const toDay = (text: string) => text as IsoDate;

test("adds and subtracts days across the ends of months, years and leap days", () => {
  assert.equal(addDays(toDay("2026-01-01"), -1), "2025-12-31");
  assert.equal(addDays(toDay("2024-02-28"), 1), "2024-02-29");
  assert.equal(addDays(toDay("2023-02-28"), 1), "2023-03-01");
  assert.equal(addDays(toDay("2026-03-08"), 365), "2027-03-08");
  assert.equal(countDaysBetween(toDay("2026-01-01"), toDay("2025-12-31")), -1);
});

test("rejects a nonexistent day in either format", () => {
  assert.equal(parseIsoDate("2024-02-29"), "2024-02-29");
  assert.equal(parseUsDate("2/9/2026"), "2026-02-09");
  for (const text of ["2023-02-29", "2026-13-01", "2026-04-31"]) assert.equal(parseIsoDate(text), null, text);
  for (const text of ["2/29/2023", "13/1/2026", "4/31/2026"]) assert.equal(parseUsDate(text), null, text);
});

test("a month earlier is the same day of the month, or the last day of a shorter month", () => {
  const goBack = (text: string, months: number) => subtractMonths(toDay(text), months);
  assert.equal(goBack("2026-11-20", 3), "2026-08-20");
  assert.equal(goBack("2026-03-31", 1), "2026-02-28");
  assert.equal(goBack("2024-03-31", 1), "2024-02-29");
  assert.equal(goBack("2024-02-29", 12), "2023-02-28");
  assert.equal(goBack("2026-01-15", 60), "2021-01-15");
  assert.equal(goBack("2026-01-31", 2), "2025-11-30");
});

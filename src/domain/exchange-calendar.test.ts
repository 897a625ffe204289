import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "./dates.ts";
import { findCloseMinute, findTradingDayBefore, isTradingDay } from "./exchange-calendar.ts";

const assertClosed = (days: string) => {
  for (const day of days.split(" ")) assert.equal(isTradingDay(day as IsoDate), false, day);
};

test("knows the exchange's holidays, including observed ones", () => {
  assertClosed(
    "2026-01-01 2026-01-19 2026-02-16 2026-04-03 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-11-26 2026-12-25",
  );
  assertClosed("2022-06-20 2022-12-26 2023-01-02 2021-12-24 2024-03-29 2027-06-18 2027-12-24");
  assertClosed("2018-12-05 2025-01-09 2012-10-29 2026-11-21 2026-11-22");
});

test("bank holidays and days around holidays on which the exchange is open are trading days", () => {
  for (const day of "2021-12-31 2021-06-18 2026-10-12 2026-11-11 2026-07-06 2026-11-27".split(" ")) {
    assert.equal(isTradingDay(day as IsoDate), true, day);
  }
});

test("early closes are at one o'clock", () => {
  const close = (day: string) => findCloseMinute(day as IsoDate);
  for (const day of ["2026-11-27", "2026-12-24", "2025-07-03", "2024-07-03"]) assert.equal(close(day), 780, day);
  for (const day of ["2026-11-20", "2026-07-02", "2025-12-23"]) assert.equal(close(day), 960, day);
  for (const day of ["2026-07-03", "2021-12-24", "2026-11-26"]) assert.equal(close(day), null, day);
});

test("finds the trading day before a long weekend", () => {
  assert.equal(findTradingDayBefore("2026-01-20" as IsoDate), "2026-01-16");
});

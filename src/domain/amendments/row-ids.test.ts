import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../dates.ts";
import { estimateFilingDates, isWithin } from "./row-ids.ts";

const toDay = (text: string) => text as IsoDate;
const AMENDED = toDay("2026-06-30");

test("a row's number places its original filing within 45 days of the reports with the nearest known numbers", () => {
  const near = { from: "2025-11-23", to: "2026-03-26" };
  assert.deepEqual(estimateFilingDates("2000152832", AMENDED), near, "between two known numbers");
  assert.deepEqual(
    estimateFilingDates("2000152831", AMENDED),
    { from: "2025-11-23", to: "2026-02-21" },
    "a known number",
  );
  assert.deepEqual(
    estimateFilingDates("2000152832", toDay("2026-02-10")),
    { ...near, to: "2026-02-10" },
    "not after the amendment",
  );
  assert.deepEqual(
    estimateFilingDates("2000159507", AMENDED),
    { from: "2026-03-25", to: AMENDED },
    "above all known numbers",
  );
});

test("a row number below all known numbers gives only an upper bound for the filing date", () => {
  assert.deepEqual(estimateFilingDates("2000115356", AMENDED), { from: null, to: "2024-03-22" });
  assert.deepEqual(estimateFilingDates("2000060675", toDay("2020-07-20")), { from: null, to: "2020-07-20" });
});

test("a missing or malformed row number, or an amendment without a date, gives no filing period", () => {
  for (const rowId of [null, "200015283", "row"]) assert.equal(estimateFilingDates(rowId, AMENDED), null);
  assert.equal(estimateFilingDates("2000152831", null), null);
});

test("a period includes its first and last day", () => {
  const period = { from: toDay("2026-01-01"), to: toDay("2026-01-31") };
  const held = ["2025-12-31", "2026-01-01", "2026-01-31", "2026-02-01"].map((each) => isWithin(period, each));
  assert.deepEqual(held, [false, true, true, false]);
  const open = ["2012-01-01", "2026-01-31", "2026-02-01"].map((each) => isWithin({ ...period, from: null }, each));
  assert.deepEqual(open, [true, true, false], "without a first day");
});

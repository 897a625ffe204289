import assert from "node:assert/strict";
import { test } from "node:test";
import { renderDaysToDisclose } from "./trade-table.ts";

const text = (reportingGapDays: number | null, daysLate: number | null) =>
  String(renderDaysToDisclose({ reportingGapDays, daysLate }))
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

test("a late disclosure says how late it is, which deadline passed, and if it is within the grace period", () => {
  assert.equal(text(39, 9), "39 days, 9 days late more than 30 days after the member was notified; no late fee due");
  assert.equal(text(46, 1), "46 days, 1 day late more than 45 days after the trade; no late fee due");
  assert.equal(text(75, 30), "75 days, 30 days late more than 45 days after the trade; no late fee due");
  assert.equal(text(76, 31), "76 days, 31 days late more than 45 days after the trade");
});

test("shows only the days if on time, and says so if they are unknown", () => {
  assert.equal(text(1, null), "1 day");
  assert.equal(text(39, null), "39 days");
  assert.equal(text(null, null), "Unknown");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { renderDaysToDisclose } from "./trade-table.ts";

const renderText = (reportingGapDays: number | null, daysLate: number | null) =>
  String(renderDaysToDisclose({ reportingGapDays, daysLate }))
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

test("states the days late, the missed deadline, and that no late fee is due up to 30 days late", () => {
  assert.equal(
    renderText(39, 9),
    "39 days, 9 days late more than 30 days after the member was notified; no late fee due",
  );
  assert.equal(renderText(46, 1), "46 days, 1 day late more than 45 days after the trade; no late fee due");
  assert.equal(renderText(75, 30), "75 days, 30 days late more than 45 days after the trade; no late fee due");
  assert.equal(renderText(76, 31), "76 days, 31 days late more than 45 days after the trade");
});

test("shows only the number of days for a disclosure on time, or Unknown if the number is missing", () => {
  assert.equal(renderText(1, null), "1 day");
  assert.equal(renderText(39, null), "39 days");
  assert.equal(renderText(null, null), "Unknown");
});

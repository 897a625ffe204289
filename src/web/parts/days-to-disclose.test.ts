import assert from "node:assert/strict";
import { test } from "node:test";
import { daysToDisclose } from "./days-to-disclose.ts";

const text = (reportingGapDays: number | null, late: boolean) =>
  String(daysToDisclose({ reportingGapDays, late }))
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

test("a late disclosure says beside its days which time of the law had passed", () => {
  assert.equal(text(39, true), "39 days, late over 30 days from the notice");
  assert.equal(text(45, true), "45 days, late over 30 days from the notice");
  assert.equal(text(46, true), "46 days, late over 45 days from the trade");
});

test("days in time stand alone, and days that are not known are said to be so", () => {
  assert.equal(text(1, false), "1 day");
  assert.equal(text(39, false), "39 days");
  assert.equal(text(null, false), "Not known");
});

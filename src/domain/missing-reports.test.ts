import assert from "node:assert/strict";
import { test } from "node:test";
import { formatMissingReports, formatUnreadCount } from "./missing-reports.ts";

test("a list says how many reports are missing from it, and why", () => {
  assert.equal(formatMissingReports({ parsed: 7 }), "Every known report has been read.");
  assert.equal(
    formatMissingReports({ needs_ocr: 1, needs_review: 1234, unreadable: 2 }),
    "Reports that are missing from this list, or only partly in it: 1 scan not read yet, 1,234 filings awaiting human review and 2 that could not be read.",
  );
});

test("if no report is known, does not say that every report has been read", () => {
  assert.equal(formatMissingReports({}), "No report is known yet.");
  assert.equal(formatMissingReports({ parsed: 0, pending: 0 }), "No report is known yet.");
});

test('a single reason is written without "and"', () => {
  assert.equal(
    formatMissingReports({ pending: 3 }),
    "Reports that are missing from this list, or only partly in it: 3 not read yet.",
  );
});

test("says how many reports are unread, and nothing if all have been read", () => {
  assert.equal(formatUnreadCount(0), "");
  assert.equal(formatUnreadCount(1), "not read: 1 report");
});

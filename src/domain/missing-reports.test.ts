import assert from "node:assert/strict";
import { test } from "node:test";
import { formatMissing, formatNotRead } from "./missing-reports.ts";

test("a list says how many reports are missing from it, and why", () => {
  assert.equal(formatMissing({ parsed: 7 }), "Every known report has been read.");
  assert.equal(
    formatMissing({ needs_ocr: 1, needs_review: 1234, unreadable: 2 }),
    "Reports that are missing from this list, or only partly in it: 1 scan not read yet, 1,234 filings awaiting human review and 2 that could not be read.",
  );
});

test("where no report is known, none is said to be read", () => {
  assert.equal(formatMissing({}), "No report is known yet.");
  assert.equal(formatMissing({ parsed: 0, pending: 0 }), "No report is known yet.");
});

test('a single reason is written without "and"', () => {
  assert.equal(
    formatMissing({ pending: 3 }),
    "Reports that are missing from this list, or only partly in it: 3 not read yet.",
  );
});

test("a count says how many reports are not read, and says nothing if all are", () => {
  assert.equal(formatNotRead(0), "");
  assert.equal(formatNotRead(1), "not read: 1 report");
});

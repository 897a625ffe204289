import assert from "node:assert/strict";
import { test } from "node:test";
import { formatFault } from "./query-faults.ts";

test("an error quotes the value and says what is allowed", () => {
  const formatSentence = (name: string, typed: string, more: object = {}) =>
    formatFault({ in: "query", name, reason: "malformed", ...more }, typed);
  assert.equal(
    formatSentence("traded_from", "31 May"),
    "“31 May” cannot be read. Enter a valid date, such as 2026-05-31.",
  );
  assert.equal(formatSentence("chamber", "x", { allowed: ["senate", "house"] }), "“x” is not one of: senate, house.");
  assert.equal(formatSentence("max_amount", "1", { reason: "inverted" }), "The end of the range is before its start.");
  assert.equal(
    formatSentence("asset_type", "y", { allowed: Array.from({ length: 40 }, String) }),
    "“y” is not among the choices.",
  );
  assert.ok(formatSentence("ticker", "x".repeat(5000)).length < 200);
});

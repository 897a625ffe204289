import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRetryAfterMs, parseRetryAfterSeconds } from "./retry-after.ts";

test("turns Retry-After as a number, a date or a past date into seconds, and ignores anything else", () => {
  const now = Date.UTC(2026, 9, 21, 7, 28, 0);
  assert.equal(parseRetryAfterSeconds("120", now), 120);
  assert.equal(parseRetryAfterSeconds(" 0 ", now), 0);
  assert.equal(parseRetryAfterSeconds("Wed, 21 Oct 2026 07:30:00 GMT", now), 120);
  assert.equal(parseRetryAfterSeconds("Wednesday, 21-Oct-26 07:28:30 GMT", now), 30);
  assert.equal(parseRetryAfterSeconds("Wed, 21 Oct 2015 07:28:00 GMT", now), 0);
  for (const text of [undefined, "", "soon", "-5", "1.5", "2026-10-21"])
    assert.equal(parseRetryAfterSeconds(text, now), null, text);
});

test("reads seconds and dates, and ignores everything else", () => {
  const now = Date.parse("2026-11-20T08:00:00Z");
  const cases: readonly (readonly [string | string[] | undefined, number | null])[] = [
    ["120", 120_000],
    [" 0 ", 0],
    ["Fri, 20 Nov 2026 08:01:00 GMT", 60_000],
    ["Fri, 20 Nov 2026 07:00:00 GMT", 0],
    [undefined, null],
    ["", null],
    ["-5", null],
    ["1.5", null],
    ["soon", null],
    ["99999999999999", null],
    [["1", "2"], null],
  ];
  for (const [header, expected] of cases) assert.equal(parseRetryAfterMs(header, now), expected, String(header));
});

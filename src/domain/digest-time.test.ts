import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, type IsoDate, toIsoDate } from "./dates.ts";
import { computeDigestTime, computeNextDigestTime, isTimeZone } from "./digest-time.ts";

const compute = (day: string, hour: number, timeZone: string) =>
  computeDigestTime(day as IsoDate, { hour, timeZone }).toISOString();
const computeNext = (after: string, hour: number, timeZone: string) =>
  computeNextDigestTime(new Date(after), { hour, timeZone }).toISOString();

test("accepts names from the time zone database; rejects offsets and invented names", () => {
  for (const name of ["America/New_York", "Europe/Berlin", "UTC", "Asia/Kathmandu", "Pacific/Apia"])
    assert.ok(isTimeZone(name), name);
  for (const name of ["", "+02:00", "-0500", "Mars/Olympus", "America/New York", "../etc/passwd"])
    assert.ok(!isTimeZone(name), name);
});

test("each zone has its own midnight, and its own calendar day", () => {
  const instant = "2026-11-20T10:30:00Z";
  assert.equal(computeNext(instant, 0, "America/New_York"), "2026-11-21T05:00:00.000Z");
  assert.equal(computeNext(instant, 0, "Asia/Tokyo"), "2026-11-20T15:00:00.000Z");
  assert.equal(computeNext(instant, 0, "Pacific/Kiritimati"), "2026-11-21T10:00:00.000Z");
  assert.equal(
    computeNext("2026-11-21T05:00:00Z", 0, "America/New_York"),
    "2026-11-22T05:00:00.000Z",
    "strictly after",
  );
  assert.equal(computeNext("2026-11-21T04:59:59.999Z", 0, "America/New_York"), "2026-11-21T05:00:00.000Z");
  assert.equal(computeNext("2026-11-20T01:00:00Z", 7, "Asia/Kathmandu"), "2026-11-20T01:15:00.000Z");
});

test("a digest set for an hour skipped by a clock change is due once, in the following hour", () => {
  assert.equal(compute("2026-03-08", 2, "America/New_York"), "2026-03-08T07:00:00.000Z");
  assert.equal(compute("2026-03-08", 3, "America/New_York"), "2026-03-08T07:00:00.000Z");
  assert.equal(computeNext("2026-03-08T07:00:00Z", 2, "America/New_York"), "2026-03-09T06:00:00.000Z");
  assert.equal(compute("2026-03-29", 2, "Europe/Berlin"), "2026-03-29T01:00:00.000Z");
  // In Beirut, midnight itself is skipped.
  assert.equal(compute("2026-03-29", 0, "Asia/Beirut"), "2026-03-28T22:00:00.000Z");
});

test("a digest set for an hour repeated by a clock change is due only the first time", () => {
  assert.equal(compute("2026-11-01", 1, "America/New_York"), "2026-11-01T05:00:00.000Z");
  assert.equal(computeNext("2026-11-01T05:00:00Z", 1, "America/New_York"), "2026-11-02T06:00:00.000Z");
  assert.equal(computeNext("2026-11-01T05:30:00Z", 1, "America/New_York"), "2026-11-02T06:00:00.000Z");
  assert.equal(compute("2026-10-25", 2, "Europe/Berlin"), "2026-10-25T00:00:00.000Z");
});

test("a day that a time zone skips has no digest", () => {
  assert.equal(computeNext("2011-12-29T12:00:00Z", 8, "Pacific/Apia"), "2011-12-29T18:00:00.000Z");
  assert.equal(computeNext("2011-12-29T18:00:00Z", 8, "Pacific/Apia"), "2011-12-30T18:00:00.000Z");
  assert.equal(computeNext("2011-12-30T18:00:00Z", 8, "Pacific/Apia"), "2011-12-31T18:00:00.000Z");
});

test("each day of a year has one digest", () => {
  // Lord Howe shifts by half an hour; Morocco has winter time during Ramadan.
  for (const timeZone of ["Australia/Lord_Howe", "Africa/Casablanca"]) {
    let due = new Date("2026-01-01T00:00:00Z");
    let expected = toIsoDate(computeNextDigestTime(due, { hour: 2, timeZone }), timeZone);
    for (let days = 0; days < 365; days += 1) {
      due = computeNextDigestTime(due, { hour: 2, timeZone });
      assert.equal(toIsoDate(due, timeZone), expected, timeZone);
      expected = addDays(expected, 1);
    }
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../domain/dates.ts";
import { areBarsFresh, getCloseTime, getNewYorkDay, isQuoteFresh } from "./trading-day.ts";

// November 20, 2026 is a Friday; New York is then five hours behind UTC, four in July.
const at = (text: string) => new Date(text);

test("the trading day is New York's, in winter and summer", () => {
  assert.equal(getNewYorkDay(at("2026-11-20T04:59:00Z")), "2026-11-19");
  assert.equal(getNewYorkDay(at("2026-11-20T05:00:00Z")), "2026-11-20");
  assert.equal(getNewYorkDay(at("2026-07-01T03:59:00Z")), "2026-06-30");
  assert.equal(getCloseTime("2026-11-20" as IsoDate).toISOString(), "2026-11-20T21:00:00.000Z");
  assert.equal(getCloseTime("2026-07-01" as IsoDate).toISOString(), "2026-07-01T20:00:00.000Z");
});

test("a quote is fresh for 15 seconds while the market is open", () => {
  assert.equal(isQuoteFresh(at("2026-11-20T15:00:00Z"), at("2026-11-20T15:00:14.999Z")), true);
  assert.equal(isQuoteFresh(at("2026-11-20T15:00:00Z"), at("2026-11-20T15:00:15Z")), false);
});

test("after the close, a quote is fresh for ten minutes, but a quote of the final prices until the next opening", () => {
  assert.equal(isQuoteFresh(at("2026-11-20T20:59:00Z"), at("2026-11-20T21:01:00Z")), false);
  assert.equal(isQuoteFresh(at("2026-11-20T21:01:00Z"), at("2026-11-20T21:10:59Z")), true);
  assert.equal(isQuoteFresh(at("2026-11-20T21:01:00Z"), at("2026-11-20T21:11:00Z")), false);
  assert.equal(
    isQuoteFresh(at("2026-11-20T21:29:00Z"), at("2026-11-20T21:31:00Z")),
    false,
    "from before the final prices",
  );
  assert.equal(isQuoteFresh(at("2026-11-20T21:30:00Z"), at("2026-11-23T14:29:59Z")), true, "Monday before opening");
  assert.equal(isQuoteFresh(at("2026-11-20T21:30:00Z"), at("2026-11-23T14:30:00Z")), false, "Monday at opening");
  assert.equal(isQuoteFresh(at("2026-11-25T22:00:00Z"), at("2026-11-26T16:00:00Z")), true, "on Thanksgiving");
  assert.equal(isQuoteFresh(at("2026-11-27T18:31:00Z"), at("2026-11-27T20:00:00Z")), true, "a short day");
});

test("bars are fresh for 15 minutes in trading hours, and bars with final prices until the next opening", () => {
  assert.equal(areBarsFresh(at("2026-11-20T15:00:00Z"), at("2026-11-20T15:14:00Z")), true);
  assert.equal(areBarsFresh(at("2026-11-20T15:00:00Z"), at("2026-11-20T15:15:00Z")), false);
  assert.equal(
    areBarsFresh(at("2026-11-20T21:00:00Z"), at("2026-11-20T22:00:00Z")),
    false,
    "from before the final prices",
  );
  assert.equal(areBarsFresh(at("2026-11-20T21:30:00Z"), at("2026-11-22T12:00:00Z")), true, "over the weekend");
  assert.equal(areBarsFresh(at("2026-11-20T21:30:00Z"), at("2026-11-23T14:00:00Z")), true, "Monday before opening");
  assert.equal(areBarsFresh(at("2026-11-20T21:30:00Z"), at("2026-11-23T14:30:00Z")), false, "Monday at opening");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bar, Interval } from "../../../domain/bar.ts";
import { toBarColumns, toBars } from "../../../domain/bar-columns.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import { resample } from "./history.ts";

const bar = (date: string, open: number, high: number, low: number, close: number, volume: number): Bar => ({
  date: date as IsoDate,
  open,
  high,
  low,
  close,
  volume,
});
const flat = (date: string) => bar(date, 1, 1, 1, 1, 1);

const daily = [
  bar("2026-03-03", 14, 16, 13, 15, 300), // Tuesday, the running week
  bar("2026-03-02", 12, 15, 11, 14, 200), // Monday
  bar("2026-02-27", 10, 12, 8, 11, 100), // Friday
  bar("2026-02-24", 9, 20, 9, 10, 50), // Tuesday: its week has no Monday
];

const resampled = (bars: readonly Bar[], interval: Interval) => toBars(resample(toBarColumns(bars), interval));

test("keeps daily bars unchanged", () => {
  assert.deepEqual(resampled(daily, "1d"), daily);
});

test("weeks are dated by their Monday, and the current week appears once", () => {
  assert.deepEqual(resampled(daily, "1wk"), [
    bar("2026-03-02", 12, 16, 11, 15, 500),
    bar("2026-02-23", 9, 20, 8, 11, 150),
  ]);
});

test("months are dated by their first day", () => {
  assert.deepEqual(resampled(daily, "1mo"), [
    bar("2026-03-01", 12, 16, 11, 15, 500),
    bar("2026-02-01", 9, 20, 8, 11, 150),
  ]);
});

test("a Sunday belongs to the week of the Monday before it", () => {
  assert.equal(resampled([flat("2026-03-08")], "1wk")[0]?.date, "2026-03-02");
});

test("without daily bars there are no bars of any interval", () => {
  assert.deepEqual(resampled([], "1mo"), []);
});

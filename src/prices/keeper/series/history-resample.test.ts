import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bar, Interval } from "../../../domain/bar.ts";
import { toBarColumns, toBars } from "../../../domain/bar-columns.ts";
import type { IsoDate } from "../../../domain/dates.ts";
import { resample } from "./history.ts";

const createBar = (date: string, open: number, high: number, low: number, close: number, volume: number): Bar => ({
  date: date as IsoDate,
  open,
  high,
  low,
  close,
  volume,
});
const createFlatBar = (date: string) => createBar(date, 1, 1, 1, 1, 1);

const daily = [
  createBar("2026-03-03", 14, 16, 13, 15, 300), // Tuesday, the running week
  createBar("2026-03-02", 12, 15, 11, 14, 200), // Monday
  createBar("2026-02-27", 10, 12, 8, 11, 100), // Friday
  createBar("2026-02-24", 9, 20, 9, 10, 50), // Tuesday: its week has no Monday
];

const resampleBars = (bars: readonly Bar[], interval: Interval) => toBars(resample(toBarColumns(bars), interval));

test("keeps daily bars unchanged", () => {
  assert.deepEqual(resampleBars(daily, "1d"), daily);
});

test("weeks are dated by their Monday, and the current week appears once", () => {
  assert.deepEqual(resampleBars(daily, "1wk"), [
    createBar("2026-03-02", 12, 16, 11, 15, 500),
    createBar("2026-02-23", 9, 20, 8, 11, 150),
  ]);
});

test("months are dated by their first day", () => {
  assert.deepEqual(resampleBars(daily, "1mo"), [
    createBar("2026-03-01", 12, 16, 11, 15, 500),
    createBar("2026-02-01", 9, 20, 8, 11, 150),
  ]);
});

test("a Sunday belongs to the week of the Monday before it", () => {
  assert.equal(resampleBars([createFlatBar("2026-03-08")], "1wk")[0]?.date, "2026-03-02");
});

test("returns no monthly bars without daily bars", () => {
  assert.deepEqual(resampleBars([], "1mo"), []);
});

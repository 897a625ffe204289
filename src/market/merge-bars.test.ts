import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bar } from "../domain/bar.ts";
import { addDays, type IsoDate } from "../domain/dates.ts";
import type { Split } from "./market.ts";
import { mergeBars } from "./merge-bars.ts";

const FIRST = "2026-01-05" as IsoDate;
const LATER = new Date("2026-06-30T12:00:00Z");

/** Bars newest first, for days `from` to `to` after the first; the price is 100 and the number of the day, times `scale`. */
function series(from: number, to: number, scale = 1): Bar[] {
  const bars: Bar[] = [];
  for (let day = to; day >= from; day -= 1) {
    const price = (100 + day) * scale;
    bars.push({
      date: addDays(FIRST, day),
      open: price,
      high: price,
      low: price,
      close: price,
      volume: 1_000 / scale,
    });
  }
  return bars;
}

interface Change {
  readonly splits?: readonly Split[];
  readonly splitPolicy?: "adjusted" | "unverified";
  readonly refreshedAt?: Date;
}

function merge(
  kept: Bar[],
  provided: Bar[],
  { splits = [], splitPolicy = "adjusted", refreshedAt = LATER }: Change = {},
) {
  return mergeBars({ bars: kept, refreshedAt }, { bars: provided, splits, splitPolicy });
}

function merged(...given: Parameters<typeof merge>): readonly Bar[] {
  const found = merge(...given);
  return found.kind === "merged" ? found.bars : assert.fail(`${found.kind}: ${found.reason}`);
}

/** With the bar of one day changed. */
const changed = (bars: Bar[], day: number, change: Partial<Bar>) =>
  bars.map((bar) => (bar.date === addDays(FIRST, day) ? { ...bar, ...change } : bar));
const dayOf = (bars: readonly Bar[], day: number) => bars.find((bar) => bar.date === addDays(FIRST, day));

test("a first answer is taken as it is, and the days of both sides are all there, newest first", () => {
  assert.deepEqual(merged([], series(0, 5)), series(0, 5));
  assert.deepEqual(merged(series(0, 10), series(8, 12)), series(0, 12));
  assert.deepEqual(merged(series(5, 12), series(0, 8)), series(0, 12));
});

test("a settled day is never replaced, the day that was running is", () => {
  const provided = changed(series(4, 12), 6, { close: 106.9, volume: 7 });
  assert.deepEqual(merged(series(0, 10), provided), series(0, 12));
  const refreshedAt = new Date(`${addDays(FIRST, 10)}T20:59:00Z`);
  const day = dayOf(merged(series(0, 10), changed(series(4, 12), 10, { close: 99 }), { refreshedAt }), 10);
  assert.equal(day?.close, 99);
});

test("after a four-for-one split what is kept is brought to the new scale", () => {
  assert.deepEqual(merged(series(0, 20), series(10, 25, 0.25)), series(0, 25, 0.25));
});

test("a day that the provider leaves out in the middle stays, on the provider's scale", () => {
  const provided = series(0, 10, 0.5).filter((bar) => bar.date !== addDays(FIRST, 4));
  assert.deepEqual(merged(series(0, 9), provided), series(0, 10, 0.5));
});

test("a split shown by few days counts when the provider tells of it, or when it is a plain fraction", () => {
  const odd = { splits: [{ date: addDays(FIRST, 11), ratio: 1.281 }] };
  assert.deepEqual(merged(series(9, 10), series(9, 12, 1 / 1.281), odd).length, 4);
  assert.equal(merge(series(9, 10), series(9, 12, 1 / 1.281)).kind, "contradicts");
  assert.deepEqual(merged(series(9, 10), series(9, 12, 10)), series(9, 12, 10));
  assert.equal(merge(series(9, 10), series(9, 12, 0.97)).kind, "contradicts");
});

test("one corrected close is no split, many are a contradiction", () => {
  const corrected = changed(series(5, 10), 5, { close: 50 });
  assert.deepEqual(merged(series(0, 10), corrected), series(0, 10));
  assert.equal(merge(series(0, 10), changed(corrected, 6, { close: 50 })).kind, "contradicts");
});

test("series without a common day are joined when one goes on where the other ended", () => {
  assert.deepEqual(merged(series(0, 10), series(11, 12)), series(0, 12));
  assert.deepEqual(merged(series(11, 12), series(0, 10)), series(0, 12));
  assert.equal(merge(series(0, 10), series(60, 70)).kind, "apart", "seven weeks");
  assert.equal(merge(series(0, 10), series(11, 12, 0.25)).kind, "apart", "a quarter of the price");
});

test("a provider whose splits nobody has confirmed adds only what goes on from days that agree", () => {
  const unverified = { splitPolicy: "unverified" } as const;
  assert.deepEqual(merged(series(5, 10), series(0, 12), unverified), series(0, 12));
  assert.deepEqual(
    merged(series(8, 12, 0.1), [...series(4, 10, 0.1), ...series(0, 3)], unverified),
    series(4, 12, 0.1),
  );
  const split = [...series(9, 12, 0.1), ...series(0, 8)];
  assert.equal(merge(series(0, 8), split, unverified).kind, "contradicts", "a step in what it adds");
  assert.equal(merge(series(0, 12, 0.1), split, unverified).kind, "contradicts", "two ratios");
  assert.deepEqual(merged([], split, unverified), series(9, 12, 0.1), "of a first series only what follows the step");
  assert.deepEqual(
    merged(series(0, 10), series(4, 12, 0.5), unverified),
    series(0, 12, 0.5),
    "it had worked a split in",
  );
});

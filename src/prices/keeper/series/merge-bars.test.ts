import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bar } from "../../../domain/bar.ts";
import { addDays, type IsoDate } from "../../../domain/dates.ts";
import type { Split } from "../../market.ts";
import { mergeBars } from "./merge-bars.ts";

const FIRST = "2026-01-05" as IsoDate;
const LATER = new Date("2026-06-30T12:00:00Z");

/** Bars, newest first, for days `from` to `to` after `FIRST`; the price is (100 + day number) * `scale`. */
function series(from: number, to: number, scale = 1): Bar[] {
  const bars: Bar[] = [];
  for (let day = to; day >= from; day -= 1) {
    const price = Number(((100 + day) * scale).toFixed(6));
    bars.push({
      date: addDays(FIRST, day),
      open: price,
      high: price,
      low: price,
      close: price,
      volume: Math.round(1_000 / scale),
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
  kept: readonly Bar[],
  provided: readonly Bar[],
  { splits = [], splitPolicy = "adjusted", refreshedAt = LATER }: Change = {},
) {
  return mergeBars({ bars: kept, refreshedAt }, { bars: provided, splits, splitPolicy });
}

function merged(...given: Parameters<typeof merge>): readonly Bar[] {
  const found = merge(...given);
  return found.kind === "merged" ? found.bars : assert.fail(`${found.kind}: ${found.reason}`);
}

const changed = (bars: Bar[], day: number, change: Partial<Bar>) =>
  bars.map((bar) => (bar.date === addDays(FIRST, day) ? { ...bar, ...change } : bar));
const dayOf = (bars: readonly Bar[], day: number) => bars.find((bar) => bar.date === addDays(FIRST, day));

test("accepts a first answer unchanged; a merge has all days of both sides, newest first", () => {
  assert.deepEqual(merged([], series(0, 5)), series(0, 5));
  assert.deepEqual(merged(series(0, 10), series(8, 12)), series(0, 12));
  assert.deepEqual(merged(series(5, 12), series(0, 8)), series(0, 12));
});

test("keeps a day that had ended, and replaces the day still in progress", () => {
  const provided = changed(series(4, 12), 5, { close: 105.9, volume: 7 });
  assert.deepEqual(merged(series(0, 10), provided), series(0, 12));
  const refreshedAt = new Date(`${addDays(FIRST, 10)}T20:59:00Z`);
  const day = dayOf(merged(series(0, 10), changed(series(4, 12), 10, { close: 99 }), { refreshedAt }), 10);
  assert.equal(day?.close, 99);
});

test("rescales stored bars after a four-for-one split", () => {
  assert.deepEqual(merged(series(0, 20), series(10, 25, 0.25)), series(0, 25, 0.25));
});

test("a day missing in the middle of the provider's answer stays, on the provider's scale", () => {
  const provided = series(0, 10, 0.5).filter((bar) => bar.date !== addDays(FIRST, 4));
  assert.deepEqual(merged(series(0, 9), provided), series(0, 10, 0.5));
});

test("a split shown by few days counts if the provider reports it or the ratio is a simple fraction", () => {
  const odd = { splits: [{ date: addDays(FIRST, 11), ratio: 1.281 }] };
  assert.deepEqual(merged(series(9, 10), series(9, 12, 1 / 1.281), odd).length, 4);
  assert.equal(merge(series(9, 10), series(9, 12, 1 / 1.281)).kind, "contradicts");
  assert.deepEqual(merged(series(9, 10), series(9, 12, 10)), series(9, 12, 10));
  assert.equal(merge(series(9, 10), series(9, 12, 0.97)).kind, "contradicts");
});

test("one corrected close is not a split; many are a contradiction", () => {
  const corrected = changed(series(5, 10), 5, { close: 50 });
  assert.deepEqual(merged(series(0, 10), corrected), series(0, 10));
  assert.equal(merge(series(0, 10), changed(corrected, 6, { close: 50 })).kind, "contradicts");
  assert.deepEqual(merged(series(0, 10), changed(series(2, 12), 10, { close: 50 })), series(0, 12), "the newest");
});

test("a newest close off by a simple fraction is not a split if all earlier days agree", () => {
  const halved = changed(series(2, 12), 10, { close: 55 });
  assert.deepEqual(merged(series(0, 10), halved), series(0, 12));
  assert.equal(merge(series(7, 10), halved).kind, "contradicts", "three days that agree are too few");
});

test("joins series without a common day if one continues where the other ended", () => {
  assert.deepEqual(merged(series(0, 10), series(11, 12)), series(0, 12));
  assert.deepEqual(merged(series(11, 12), series(0, 10)), series(0, 12));
  assert.equal(merge(series(0, 10), series(60, 70)).kind, "apart", "seven weeks");
  assert.equal(merge(series(0, 10), series(11, 12, 0.25)).kind, "apart", "a quarter of the price");
});

test("the last five ended days are preliminary: a trusted provider may correct them if the closes agree", () => {
  const final = { high: 111, low: 99, volume: 1_450 };
  const told = [5, 6, 7, 8, 9, 10].reduce((bars, day) => changed(bars, day, final), series(2, 12));
  const bars = merged(series(0, 10), told);
  for (const day of [6, 7, 8, 9, 10]) assert.deepEqual(dayOf(bars, day), dayOf(told, day));
  assert.deepEqual(dayOf(bars, 5), dayOf(series(5, 5), 5), "no longer preliminary");
  const unconfirmed = merged(series(0, 10), told, { splitPolicy: "unverified" });
  assert.deepEqual(dayOf(unconfirmed, 10), dayOf(series(10, 10), 10), "not by what nobody has confirmed");
});

test("an unverified provider only adds days that continue from matching ones", () => {
  const unverified = { splitPolicy: "unverified" } as const;
  assert.deepEqual(merged(series(5, 10), series(0, 12), unverified), series(0, 12));
  const split = [...series(9, 12, 0.1), ...series(0, 8)];
  assert.equal(merge(series(0, 12, 0.1), split, unverified).kind, "contradicts", "two ratios");
  assert.deepEqual(
    merged(series(4, 12), series(0, 10, 0.5), unverified),
    series(0, 12),
    "earlier days that nobody has confirmed are brought to the kept scale",
  );
  const found = merge(series(0, 10), series(4, 12, 0.5), unverified);
  assert.ok(found.kind === "contradicts", "later days may be those of the new scale");
  assert.match(found.reason, /no split before 2026-01-17 is reported/);
});

test("a jump that no split explains is a price move, whichever provider reports it", () => {
  const fell = [...series(9, 12, 0.1), ...series(0, 8)];
  for (const splitPolicy of ["adjusted", "unverified"] as const) {
    assert.deepEqual(merged([], fell, { splitPolicy }), fell);
    assert.deepEqual(merged(series(0, 8), fell, { splitPolicy }), fell);
    assert.deepEqual(merged(series(9, 12, 0.1), fell, { splitPolicy }), fell);
  }
});

test("rejects an unverified answer with only its latest days on the stored scale, with name and day", () => {
  const raw = [...series(11, 20), ...series(0, 10, 10)];
  const found = merge(series(0, 18), raw, { splitPolicy: "unverified" });
  assert.ok(found.kind === "contradicts");
  assert.match(found.reason, /2026-01-15 closed at 1100 where 110 is stored/);
});

for (const [what, scale] of [
  ["dividends folded in", 0.92],
  ["1.5% off", 0.985],
  ["cents for dollars", 100],
] as const) {
  test(`${what}: not a split, and rejected from any provider, however many days show it`, () => {
    for (const splitPolicy of ["adjusted", "unverified"] as const) {
      const found = merge(series(0, 80), series(20, 82, scale), { splitPolicy });
      assert.ok(found.kind === "contradicts");
      assert.match(found.reason, /^2026-03-26 closed at [\d.]+ where 180 is stored/);
    }
  });
}

/** A ten-for-one split before the open of day 11: earlier days on one scale, later ones on the other. */
const TEN = { splits: [{ date: addDays(FIRST, 11), ratio: 10 }] };
const late = (to: number) => [...series(11, to, 0.1), ...series(0, 10)];

test("applies a split that a provider reports but has not applied", () => {
  assert.deepEqual(merged([], late(12), TEN), series(0, 12, 0.1));
  assert.deepEqual(merged(series(0, 10), late(12), TEN), series(0, 12, 0.1));
  assert.deepEqual(merged([], series(0, 12, 0.1), TEN), series(0, 12, 0.1), "once");
});

test("a split applied late: days since keep their scale, and all earlier ones get the new one", () => {
  const kept = merged(series(0, 10), late(12));
  assert.deepEqual(kept, late(12), "nobody has told of a split yet");
  assert.deepEqual(merged(kept, series(5, 14, 0.1), TEN), series(0, 14, 0.1), "told");
  assert.deepEqual(merged(kept, series(5, 14, 0.1)), series(0, 14, 0.1), "shown by six days, and by the step");
  assert.deepEqual(merged(merged(kept, series(5, 14, 0.1), TEN), series(8, 15, 0.1), TEN), series(0, 15, 0.1));
  const five = { splits: [{ date: addDays(FIRST, 11), ratio: 1.25 }] };
  const unseen = [...series(11, 12, 0.8), ...series(0, 10)];
  assert.deepEqual(merged(unseen, series(0, 14, 0.8), five), series(0, 14, 0.8), "five for four");
});

test("does not mix scales if a split is applied late and the price moved on the same day", () => {
  // A one-for-ten reverse split before the open of day 11, on which the price also fell by 27%.
  const reverse = { splits: [{ date: addDays(FIRST, 11), ratio: 0.1 }] };
  const after = series(11, 14, 7.3);
  const [late, now] = [
    [...after, ...series(0, 10)],
    [...after, ...series(0, 10, 10)],
  ];
  assert.deepEqual(merged([], late, reverse), now, "told");
  assert.deepEqual(merged(series(0, 10), late, reverse), now);
  assert.deepEqual(merged([], now, reverse), now, "once");
  assert.deepEqual(merged(late, now), now, "shown by eleven days");
  assert.equal(merge(now, late).kind, "contradicts", "the former scale does not come back");
  const fell = { splits: [{ date: addDays(FIRST, 11), ratio: 2 }] };
  const adjusted = [...series(11, 14, 0.7), ...series(0, 10)];
  assert.deepEqual(merged([], adjusted, fell), adjusted, "a fall by a third is not two for one");
});

test("a rescaled day takes its values from the answer, even if it is not preliminary", () => {
  for (const day of [2, 6]) {
    const told = changed(series(1, 12, 0.1), day, { close: (100 + day) / 10 + 0.001, volume: 10_003 });
    assert.deepEqual(dayOf(merged(series(0, 10), told), day), dayOf(told, day));
    const wrong = changed(told, day, { close: 12 });
    assert.deepEqual(
      dayOf(merged(series(0, 10), wrong), day),
      dayOf(series(day, day, 0.1), day),
      "but for a wrong close",
    );
  }
});

test("a provider that lags on the old scale, or reports a split applied long ago, changes nothing", () => {
  const now = series(0, 12, 0.1);
  assert.equal(merge(now, series(0, 11)).kind, "contradicts", "older");
  assert.equal(merge(now, series(0, 12)).kind, "contradicts", "no newer, and nothing told");
  assert.equal(merge(now, late(13)).kind, "contradicts", "the days before the split only");
  const former = { splits: [{ date: addDays(FIRST, 3), ratio: 0.1 }] };
  assert.equal(merge(now, series(0, 12), former).kind, "contradicts", "a split of a day that both have");
});

test("the day in progress stays if the answer lacks it, on the scale of the others", () => {
  const refreshedAt = new Date(`${addDays(FIRST, 10)}T15:00:00Z`);
  assert.deepEqual(merged(series(0, 10), series(2, 9), { refreshedAt }), series(0, 10));
  assert.deepEqual(merged(series(10, 10), series(2, 9), { refreshedAt }), series(2, 10), "nothing else is kept");
  const scaled = merged(series(0, 10), [...series(11, 11, 0.1), ...series(2, 9, 0.1)], { refreshedAt });
  assert.deepEqual(scaled, series(0, 11, 0.1));
});

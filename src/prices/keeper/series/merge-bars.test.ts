import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bar } from "../../../domain/bar.ts";
import { addDays, type IsoDate } from "../../../domain/dates.ts";
import type { Split } from "../../market.ts";
import { mergeBars } from "./merge-bars.ts";

const FIRST = "2026-01-05" as IsoDate;
const LATER = new Date("2026-06-30T12:00:00Z");

/** Bars, newest first, for days `from` to `to` after `FIRST`; the price is (100 + day number) * `scale`. */
function toBars(from: number, to: number, scale = 1): Bar[] {
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
  stored: readonly Bar[],
  provided: readonly Bar[],
  { splits = [], splitPolicy = "adjusted", refreshedAt = LATER }: Change = {},
) {
  return mergeBars({ bars: stored, refreshedAt }, { bars: provided, splits, splitPolicy });
}

function mergeAll(...given: Parameters<typeof merge>): readonly Bar[] {
  const found = merge(...given);
  return found.kind === "merged" ? found.bars : assert.fail(`${found.kind}: ${found.reason}`);
}

const changeDay = (bars: Bar[], day: number, change: Partial<Bar>) =>
  bars.map((bar) => (bar.date === addDays(FIRST, day) ? { ...bar, ...change } : bar));
const getDay = (bars: readonly Bar[], day: number) => bars.find((bar) => bar.date === addDays(FIRST, day));

test("accepts a first answer unchanged; a merge has all days of both sides, newest first", () => {
  assert.deepEqual(mergeAll([], toBars(0, 5)), toBars(0, 5));
  assert.deepEqual(mergeAll(toBars(0, 10), toBars(8, 12)), toBars(0, 12));
  assert.deepEqual(mergeAll(toBars(5, 12), toBars(0, 8)), toBars(0, 12));
});

test("keeps a day that had ended, and replaces the day still in progress", () => {
  const provided = changeDay(toBars(4, 12), 5, { close: 105.9, volume: 7 });
  assert.deepEqual(mergeAll(toBars(0, 10), provided), toBars(0, 12));
  const refreshedAt = new Date(`${addDays(FIRST, 10)}T20:59:00Z`);
  const day = getDay(mergeAll(toBars(0, 10), changeDay(toBars(4, 12), 10, { close: 99 }), { refreshedAt }), 10);
  assert.equal(day?.close, 99);
});

test("rescales stored bars after a four-for-one split", () => {
  assert.deepEqual(mergeAll(toBars(0, 20), toBars(10, 25, 0.25)), toBars(0, 25, 0.25));
});

test("keeps a stored day that the provider's answer skips, rescaled to the provider's scale", () => {
  const provided = toBars(0, 10, 0.5).filter((bar) => bar.date !== addDays(FIRST, 4));
  assert.deepEqual(mergeAll(toBars(0, 9), provided), toBars(0, 10, 0.5));
});

test("accepts a split seen in only two shared days if the split is reported or has a simple ratio", () => {
  const odd = { splits: [{ date: addDays(FIRST, 11), ratio: 1.281 }] };
  assert.deepEqual(mergeAll(toBars(9, 10), toBars(9, 12, 1 / 1.281), odd).length, 4);
  assert.equal(merge(toBars(9, 10), toBars(9, 12, 1 / 1.281)).kind, "contradicts");
  assert.deepEqual(mergeAll(toBars(9, 10), toBars(9, 12, 10)), toBars(9, 12, 10));
  assert.equal(merge(toBars(9, 10), toBars(9, 12, 0.97)).kind, "contradicts");
});

test("ignores a single different close; several different closes are a contradiction", () => {
  const corrected = changeDay(toBars(5, 10), 5, { close: 50 });
  assert.deepEqual(mergeAll(toBars(0, 10), corrected), toBars(0, 10));
  assert.equal(merge(toBars(0, 10), changeDay(corrected, 6, { close: 50 })).kind, "contradicts");
  assert.deepEqual(
    mergeAll(toBars(0, 10), changeDay(toBars(2, 12), 10, { close: 50 })),
    toBars(0, 12),
    "the different close is the newest",
  );
});

test("a newest close that differs by a simple fraction is not a split if all earlier days agree", () => {
  const halved = changeDay(toBars(2, 12), 10, { close: 55 });
  assert.deepEqual(mergeAll(toBars(0, 10), halved), toBars(0, 12));
  assert.equal(merge(toBars(7, 10), halved).kind, "contradicts", "three other days that agree are too few");
});

test("joins two series without a common day only if the dates and the prices adjoin", () => {
  assert.deepEqual(mergeAll(toBars(0, 10), toBars(11, 12)), toBars(0, 12));
  assert.deepEqual(mergeAll(toBars(11, 12), toBars(0, 10)), toBars(0, 12));
  assert.equal(merge(toBars(0, 10), toBars(60, 70)).kind, "apart", "seven weeks");
  assert.equal(merge(toBars(0, 10), toBars(11, 12, 0.25)).kind, "apart", "a quarter of the price");
});

test("only a provider that adjusts for splits may correct the last five ended days", () => {
  const final = { high: 111, low: 99, volume: 1_450 };
  const answer = [5, 6, 7, 8, 9, 10].reduce((bars, day) => changeDay(bars, day, final), toBars(2, 12));
  const bars = mergeAll(toBars(0, 10), answer);
  for (const day of [6, 7, 8, 9, 10]) assert.deepEqual(getDay(bars, day), getDay(answer, day));
  assert.deepEqual(getDay(bars, 5), getDay(toBars(5, 5), 5), "no longer preliminary");
  const unconfirmed = mergeAll(toBars(0, 10), answer, { splitPolicy: "unverified" });
  assert.deepEqual(getDay(unconfirmed, 10), getDay(toBars(10, 10), 10), "an unverified provider may not correct them");
});

test("an unverified provider may add days, but cannot change the stored price scale", () => {
  const unverified = { splitPolicy: "unverified" } as const;
  assert.deepEqual(mergeAll(toBars(5, 10), toBars(0, 12), unverified), toBars(0, 12));
  const split = [...toBars(9, 12, 0.1), ...toBars(0, 8)];
  assert.equal(merge(toBars(0, 12, 0.1), split, unverified).kind, "contradicts", "days with two ratios");
  assert.deepEqual(
    mergeAll(toBars(4, 12), toBars(0, 10, 0.5), unverified),
    toBars(0, 12),
    "earlier days of the provider are rescaled to the stored scale",
  );
  const found = merge(toBars(0, 10), toBars(4, 12, 0.5), unverified);
  assert.ok(found.kind === "contradicts", "later days may be those of the new scale");
  assert.match(found.reason, /no split before 2026-01-17 is reported/);
});

test("a jump that no split explains is a price move, whichever provider reports it", () => {
  const fell = [...toBars(9, 12, 0.1), ...toBars(0, 8)];
  for (const splitPolicy of ["adjusted", "unverified"] as const) {
    assert.deepEqual(mergeAll([], fell, { splitPolicy }), fell);
    assert.deepEqual(mergeAll(toBars(0, 8), fell, { splitPolicy }), fell);
    assert.deepEqual(mergeAll(toBars(9, 12, 0.1), fell, { splitPolicy }), fell);
  }
});

test("rejects an unverified answer if only its latest days match the stored scale, and names the day and both closes", () => {
  const raw = [...toBars(11, 20), ...toBars(0, 10, 10)];
  const found = merge(toBars(0, 18), raw, { splitPolicy: "unverified" });
  assert.ok(found.kind === "contradicts");
  assert.match(found.reason, /close of 2026-01-15 is 1100, but 110 is stored,/);
});

for (const [what, scale] of [
  ["dividends folded in", 0.92],
  ["1.5% off", 0.985],
  ["cents for dollars", 100],
] as const) {
  test(`rejects prices from any provider if the difference from the stored prices is no split: ${what}`, () => {
    for (const splitPolicy of ["adjusted", "unverified"] as const) {
      const found = merge(toBars(0, 80), toBars(20, 82, scale), { splitPolicy });
      assert.ok(found.kind === "contradicts");
      assert.match(found.reason, /^the new close of 2026-03-26 is [\d.]+, but 180 is stored,/);
    }
  });
}

/** A ten-for-one split before the open of day 11: earlier days on one scale, later ones on the other. */
const TEN = { splits: [{ date: addDays(FIRST, 11), ratio: 10 }] };
const toLate = (to: number) => [...toBars(11, to, 0.1), ...toBars(0, 10)];

test("applies a split that a provider reports but has not applied", () => {
  assert.deepEqual(mergeAll([], toLate(12), TEN), toBars(0, 12, 0.1));
  assert.deepEqual(mergeAll(toBars(0, 10), toLate(12), TEN), toBars(0, 12, 0.1));
  assert.deepEqual(mergeAll([], toBars(0, 12, 0.1), TEN), toBars(0, 12, 0.1), "applied only once");
});

test("if a provider applies a split late, only the days before the split are rescaled", () => {
  const stored = mergeAll(toBars(0, 10), toLate(12));
  assert.deepEqual(stored, toLate(12), "no split is reported yet");
  assert.deepEqual(mergeAll(stored, toBars(5, 14, 0.1), TEN), toBars(0, 14, 0.1), "reported");
  assert.deepEqual(mergeAll(stored, toBars(5, 14, 0.1)), toBars(0, 14, 0.1), "six days and the step show it");
  assert.deepEqual(mergeAll(mergeAll(stored, toBars(5, 14, 0.1), TEN), toBars(8, 15, 0.1), TEN), toBars(0, 15, 0.1));
  const five = { splits: [{ date: addDays(FIRST, 11), ratio: 1.25 }] };
  const unseen = [...toBars(11, 12, 0.8), ...toBars(0, 10)];
  assert.deepEqual(mergeAll(unseen, toBars(0, 14, 0.8), five), toBars(0, 14, 0.8), "five for four");
});

test("does not mix scales if a split is applied late and the price moved on the same day", () => {
  // A one-for-ten reverse split before the open of day 11, on which the price also fell by 27%.
  const reverse = { splits: [{ date: addDays(FIRST, 11), ratio: 0.1 }] };
  const after = toBars(11, 14, 7.3);
  const [late, now] = [
    [...after, ...toBars(0, 10)],
    [...after, ...toBars(0, 10, 10)],
  ];
  assert.deepEqual(mergeAll([], late, reverse), now, "reported");
  assert.deepEqual(mergeAll(toBars(0, 10), late, reverse), now);
  assert.deepEqual(mergeAll([], now, reverse), now, "applied only once");
  assert.deepEqual(mergeAll(late, now), now, "eleven days show it");
  assert.equal(merge(now, late).kind, "contradicts", "the old scale does not return");
  const fell = { splits: [{ date: addDays(FIRST, 11), ratio: 2 }] };
  const adjusted = [...toBars(11, 14, 0.7), ...toBars(0, 10)];
  assert.deepEqual(mergeAll([], adjusted, fell), adjusted, "a fall by 30% is not a two-for-one split");
});

test("a rescaled day takes the values of the provider's answer, unless the close is implausible", () => {
  for (const day of [2, 6]) {
    const answer = changeDay(toBars(1, 12, 0.1), day, { close: (100 + day) / 10 + 0.001, volume: 10_003 });
    assert.deepEqual(getDay(mergeAll(toBars(0, 10), answer), day), getDay(answer, day));
    const wrong = changeDay(answer, day, { close: 12 });
    assert.deepEqual(
      getDay(mergeAll(toBars(0, 10), wrong), day),
      getDay(toBars(day, day, 0.1), day),
      "a wrong close is ignored",
    );
  }
});

test("rejects bars on the old scale, even if the provider reports a split that was applied long ago", () => {
  const now = toBars(0, 12, 0.1);
  assert.equal(merge(now, toBars(0, 11)).kind, "contradicts", "older");
  assert.equal(merge(now, toBars(0, 12)).kind, "contradicts", "no newer day, and no split reported");
  assert.equal(merge(now, toLate(13)).kind, "contradicts", "only the days before the split are on the old scale");
  const former = { splits: [{ date: addDays(FIRST, 3), ratio: 0.1 }] };
  assert.equal(merge(now, toBars(0, 12), former).kind, "contradicts", "the split is on a day that both have");
});

test("keeps a day in progress that the answer lacks, on the scale of the other days", () => {
  const refreshedAt = new Date(`${addDays(FIRST, 10)}T15:00:00Z`);
  assert.deepEqual(mergeAll(toBars(0, 10), toBars(2, 9), { refreshedAt }), toBars(0, 10));
  assert.deepEqual(mergeAll(toBars(10, 10), toBars(2, 9), { refreshedAt }), toBars(2, 10), "nothing else was stored");
  const scaled = mergeAll(toBars(0, 10), [...toBars(11, 11, 0.1), ...toBars(2, 9, 0.1)], { refreshedAt });
  assert.deepEqual(scaled, toBars(0, 11, 0.1));
});

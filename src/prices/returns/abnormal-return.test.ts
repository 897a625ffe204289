import assert from "node:assert/strict";
import { test } from "node:test";
import { computeAbnormalReturn, findAnchorSession, type PricedReturn } from "./abnormal-return.ts";
import { computeReturnIndex, type PriceSeries } from "./price-series.ts";

const DAYS = [100, 101, 102, 105, 106, 107, 108, 109];
const toKnown = (cash: ReadonlyMap<number, number>) => ({ from: 0, to: 1_000, cash });
const noDividends = toKnown(new Map());

function toSeries(close: readonly number[], options: Partial<Omit<PriceSeries, "days">> & { days?: number[] } = {}) {
  const { days = DAYS.slice(0, close.length), dividends = noDividends, ended = false } = options;
  return computeReturnIndex({ days: Int32Array.from(days), close: Float64Array.from(close), dividends, ended });
}

function getPriced(outcome: PricedReturn | string): PricedReturn {
  assert.ok(typeof outcome !== "string", String(outcome));
  return outcome;
}

function assertNear(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);
}

const flat = toSeries(DAYS.map(() => 50));

test('the "skill" return starts on the day of the transaction, or the next session', () => {
  const find = (transactionDay: number) => findAnchorSession(flat.days, "skill", transactionDay);
  assert.deepEqual([find(100), find(103), find(105), find(200)], [0, 3, 3, DAYS.length]);
});

test('the "copy" return never uses the close of the disclosure day, whatever its hour', () => {
  const find = (disclosureDay: number) => findAnchorSession(flat.days, "copy", disclosureDay);
  assert.deepEqual([find(101), find(102), find(103), find(109)], [2, 3, 3, DAYS.length]);
});

test("the abnormal return is the security's minus the benchmark's over the same sessions", () => {
  const market = toSeries([50, 51, 52, 53, 54, 55, 56, 57]);
  const outcome = getPriced(computeAbnormalReturn(toSeries([10, 11, 12, 13, 14, 15, 16, 17]), market, 1, 5));
  assertNear(outcome.security, 16 / 11 - 1);
  assertNear(outcome.benchmark, 56 / 51 - 1);
  assertNear(outcome.abnormal, 16 / 11 - 56 / 51);
  assert.deepEqual([outcome.fromDay, outcome.toDay, outcome.kind], [101, 108, "total"]);
});

test("adds the dividend to the return if the ex-dividend day is within the horizon, but not on the anchor day", () => {
  const close = [10, 10, 9, 9, 9, 9, 9, 9];
  const apply = (dividends: PriceSeries["dividends"]) =>
    getPriced(computeAbnormalReturn(toSeries(close, { dividends }), flat, 0, 5)).security;
  assertNear(apply(toKnown(new Map([[102, 1]]))), 0);
  assertNear(apply(toKnown(new Map([[100, 1]]))), -0.1);
  assertNear(apply(noDividends), -0.1);
});

test("counts the dividend at the next close if the ex-dividend day has no close", () => {
  const outcome = computeAbnormalReturn(
    toSeries([10, 10, 10, 9], { dividends: toKnown(new Map([[103, 1]])) }),
    flat,
    0,
    3,
  );
  assertNear(getPriced(outcome).security, 0);
});

test("compares price returns, marked as such, if the benchmark's dividends are unknown", () => {
  const paying = toKnown(new Map([[102, 5]]));
  const own = toSeries([10, 10, 10, 10, 10, 10], { dividends: paying });
  const outcome = getPriced(
    computeAbnormalReturn(
      own,
      toSeries(
        DAYS.map(() => 50),
        { dividends: null },
      ),
      0,
      5,
    ),
  );
  assertNear(outcome.security, 0);
  assert.equal(outcome.kind, "price");
});

test("compares price returns if the security's or the benchmark's dividends within the horizon are unknown", () => {
  const cash = new Map([[106, 1]]);
  const getKind = (from: number, to: number) => {
    const dividends = { from, to, cash };
    const own = toSeries([10, 10, 10, 10, 9, 9, 9, 9], { dividends });
    const market = toSeries(
      DAYS.map(() => 50),
      { dividends },
    );
    const outcomes = [computeAbnormalReturn(own, flat, 1, 5), computeAbnormalReturn(flat, market, 1, 5)].map(getPriced);
    assert.equal(outcomes[0]?.kind, outcomes[1]?.kind);
    assertNear((outcomes[0] as PricedReturn).security, outcomes[0]?.kind === "total" ? 0 : -0.1);
    assertNear((outcomes[1] as PricedReturn).benchmark, outcomes[1]?.kind === "total" ? 0.02 : 0);
    return outcomes[0]?.kind;
  };
  assert.deepEqual(
    [getKind(101, 108), getKind(102, 108), getKind(101, 107), getKind(200, 300)],
    ["total", "price", "price", "price"],
  );
});

test("computes no return for a horizon that is not over, or if closes are missing", () => {
  assert.equal(computeAbnormalReturn(flat, flat, DAYS.length, 5), "too_recent");
  assert.equal(computeAbnormalReturn(flat, flat, 4, 5), "too_recent");
  assert.equal(computeAbnormalReturn(toSeries([10, 11, 12], { days: [105, 106, 107] }), flat, 0, 5), "no_bars");
  // Prices are stored up to a day within the horizon, though the security is still traded.
  assert.equal(computeAbnormalReturn(toSeries([10, 11, 12, 13]), flat, 0, 5), "no_bars");
});

test("a day without a trade uses the close before it", () => {
  const halted = toSeries([10, 11, 12, 13, 14, 15], { days: [100, 101, 102, 105, 106, 108] });
  assertNear(getPriced(computeAbnormalReturn(halted, flat, 0, 5)).security, 0.4);
});

test("uses the last close of a security delisted within the horizon, and marks the result as delisted", () => {
  const outcome = getPriced(computeAbnormalReturn(toSeries([10, 8, 4], { ended: true }), flat, 0, 5));
  assertNear(outcome.security, -0.6);
  assert.equal(outcome.delisted, true);
  assert.equal(computeAbnormalReturn(toSeries([10, 8], { ended: true }), flat, 2, 5), "delisted");
});

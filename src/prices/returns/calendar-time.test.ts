import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addHoldings,
  annualizeAlpha,
  computeAlpha,
  computeDailyReturns,
  createEmptyHoldings,
  MIN_DAYS,
} from "./calendar-time.ts";

test("finds the exact alpha and beta, with a standard error of zero, if returns depend linearly on the market", () => {
  const market = Float64Array.from({ length: 100 }, (_, day) => Math.sin(day) / 100);
  const alpha = computeAlpha(
    market.map((each) => 0.001 + 1.5 * each),
    market,
  );
  assert.ok(Math.abs((alpha?.daily as number) - 0.001) < 1e-12);
  assert.ok(Math.abs((alpha?.beta as number) - 1.5) < 1e-12);
  assert.ok((alpha?.standardError as number) < 1e-12);
  assert.deepEqual([alpha?.days, alpha?.lag], [100, 4]);
});

test("autocorrelated daily returns increase the standard error", () => {
  const market = Float64Array.from({ length: 400 }, (_, day) => ((day * 7919) % 101) / 5_000 - 0.01);
  const runs = market.map((each, day) => each + (Math.floor(day / 20) % 2 === 0 ? 0.01 : -0.01));
  const turns = market.map((each, day) => each + (day % 2 === 0 ? 0.01 : -0.01));
  assert.ok(
    (computeAlpha(runs, market)?.standardError as number) > 3 * (computeAlpha(turns, market)?.standardError as number),
  );
});

test("annualizes alpha with a 90% interval", () => {
  const { mean, interval } = annualizeAlpha({ daily: 0.0001, beta: 1, standardError: 0.0002, days: 62, lag: 3 });
  assert.ok(Math.abs(mean - 0.0252) < 1e-12);
  // Student's t at 60 degrees of freedom, 5% in each tail.
  assert.ok(Math.abs(interval.high - mean - 1.670649 * 0.0504) < 1e-6);
  assert.ok(Math.abs(interval.low + interval.high - 2 * mean) < 1e-12);
});

test("returns no alpha for too few days, or for a flat or uniform market", () => {
  const few = Float64Array.from({ length: MIN_DAYS - 1 }, (_, day) => day % 3);
  assert.equal(computeAlpha(few, few), null);
  const still = new Float64Array(100);
  assert.equal(computeAlpha(still, still), null);
  const alike = Float64Array.from(
    { length: 100 },
    (_, day) => Math.exp(0.0003 * (day + 1)) / Math.exp(0.0003 * day) - 1,
  );
  assert.equal(computeAlpha(still, alike), null);
});

test("a holding counts from the day after the anchor, for as many sessions as the horizon", () => {
  const holdings = createEmptyHoldings(6);
  addHoldings(holdings, [1, 3], 3, Float64Array.of(1, 2, 3, 6, 12, 12));
  assert.deepEqual([...holdings.counts], [0, 0, 1, 1, 2, 1]);
  assert.deepEqual([...computeDailyReturns(holdings)], [Number.NaN, Number.NaN, 0.5, 1, 1, 0]);
});

test("does not hold a security without a price at the anchor, or after the security stops trading", () => {
  const holdings = createEmptyHoldings(5);
  addHoldings(holdings, [0, 1, 9], 3, Float64Array.of(Number.NaN, 2, 3, Number.NaN, Number.NaN));
  assert.deepEqual([...holdings.counts], [0, 0, 1, 0, 0]);
});

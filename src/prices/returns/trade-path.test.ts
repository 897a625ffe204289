import assert from "node:assert/strict";
import { test } from "node:test";
import { toDayText } from "../../domain/bar-columns.ts";
import { type Decision, UNPRICED_KINDS, type UnpricedKind } from "./decision.ts";
import { computeDecisionReturns, computePerformance, createSessionLookup } from "./performance.ts";
import type { ReturnIndex } from "./price-series.ts";
import { PATH_SESSIONS, TradePathWriter } from "./trade-path.ts";

/** Every day is a session. */
const SESSIONS = 500;
const FIRST_DAY = 18_000;
const NONE = Object.fromEntries(UNPRICED_KINDS.map((kind) => [kind, 0])) as Record<UnpricedKind, number>;

function toIndex(priceOf: (session: number) => number, from = 0): ReturnIndex {
  const sessions = Array.from({ length: SESSIONS - from }, (_, at) => from + at);
  return {
    days: Int32Array.from(sessions, (session) => FIRST_DAY + session),
    price: Float64Array.from(sessions, priceOf),
    total: null,
    ended: false,
  };
}

/** Prices that gain a dollar each session from 100 and 400. */
const RISING = toIndex((session) => 100 + session);
const MARKET = toIndex((session) => 400 + session);

function toDecision(session: number, given: Partial<Decision> = {}): Decision {
  const day = toDayText(FIRST_DAY + session);
  return {
    tradeIds: [`txn_h${session}_01`],
    filingId: `h${session}`,
    politicianId: "X000001",
    symbol: "UP",
    side: "buy",
    transactionDate: day,
    disclosureDate: toDayText(FIRST_DAY + session + 30),
    lowUsd: 1_001,
    highUsd: 15_000,
    ...given,
  };
}

function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done: isDone, value } = steps.next();
    if (isDone) return value;
  }
}

/** @param securities return index by symbol. */
function buildPath(decisions: readonly Decision[], securities: Readonly<Record<string, ReturnIndex>> = { UP: RISING }) {
  const writer = new TradePathWriter(decisions, MARKET, createSessionLookup("skill", MARKET));
  for (const [symbol, security] of Object.entries(securities)) {
    writer.addPrices(
      [...decisions.keys()].filter((place) => decisions[place]?.symbol === symbol),
      security,
    );
  }
  const path = finish(writer.buildPath(NONE, "member"));
  const find = (session: number) => path.points.find((each) => each.session === session) ?? assert.fail(`${session}`);
  return { ...path, at: find };
}

function assertNear(actual: number | null | undefined, expected: number): void {
  assert.ok(typeof actual === "number" && Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);
}

const TWELVE = Array.from({ length: 12 }, (_, at) => toDecision(100 + at));
const average = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
/** Mean level of the twelve decisions, calculated by hand. */
const compute = (offset: number) =>
  average(TWELVE.map((_, at) => (200 + at + offset) / (200 + at) - (500 + at + offset) / (500 + at)));

test("the path runs from 60 sessions before the trade to 252 after it, and includes every monthly horizon", () => {
  assert.deepEqual([PATH_SESSIONS[0], PATH_SESSIONS.at(-1)], [-60, 252]);
  for (const session of [0, 21, 63, 126, 252]) assert.ok(PATH_SESSIONS.includes(session), String(session));
  assert.deepEqual(
    PATH_SESSIONS,
    [...new Set(PATH_SESSIONS)].sort((one, other) => one - other),
  );
});

test("mean returns around the trade equal hand-calculated values, and are zero at the trade", () => {
  const { at, points, medianDisclosure } = buildPath(TWELVE);
  for (const { session, buys } of points) {
    assertNear(buys.estimate.mean, compute(session));
    assert.deepEqual([buys.state, buys.estimate.count, buys.estimate.clusters], ["ok", 12, 12], String(session));
  }
  assert.deepEqual(at(0).buys.estimate.interval, { low: 0, high: 0 });
  assert.ok((at(-60).buys.estimate.interval?.high ?? 0) < 0 && (at(252).buys.estimate.interval?.low ?? 0) > 0);
  assert.equal(at(63).sells.state, "none");
  assert.equal(medianDisclosure, 30);
});

test("the values at a horizon equal the returns over that horizon, including the difference between sides", () => {
  const sold = Array.from({ length: 11 }, (_, at) => toDecision(130 + 3 * at, { side: "sell" }));
  const all = [...TWELVE, ...sold];
  const sessionOf = createSessionLookup("skill", MARKET);
  const returns = computeDecisionReturns(all, RISING, MARKET, { sessionOf, horizon: 63 });
  const { buys, sells, difference } = finish(computePerformance(returns, NONE, "member"));
  const point = buildPath(all).at(63);
  assert.deepEqual([point.buys, point.sells, point.difference], [buys, sells, difference]);
});

test("trades disclosed in one filing increase the standard error", () => {
  const apart = Array.from({ length: 24 }, (_, at) => toDecision(100 + 2 * at));
  const together = apart.map((each, at) => ({ ...each, filingId: `h${Math.floor(at / 2)}` }));
  const getError = (decisions: readonly Decision[]) => buildPath(decisions).at(63).buys.estimate.standardError ?? 0;
  assert.ok(getError(together) > getError(apart));
});

test("leaves a decision out of sessions that have not happened yet", () => {
  const late = Array.from({ length: 12 }, (_, at) => toDecision(SESSIONS - 64 - 4 * at));
  const { at } = buildPath([...TWELVE, ...late]);
  assert.deepEqual(
    [-60, 0, 63, 84, 105, 126].map((session) => at(session).buys.estimate.count),
    [24, 24, 24, 18, 13, 12],
  );
  assertNear(at(126).buys.estimate.mean, compute(126));
});

test("gives no mean if fewer than 90% of the decisions have a price, for example of newly listed shares", () => {
  const young = Array.from({ length: 2 }, (_, at) => toDecision(100 + at, { symbol: "NEW", filingId: `n${at}` }));
  const { at } = buildPath([...TWELVE, ...young], { UP: RISING, NEW: toIndex((session) => 50 + session, 80) });
  assert.equal(at(-20).buys.estimate.count, 14);
  assert.deepEqual(
    [at(-30).buys.state, at(-30).buys.estimate.mean, at(-30).buys.estimate.count],
    ["too_few_priced", null, 12],
  );
  const without = buildPath([...TWELVE, ...young]);
  assert.deepEqual([without.at(63).buys.state, without.medianDisclosure], ["too_few_priced", 30]);
});

test("leaves out a decision whose day has no close or is before the benchmark's first day", () => {
  const hole = toDecision(200, { symbol: "GAP" });
  const gap = toIndex((session) => 70 + session);
  const closed = {
    ...gap,
    days: gap.days.filter((_, at) => at !== 200),
    price: gap.price.filter((_, at) => at !== 200),
  };
  const early = toDecision(-40);
  const { points } = buildPath([...TWELVE, hole, early], { UP: RISING, GAP: closed });
  for (const { buys } of points) assert.equal(buys.estimate.count, 12);
});

test("leaves a decision out of a session on a day without a benchmark close", () => {
  const market = { ...MARKET, price: MARKET.price.map((price, at) => (at === 90 || at === 163 ? Number.NaN : price)) };
  const writer = new TradePathWriter(TWELVE, market, createSessionLookup("skill", market));
  writer.addPrices([...TWELVE.keys()], RISING);
  const { points } = finish(writer.buildPath(NONE, "member"));
  for (const session of [-10, 63]) {
    assert.equal(points.find((each) => each.session === session)?.buys.estimate.count, 11, String(session));
  }
});

test("without decisions or prices there is no value", () => {
  const nothing = buildPath([]);
  assert.ok(nothing.points.every(({ buys }) => buys.state === "none"));
  assert.equal(nothing.medianDisclosure, null);
  assert.ok(buildPath(TWELVE, {}).points.every(({ buys }) => buys.state === "none"));
});

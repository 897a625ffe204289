/** Tests the figures of returns against an independent computation in Python, on made-up prices and decisions. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { toDayNumber, toDayText } from "../../src/domain/bar-columns.ts";
import type { Anchor } from "../../src/prices/returns/abnormal-return.ts";
import { computeAlpha } from "../../src/prices/returns/calendar-time.ts";
import { type Decision, DecisionWriter } from "../../src/prices/returns/decision.ts";
import { computeFindings } from "../../src/prices/returns/many-members.ts";
import {
  computeDecisionReturns,
  computePerformance,
  createSessionLookup,
  type DecisionReturn,
  getClusterKey,
  type Performance,
} from "../../src/prices/returns/performance.ts";
import { computeReturnIndex, type PriceSeries } from "../../src/prices/returns/price-series.ts";
import { TradePathWriter } from "../../src/prices/returns/trade-path.ts";
import { runWithoutPauses } from "../../src/publication/dataset/slices.ts";
import { createSeededRandom } from "../seeded-random.ts";

/** Debian's Python, which has numpy and pandas; another Python in PATH may not. */
const PYTHON = "/usr/bin/python3";
const HORIZON = 21;
const TOLERANCE = 1e-9;
/** The path is compared at these numbers of sessions from the trade. */
const OFFSETS = [-60, -20, 14, 63, 252];

interface Reference {
  readonly returns: readonly (number | string)[];
  readonly figures: readonly Record<"buys" | "sells" | "difference", ReferenceFigure>[];
  readonly alphas: readonly { readonly daily: number; readonly beta: number; readonly error: number }[];
  /** At each of `OFFSETS`. */
  readonly path: readonly Record<"buys" | "sells" | "difference", ReferenceFigure & { readonly count: number }>[];
  /** Of the groups, each treated as a member. */
  readonly shrinkage: Readonly<Record<"buys" | "sells", ReferenceShrinkage>>;
}

interface ReferenceShrinkage {
  readonly mean: number;
  readonly between: number;
  readonly shrunken: readonly number[];
}

interface ReferenceFigure {
  readonly mean: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly bounds?: { readonly low: number; readonly high: number };
}

const skip = explainMissingPandas();

for (const anchor of ["skill", "copy"] as const) {
  test(`1,000 decisions and 50 groups match the reference, from the ${anchor} anchor`, { skip }, () => {
    const made = createCase(anchor === "skill" ? 1 : 2);
    const reference = computeReference(made, anchor);
    const returns = computeReturns(made, anchor);
    for (const [index, { outcome }] of returns.entries()) {
      assertNear(
        typeof outcome === "string" ? outcome : outcome.abnormal,
        reference.returns[index],
        `decision ${index}`,
      );
    }
    const reasons = new Set(reference.returns.filter((each) => typeof each === "string"));
    const kinds = returns.flatMap(({ outcome }) => (typeof outcome === "string" ? [] : [outcome.kind]));
    assert.ok(kinds.includes("total") && kinds.includes("price"));
    assert.deepEqual([...reasons].sort(), ["delisted", "no_bars", "too_recent"]);
    const members = new Map<string, Performance>();
    for (const [index, group] of made.groups.entries()) {
      const figures = computeFigures(group.map((each) => returns[each] as DecisionReturn));
      members.set(`X${index}`, figures);
      for (const side of ["buys", "sells", "difference"] as const) {
        const { estimate, bounds } = figures[side];
        const expected = reference.figures[index]?.[side];
        const name = `group ${index}, ${side}`;
        assertNear(estimate.mean, expected?.mean, name);
        assertNear(estimate.interval?.low ?? null, expected?.low, name);
        assertNear(estimate.interval?.high ?? null, expected?.high, name);
        assertNear(bounds?.low ?? null, expected?.bounds?.low ?? null, name);
        assertNear(bounds?.high ?? null, expected?.bounds?.high ?? null, name);
      }
    }
    for (const side of ["buys", "sells"] as const) {
      const { groupMean, betweenVariance, shrunken } = computeFindings(members, side).shrinkage ?? assert.fail();
      const expected = reference.shrinkage[side];
      assert.ok(expected.shrunken.length > 40 && expected.shrunken.length === shrunken.size);
      assertNear(groupMean, expected.mean, `mean over members, ${side}`);
      assertNear(betweenVariance, expected.between, `variance between members, ${side}`);
      for (const [index, each] of [...shrunken.values()].entries())
        assertNear(each, expected.shrunken[index], `shrunken ${index}`);
    }
    const { points } = computePath(made);
    for (const [at, offset] of OFFSETS.entries()) {
      const point = points.find(({ session }) => session === offset) ?? assert.fail();
      for (const side of ["buys", "sells", "difference"] as const) {
        const { estimate } = point[side];
        const expected = reference.path[at]?.[side];
        const name = `path at ${offset}, ${side}`;
        assert.equal(estimate.count, expected?.count, name);
        assertNear(estimate.mean, expected?.mean, name);
        assertNear(estimate.interval?.low ?? null, expected?.low, name);
        assertNear(estimate.interval?.high ?? null, expected?.high, name);
      }
    }
    for (const [index, { portfolio, market }] of made.portfolios.entries()) {
      const alpha = computeAlpha(portfolio, market);
      const expected = reference.alphas[index];
      assertNear(alpha?.daily, expected?.daily, `alpha ${index}`);
      assertNear(alpha?.beta, expected?.beta, `beta ${index}`);
      assertNear(alpha?.standardError, expected?.error, `error of alpha ${index}`);
    }
  });
}

type Case = ReturnType<typeof createCase>;

const BENCHMARK = "SPY";
const FIRST_DAY = 18_000;
const SESSIONS = 600;

/** Prices with gaps, late starts, early ends, and known or unknown dividends; decisions on any day; groups of 30 to hundreds. */
function createCase(seed: number) {
  const random = createSeededRandom(seed);
  const randomBelow = (bound: number) => Math.floor(random() * bound);
  const days = Array.from({ length: SESSIONS }, (_, session) => FIRST_DAY + session + 2 * Math.floor(session / 5));
  const series = new Map<string, PriceSeries>([
    [
      BENCHMARK,
      createSeries(
        random,
        days,
        createDividends(days[0] as number, days.at(-1) as number, [[days[200] as number, 1.5]]),
      ),
    ],
  ]);
  for (let security = 0; security < 40; security += 1) {
    const ended = security % 7 === 0;
    const from = security % 5 === 0 ? randomBelow(200) : 0;
    const to = ended ? 300 + randomBelow(200) : security % 11 === 0 ? 560 : SESSIONS;
    const own = days.slice(from, to).filter(() => random() > 0.01);
    const paid = [1, 2, 3].map((): [number, number] => [(own[1] as number) + randomBelow(700), random() * 2]);
    // Every third security has dividends that are known for a part of its days only.
    const knownFrom = (own[0] as number) + (security % 3 === 0 ? randomBelow(500) : 0);
    const knownTo = (own.at(-1) as number) - (security % 3 === 1 ? randomBelow(300) : 0);
    const dividends = security % 4 === 0 ? null : createDividends(knownFrom, knownTo, paid);
    series.set(`ZZ${security}`, { ...createSeries(random, own, dividends), ended });
  }
  const decisions = Array.from({ length: 1_000 }, (_, index): Decision => {
    const transactionDay = FIRST_DAY + randomBelow(820);
    const lowUsd = [1_001, 15_001, 50_001][randomBelow(3)] as number;
    return {
      tradeIds: [`txn_${index}`],
      filingId: `h${randomBelow(60)}`,
      politicianId: "X000001",
      symbol: `ZZ${randomBelow(40)}`,
      side: random() < 0.6 ? "buy" : "sell",
      transactionDate: toDayText(transactionDay),
      disclosureDate: toDayText(transactionDay + randomBelow(60)),
      lowUsd,
      highUsd: random() < 0.02 ? null : lowUsd * (2 + randomBelow(9)),
    };
  });
  const groups = Array.from({ length: 50 }, (_, group) =>
    Array.from({ length: 30 + group * 5 }, () => randomBelow(decisions.length)),
  );
  const portfolios = [80, 250, 900].map((length) => {
    const market = Float64Array.from({ length }, () => random() / 50 - 0.01);
    const portfolio = market.map((each, day) =>
      day % 17 === 0 ? Number.NaN : 0.0004 + 0.8 * each + random() / 30 - 1 / 60,
    );
    return { market, portfolio };
  });
  // Decisions so far from both ends of the prices that more than nine in ten have a level at every session.
  const path = [...decisions.keys()].filter((index) => {
    const { symbol, transactionDate } = decisions[index] as Decision;
    const security = Number(symbol.slice(2));
    const day = toDayNumber(transactionDate) - FIRST_DAY;
    return security % 5 > 0 && security % 11 > 0 && day > 100 && day < 400;
  });
  return { series, decisions, groups, portfolios, path };
}

function createDividends(from: number, to: number, paid: readonly [number, number][]): PriceSeries["dividends"] {
  return { from, to, cash: new Map(paid.filter(([day]) => day >= from && day <= to)) };
}

function createSeries(random: () => number, days: readonly number[], dividends: PriceSeries["dividends"]): PriceSeries {
  let price = 20 + random() * 100;
  const close = days.map(() => {
    price *= 1 + (random() - 0.49) / 20;
    return price;
  });
  return { days: Int32Array.from(days), close: Float64Array.from(close), dividends, ended: false };
}

function computeReturns({ series, decisions }: Case, anchor: Anchor): readonly DecisionReturn[] {
  const indices = new Map([...series].map(([symbol, each]) => [symbol, computeReturnIndex(each)]));
  const market = indices.get(BENCHMARK);
  assert.ok(market !== undefined);
  const sessionOf = createSessionLookup(anchor, market);
  return decisions.flatMap((decision) =>
    computeDecisionReturns([decision], indices.get(decision.symbol) ?? null, market, { sessionOf, horizon: HORIZON }),
  );
}

function computePath({ series, decisions: all, path: places }: Case) {
  const decisions = places.map((place) => all[place] as Decision);
  const market = computeReturnIndex(series.get(BENCHMARK) ?? assert.fail());
  const writer = new TradePathWriter(decisions, market, createSessionLookup("skill", market));
  for (const [place, { symbol }] of decisions.entries()) {
    writer.addPrices([place], computeReturnIndex(series.get(symbol) ?? assert.fail()));
  }
  return runWithoutPauses(writer.buildPath(new DecisionWriter().toDecisions().unpriced, "member"));
}

/** Uses only priced decisions, since a made-up group may miss the minimum share of priced ones. */
function computeFigures(returns: readonly DecisionReturn[]) {
  const priced = returns.filter(({ outcome }) => typeof outcome !== "string");
  return runWithoutPauses(computePerformance(priced, new DecisionWriter().toDecisions().unpriced, "member"));
}

function computeReference({ series, decisions, groups, portfolios, path: places }: Case, anchor: Anchor): Reference {
  const given = {
    anchor,
    horizon: HORIZON,
    benchmark: BENCHMARK,
    series: Object.fromEntries(
      [...series].map(([symbol, { days, close, dividends, ended }]) => [
        symbol,
        {
          days: [...days],
          close: [...close],
          dividends: dividends && { ...dividends, cash: [...dividends.cash] },
          ended,
        },
      ]),
    ),
    decisions: decisions.map((each) => ({
      ...each,
      cluster: getClusterKey(each, "member"),
      transactionDay: toDayNumber(each.transactionDate),
      disclosureDay: toDayNumber(each.disclosureDate),
    })),
    groups,
    path: { decisions: places, offsets: OFFSETS },
    portfolios: portfolios.map(({ portfolio, market }) => ({
      portfolio: [...portfolio].map((each) => (Number.isNaN(each) ? null : each)),
      market: [...market],
    })),
  };
  const script = path.join(import.meta.dirname, "reference.py");
  return JSON.parse(execFileSync(PYTHON, [script], { input: JSON.stringify(given), encoding: "utf8" })) as Reference;
}

/** Asserts that numbers are equal to nine digits, and that reasons or nulls are the same. */
function assertNear(
  actual: number | string | null | undefined,
  expected: number | string | null | undefined,
  name: string,
): void {
  if (typeof actual !== "number" || typeof expected !== "number") assert.equal(actual, expected, name);
  else assert.ok(Math.abs(actual - expected) <= TOLERANCE, `${name}: ${actual} is not ${expected}`);
}

function explainMissingPandas(): string | false {
  if (spawnSync(PYTHON, ["-c", "import numpy, pandas"]).status === 0) return false;
  if (process.env["REQUIRE_SERVICES"] === "1") return false;
  return "python3-pandas is not installed";
}

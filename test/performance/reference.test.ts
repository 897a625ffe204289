/** The figures of returns beside an independent computation in Python, on made prices and decisions. */
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
import { randomFrom } from "../seeded-random.ts";

/** Debian's, which has numpy and pandas; another Python on the path may not. */
const PYTHON = "/usr/bin/python3";
const HORIZON = 21;
const TOLERANCE = 1e-9;
/** Sessions from the trade at which the path is compared. */
const OFFSETS = [-60, -20, 14, 63, 252];

interface Reference {
  readonly returns: readonly (number | string)[];
  readonly figures: readonly Record<"buys" | "sells" | "difference", ReferenceFigure>[];
  readonly alphas: readonly { readonly daily: number; readonly beta: number; readonly error: number }[];
  /** At each of `OFFSETS`. */
  readonly path: readonly Record<"buys" | "sells" | "difference", ReferenceFigure & { readonly count: number }>[];
  /** Of the groups as if each were a member. */
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

const skip = withoutPandas();

for (const anchor of ["skill", "copy"] as const) {
  test(`1,000 decisions and 50 groups match the reference, from the ${anchor} anchor`, { skip }, () => {
    const made = madeCase(anchor === "skill" ? 1 : 2);
    const reference = referenceOf(made, anchor);
    const returns = returnsOf(made, anchor);
    for (const [index, { outcome }] of returns.entries()) {
      near(typeof outcome === "string" ? outcome : outcome.abnormal, reference.returns[index], `decision ${index}`);
    }
    const reasons = new Set(reference.returns.filter((each) => typeof each === "string"));
    const kinds = returns.flatMap(({ outcome }) => (typeof outcome === "string" ? [] : [outcome.kind]));
    assert.ok(kinds.includes("total") && kinds.includes("price"));
    assert.deepEqual([...reasons].sort(), ["delisted", "no_bars", "too_recent"]);
    const members = new Map<string, Performance>();
    for (const [index, group] of made.groups.entries()) {
      const figures = figuresOf(group.map((each) => returns[each] as DecisionReturn));
      members.set(`X${index}`, figures);
      for (const side of ["buys", "sells", "difference"] as const) {
        const { estimate, bounds } = figures[side];
        const expected = reference.figures[index]?.[side];
        const name = `group ${index}, ${side}`;
        near(estimate.mean, expected?.mean, name);
        near(estimate.interval?.low ?? null, expected?.low, name);
        near(estimate.interval?.high ?? null, expected?.high, name);
        near(bounds?.low ?? null, expected?.bounds?.low ?? null, name);
        near(bounds?.high ?? null, expected?.bounds?.high ?? null, name);
      }
    }
    for (const side of ["buys", "sells"] as const) {
      const { groupMean, betweenVariance, shrunken } = computeFindings(members, side).shrinkage ?? assert.fail();
      const expected = reference.shrinkage[side];
      assert.ok(expected.shrunken.length > 40 && expected.shrunken.length === shrunken.size);
      near(groupMean, expected.mean, `mean over members, ${side}`);
      near(betweenVariance, expected.between, `variance between members, ${side}`);
      for (const [index, each] of [...shrunken.values()].entries())
        near(each, expected.shrunken[index], `shrunken ${index}`);
    }
    const { points } = pathOf(made);
    for (const [at, offset] of OFFSETS.entries()) {
      const point = points.find(({ session }) => session === offset) ?? assert.fail();
      for (const side of ["buys", "sells", "difference"] as const) {
        const { estimate } = point[side];
        const expected = reference.path[at]?.[side];
        const name = `path at ${offset}, ${side}`;
        assert.equal(estimate.count, expected?.count, name);
        near(estimate.mean, expected?.mean, name);
        near(estimate.interval?.low ?? null, expected?.low, name);
        near(estimate.interval?.high ?? null, expected?.high, name);
      }
    }
    for (const [index, { portfolio, market }] of made.portfolios.entries()) {
      const alpha = computeAlpha(portfolio, market);
      const expected = reference.alphas[index];
      near(alpha?.daily, expected?.daily, `alpha ${index}`);
      near(alpha?.beta, expected?.beta, `beta ${index}`);
      near(alpha?.standardError, expected?.error, `error of alpha ${index}`);
    }
  });
}

type Made = ReturnType<typeof madeCase>;

const BENCHMARK = "SPY";
const FIRST_DAY = 18_000;
const SESSIONS = 600;

/** Prices with gaps, late beginnings and ends, dividends and none known; decisions on any day; groups of a few to hundreds. */
function madeCase(seed: number) {
  const random = randomFrom(seed);
  const below = (bound: number) => Math.floor(random() * bound);
  const days = Array.from({ length: SESSIONS }, (_, session) => FIRST_DAY + session + 2 * Math.floor(session / 5));
  const series = new Map<string, PriceSeries>([
    [
      BENCHMARK,
      madeSeries(random, days, knownDividends(days[0] as number, days.at(-1) as number, [[days[200] as number, 1.5]])),
    ],
  ]);
  for (let security = 0; security < 40; security += 1) {
    const ended = security % 7 === 0;
    const from = security % 5 === 0 ? below(200) : 0;
    const to = ended ? 300 + below(200) : security % 11 === 0 ? 560 : SESSIONS;
    const own = days.slice(from, to).filter(() => random() > 0.01);
    const paid = [1, 2, 3].map((): [number, number] => [(own[1] as number) + below(700), random() * 2]);
    // Every third security has dividends that are known for a part of its days only.
    const knownFrom = (own[0] as number) + (security % 3 === 0 ? below(500) : 0);
    const knownTo = (own.at(-1) as number) - (security % 3 === 1 ? below(300) : 0);
    const dividends = security % 4 === 0 ? null : knownDividends(knownFrom, knownTo, paid);
    series.set(`ZZ${security}`, { ...madeSeries(random, own, dividends), ended });
  }
  const decisions = Array.from({ length: 1_000 }, (_, index): Decision => {
    const transactionDay = FIRST_DAY + below(820);
    const lowUsd = [1_001, 15_001, 50_001][below(3)] as number;
    return {
      tradeIds: [`txn_${index}`],
      filingId: `h${below(60)}`,
      politicianId: "X000001",
      symbol: `ZZ${below(40)}`,
      side: random() < 0.6 ? "buy" : "sell",
      transactionDate: toDayText(transactionDay),
      disclosureDate: toDayText(transactionDay + below(60)),
      lowUsd,
      highUsd: random() < 0.02 ? null : lowUsd * (2 + below(9)),
    };
  });
  const groups = Array.from({ length: 50 }, (_, group) =>
    Array.from({ length: 30 + group * 5 }, () => below(decisions.length)),
  );
  const portfolios = [80, 250, 900].map((length) => {
    const market = Float64Array.from({ length }, () => random() / 50 - 0.01);
    const portfolio = market.map((each, day) =>
      day % 17 === 0 ? Number.NaN : 0.0004 + 0.8 * each + random() / 30 - 1 / 60,
    );
    return { market, portfolio };
  });
  // Those far enough from both ends of the prices that more than nine in ten have a level at every session.
  const path = [...decisions.keys()].filter((index) => {
    const { symbol, transactionDate } = decisions[index] as Decision;
    const security = Number(symbol.slice(2));
    const day = toDayNumber(transactionDate) - FIRST_DAY;
    return security % 5 > 0 && security % 11 > 0 && day > 100 && day < 400;
  });
  return { series, decisions, groups, portfolios, path };
}

function knownDividends(from: number, to: number, paid: readonly [number, number][]): PriceSeries["dividends"] {
  return { from, to, cash: new Map(paid.filter(([day]) => day >= from && day <= to)) };
}

function madeSeries(random: () => number, days: readonly number[], dividends: PriceSeries["dividends"]): PriceSeries {
  let price = 20 + random() * 100;
  const close = days.map(() => {
    price *= 1 + (random() - 0.49) / 20;
    return price;
  });
  return { days: Int32Array.from(days), close: Float64Array.from(close), dividends, ended: false };
}

function returnsOf({ series, decisions }: Made, anchor: Anchor): readonly DecisionReturn[] {
  const indices = new Map([...series].map(([symbol, each]) => [symbol, computeReturnIndex(each)]));
  const market = indices.get(BENCHMARK);
  assert.ok(market !== undefined);
  const sessionOf = createSessionLookup(anchor, market);
  return decisions.flatMap((decision) =>
    computeDecisionReturns([decision], indices.get(decision.symbol) ?? null, market, { sessionOf, horizon: HORIZON }),
  );
}

function pathOf({ series, decisions: all, path: places }: Made) {
  const decisions = places.map((place) => all[place] as Decision);
  const market = computeReturnIndex(series.get(BENCHMARK) ?? assert.fail());
  const writer = new TradePathWriter(decisions, market, createSessionLookup("skill", market));
  for (const [place, { symbol }] of decisions.entries()) {
    writer.addPrices([place], computeReturnIndex(series.get(symbol) ?? assert.fail()));
  }
  return runWithoutPauses(writer.buildPath(new DecisionWriter().toDecisions().unpriced, "member"));
}

/** Leaves out the bound on the share that is priced, which a made group may miss. */
function figuresOf(returns: readonly DecisionReturn[]) {
  const priced = returns.filter(({ outcome }) => typeof outcome !== "string");
  return runWithoutPauses(computePerformance(priced, new DecisionWriter().toDecisions().unpriced, "member"));
}

function referenceOf({ series, decisions, groups, portfolios, path: places }: Made, anchor: Anchor): Reference {
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

/** Equal to nine digits; a reason or null is the same one. */
function near(
  actual: number | string | null | undefined,
  expected: number | string | null | undefined,
  name: string,
): void {
  if (typeof actual !== "number" || typeof expected !== "number") assert.equal(actual, expected, name);
  else assert.ok(Math.abs(actual - expected) <= TOLERANCE, `${name}: ${actual} is not ${expected}`);
}

function withoutPandas(): string | false {
  if (spawnSync(PYTHON, ["-c", "import numpy, pandas"]).status === 0) return false;
  if (process.env["REQUIRE_SERVICES"] === "1") return false;
  return "python3-pandas is not installed";
}

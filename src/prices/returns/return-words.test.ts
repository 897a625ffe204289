import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bounds } from "./dollar-bounds.ts";
import type { FigureState } from "./performance.ts";
import {
  type DescribedFigure,
  describeAlpha,
  describeDollarBand,
  describeFigure,
  describeFinding,
  formatSignedPercent,
} from "./return-words.ts";

function toFigure(
  interval: Bounds | null,
  change: Partial<DescribedFigure["estimate"] & Pick<DescribedFigure, "bounds">> = {},
) {
  const { bounds = { low: -0.01, high: 0.09 }, ...estimate } = change;
  const state: FigureState = interval === null ? "too_few_filings" : "ok";
  return {
    state,
    estimate: { count: 41, clusters: 12, mean: 0.031, interval, ...estimate },
    bounds,
  } as DescribedFigure;
}

function toMissing(state: FigureState): DescribedFigure {
  return { state, estimate: { count: 41, clusters: 12, mean: null, interval: null }, bounds: null };
}

const ABOVE = toFigure({ low: 0.027, high: 0.096 });
const BELOW = toFigure({ low: -0.031, high: -0.004 });
const ACROSS = toFigure({ low: -0.005, high: 0.02 });

test("says that the seller missed a gain if prices then beat SPY, and avoided a loss if prices trailed SPY", () => {
  assert.equal(
    describeFinding("sells", ABOVE, "reports"),
    "prices then beat SPY by 2.7% to 9.6% on average; the seller missed that gain (41 decisions)",
  );
  assert.equal(
    describeFinding("sells", BELOW, "reports"),
    "prices then trailed SPY by 0.4% to 3.1% on average; the seller avoided that loss (41 decisions)",
  );
});

test("describes the direction of purchases, and says nothing about selling", () => {
  assert.equal(
    describeFinding("buys", ABOVE, "reports"),
    "prices then beat SPY by 2.7% to 9.6% on average (41 decisions)",
  );
  assert.equal(
    describeFinding("buys", BELOW, "reports"),
    "prices then trailed SPY by 0.4% to 3.1% on average (41 decisions)",
  );
});

test("the difference says which side did better against SPY", () => {
  const describe = (each: DescribedFigure) => describeFinding("difference", each, "reports");
  assert.equal(
    describe(ABOVE),
    "relative to SPY, securities bought did better afterwards than securities sold, by 2.7% to 9.6% on average (41 decisions)",
  );
  assert.equal(
    describe(BELOW),
    "relative to SPY, securities bought did worse afterwards than securities sold, by 0.4% to 3.1% on average (41 decisions)",
  );
  assert.equal(describe(ACROSS), "no clear difference (\u22120.5% to +2%, 41 decisions)");
});

test("says that there is no interval because the whole group starts in one month", () => {
  const describe = (side: "buys" | "difference") => describeFigure(side, toFigure(null), "member-months");
  assert.equal(describe("buys"), "no interval: all returns begin in one month (41 decisions)");
  assert.equal(
    describe("difference"),
    "no interval: all returns after purchases, or all after sales, begin in one month (41 decisions)",
  );
});

test("an interval that contains or touches zero shows no difference", () => {
  for (const side of ["buys", "sells"] as const) {
    assert.equal(
      describeFinding(side, ACROSS, "reports"),
      "no clear difference from SPY (\u22120.5% to +2%, 41 decisions)",
    );
    for (const touching of [
      { low: 0, high: 0.02 },
      { low: -0.02, high: 0 },
      { low: 0, high: 0 },
    ]) {
      assert.match(describeFinding(side, toFigure(touching), "reports"), /^no clear difference from SPY \(/);
    }
  }
});

test("does not print an interval bound that rounds to zero as 0%", () => {
  assert.match(
    describeFigure("buys", toFigure({ low: 0.0001, high: 0.02 }), "reports"),
    /^prices then beat SPY by between just over 0% and 2% on/,
  );
  assert.match(
    describeFigure("buys", toFigure({ low: -0.0004, high: -0.0001 }), "reports"),
    /trailed SPY by less than 0\.1%/,
  );
  assert.match(describeFigure("buys", toFigure({ low: 0.0101, high: 0.0102 }), "reports"), /beat SPY by 1% on average/);
});

test("if a figure is withheld, gives the reason, and neither a mean nor a comparison with SPY", () => {
  const few = toFigure(null, { clusters: 8, count: 12 });
  assert.equal(
    describeFinding("sells", few, "reports"),
    "too few reports for an interval (12 decisions in 8 reports; at least 10 reports are needed)",
  );
  assert.equal(
    describeFinding("difference", few, "member-months"),
    "too few member-months for an interval: at least 10 with purchases and 10 with sales are needed, but the smaller of the two numbers is 8 (12 decisions in total)",
  );
  for (const side of ["difference", "buys", "sells"] as const) {
    assert.equal(
      describeFinding(side, toMissing("too_few_priced"), "reports"),
      "no figure, because fewer than 90% of the decisions have a price (41 have one)",
    );
  }
  assert.equal(describeFinding("buys", toMissing("none"), "reports"), "no purchase with a price");
  assert.equal(describeFinding("sells", toMissing("none"), "reports"), "no sale with a price");
  assert.equal(describeFinding("difference", toMissing("none"), "reports"), "needs a purchase and a sale with prices");
});

test("shows a range next to a mean without an interval, and says that the range is not a margin of error", () => {
  assert.equal(
    describeDollarBand("sells", ABOVE),
    "weighted by dollars, the average could be anything from \u22121% to +9%, depending on the exact amounts",
  );
  assert.equal(
    describeDollarBand("sells", toFigure(null, { count: 12 })),
    "prices then beat SPY by 3.1% on average; weighted by dollars, the average could be anything from \u22121% to +9%, depending on the exact amounts. That range is not a margin of error. Luck alone could explain any of these figures",
  );
  // The dollar-weighted band need not contain the mean, in which each decision counts once.
  assert.match(
    describeDollarBand("buys", toFigure(null, { mean: -0.02, bounds: { low: 0.09, high: 0.0901 } })) ?? "",
    /^prices then trailed SPY by 2% on average; weighted by dollars, the average is \+9%\. Luck alone could explain any of these figures$/,
  );
  for (const state of ["none", "too_few_priced"] as const)
    assert.equal(describeDollarBand("buys", toMissing(state)), null);
  assert.equal(describeDollarBand("difference", { ...toFigure(null), bounds: null }), null);
});

test("describes a single decision without a range, and says that a mean of zero matched SPY", () => {
  const describeOne = (mean: number) =>
    describeDollarBand("buys", toFigure(null, { count: 1, mean, bounds: { low: mean, high: mean } }));
  assert.equal(describeOne(-0.12), "prices then trailed SPY by 12% on average, which luck alone could explain");
  assert.equal(describeOne(0), "prices then matched SPY on average, which luck alone could explain");
});

const ALPHA = { daily: 0.0001, beta: 0.1, standardError: 0.0002, days: 1200, lag: 6 };

test("states alpha per year with the interval, and whether alpha is above zero, below zero or unclear", () => {
  assert.equal(
    describeAlpha(ACROSS, ALPHA, 63),
    "As a second measure, take a portfolio that holds each security bought, and shorts each one sold, for three months. Its alpha is +2.5% a year (90% interval \u22125.8% to +10.8%), no clear difference from zero. The alpha comes from regressing the portfolio's daily returns (those of the securities it holds minus those of the securities it shorts) on the daily returns of SPY. Dividends are left out of the returns of both the portfolio and SPY, and no risk-free rate is subtracted.",
  );
  const sure = { ...ALPHA, standardError: 0.00001 };
  assert.match(
    describeAlpha(ACROSS, sure, 63) ?? "",
    /\+2\.5% a year \(90% interval \+2\.1% to \+2\.9%, entirely above zero\)\./,
  );
  assert.match(
    describeAlpha(ACROSS, { ...sure, daily: -0.0001 }, 5) ?? "",
    /for a week\. Its alpha is \u22122\.5% a year .*, entirely below zero\)\./,
  );
});

test("omits alpha if the difference has no interval, and says why alpha is missing if there are too few days", () => {
  for (const state of ["none", "too_few_priced", "too_few_filings"] as const) {
    assert.equal(describeAlpha(toMissing(state), ALPHA, 63), null);
  }
  assert.match(
    describeAlpha(ACROSS, null, 21) ?? "",
    /shorts each one sold, for a month\. Its alpha is not computed, because there are too few days on which both its sides \(held and shorted\) have returns\.$/,
  );
});

test("percentages have a real minus sign, and no sign at zero", () => {
  assert.deepEqual([0.0123, -0.4, 0.0001].map(formatSignedPercent), ["+1.2%", "\u221240%", "0%"]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Figure } from "../../prices/returns/performance.ts";
import { drawIntervals } from "./interval-drawing.ts";

function toFigure(interval: { low: number; high: number } | null, state: Figure["state"] = "ok"): Figure {
  const mean = state === "ok" || state === "too_few_filings" ? 0.02 : null;
  return {
    state,
    estimate: { count: 20, clusters: 12, mean, standardError: 0.01, interval, pValue: 0.5 },
    bounds: null,
    delisted: 0,
    meanIfDelistedWorthless: null,
  };
}

function draw(...figures: readonly Figure[]): string {
  const rows = figures.map((each, at) => ({ name: `Row ${at}`, side: "buys" as const, figure: each }));
  return String(drawIntervals("Title", rows, "reports").body);
}

test("draws an interval across the zero line, with the bounds in the title and a label on the axis", () => {
  const body = draw(toFigure({ low: -0.04, high: 0.08 }));
  assert.match(body, /<title>Row 0: no clear difference from SPY \(\u22124% to \+8%, 20 decisions\)<\/title>/);
  assert.match(body, /<text [^>]*>Return minus SPY, in percent<\/text>/);
  assert.match(body, /<path class="zero" d="M[\d.]+ 18V46"\/>/);
  const [, low, high] = /d="M([\d.]+) [\d.]+v10M[\d.]+ [\d.]+H([\d.]+)M/.exec(body) ?? assert.fail(body);
  const zero = Number(/class="zero" d="M([\d.]+)/.exec(body)?.[1]);
  assert.ok(Number(low) < zero && zero < Number(high));
});

test("bars, and reasons for missing bars, start to the right of the longest name", () => {
  const name = "Purchases minus sales, half a year";
  const rows = [
    { name, side: "difference" as const, figure: toFigure({ low: -0.04, high: 0.08 }) },
    { name: "Sold", side: "sells" as const, figure: toFigure(null, "none") },
  ];
  const body = String(drawIntervals("Title", rows, "reports").body);
  const ends = /class="interval difference">.*?d="M([\d.]+) /.exec(body)?.[1];
  const reason = /class="reason" x="([\d.]+)"/.exec(body)?.[1];
  // Twenty-nine letters at size 19 are 270 units wide.
  for (const left of [ends, reason]) assert.ok(Number(left) > 270, left);
});

test("never draws a mean without an interval, but gives the reason in the row", () => {
  const body = draw(toFigure(null, "too_few_filings"), toFigure(null, "too_few_priced"), toFigure(null, "none"));
  assert.doesNotMatch(body, /class="interval/);
  assert.match(body, />too few reports \(12\)</);
  assert.match(body, /no figure, because fewer than 90% of the decisions have a price \(20 have one\)/);
  assert.match(body, /no purchase with a price/);
});

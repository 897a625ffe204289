import assert from "node:assert/strict";
import { test } from "node:test";
import type { Figure } from "../../prices/returns/performance.ts";
import { type ForestRow, renderForestChart } from "./forest-chart.ts";

function createFigure(mean: number, reach: number | null = 0.01, state: Figure["state"] = "ok"): Figure {
  const interval = reach === null ? null : { low: mean - reach, high: mean + reach };
  return {
    state,
    estimate: { count: 40, clusters: 9, mean, standardError: 0.01, interval, pValue: 0.5 },
    bounds: null,
    delisted: 0,
    meanIfDelistedWorthless: null,
  };
}

const ROWS: readonly ForestRow[] = [
  { name: "A week", memberFigure: createFigure(0), followerFigure: createFigure(0.005) },
  { name: "Three months", memberFigure: createFigure(0.03), followerFigure: createFigure(-0.005) },
];
const GROUPS: readonly ForestRow[] = [
  {
    name: "Independent",
    memberFigure: createFigure(0.1, null, "too_few_filings"),
    followerFigure: createFigure(0, null, "too_few_priced"),
  },
];

function renderChart(rows = ROWS, groups = GROUPS): string {
  const parts = [
    { heading: "All members", rows },
    { heading: "Over three months, by chamber and party", rows: groups },
  ];
  return String(renderForestChart(rows[1]?.followerFigure ?? assert.fail(), parts));
}

test("a row draws the interval from the trade above the interval from the disclosure, and all rows share one zero line", () => {
  const text = renderChart();
  assert.ok(
    text.startsWith(
      "<p><strong>Purchases minus sales, three months after the disclosure: no clear difference (−1.5% to +0.5%, 40 decisions)</strong></p>",
    ),
  );
  const lines = Array.from(
    text.matchAll(/<g class="forest (\w+)"><title>([^<]*)<\/title><path d="M([\d.]+) ([\d.]+)H([\d.]+)"/g),
    ([, anchor, title, low, y, high]) => ({ anchor, title, low: Number(low), y: Number(y), high: Number(high) }),
  );
  assert.deepEqual(
    lines.map(({ anchor }) => anchor),
    ["skill", "copy", "skill", "copy"],
  );
  assert.match(
    lines[3]?.title ?? "",
    /^Three months, from the disclosure: no clear difference \(−1\.5% to \+0\.5%, 40 decisions\)$/,
  );
  const zero = Number(/<path class="zero" d="M([\d.]+)/.exec(text)?.[1]);
  for (const { low, high, title } of lines) {
    assert.equal(low < zero && zero < high, !title?.startsWith("Three months, from the trade"), title);
  }
  assert.ok((lines[0]?.y ?? 0) < (lines[1]?.y ?? 0));
  assert.doesNotMatch(text, / style=|<script|NaN|undefined|Infinity/);
});

test("says how many of the drawn intervals exclude zero, and how many would by luck", () => {
  assert.match(
    renderChart(),
    /Of 4 intervals here, 1 excludes zero\. If purchases and sales truly did equally well, about 0\.4 of these intervals would still exclude zero by luck alone/,
  );
});

test("never draws a difference without an interval: the row and the table say why", () => {
  const text = renderChart();
  assert.match(text, /<text class="reason"[^>]*>too few member-months \(9\)<\/text>/);
  assert.match(text, /<text class="reason"[^>]*>too few prices<\/text>/);
  assert.match(
    text,
    /<th scope="row">Independent<\/th><td>too few member-months for an interval: at least 10 with purchases and 10 with sales are needed, but the smaller of the two numbers is 9 \(40 decisions in total\)<\/td><td>no figure, because fewer than 90% of the decisions have a price \(40 have one\)<\/td>/,
  );
});

test("a row whose two lines lack an interval for the same reason says it once", () => {
  const few = createFigure(0.1, null, "too_few_filings");
  const text = renderChart(ROWS, [{ name: "Independent", memberFigure: few, followerFigure: few }]);
  assert.equal(text.match(/class="reason"/g)?.length, 1);
});

test("without any interval there is no drawing, and the table says why", () => {
  const none = createFigure(0, null, "too_few_priced");
  const text = renderChart(ROWS.map(({ name }) => ({ name, memberFigure: none, followerFigure: none })));
  assert.doesNotMatch(text, /<svg|<figure/);
  assert.match(
    text,
    /<strong>Purchases minus sales, three months after the disclosure: no figure, because fewer than 90% of the decisions have a price \(40 have one\)/,
  );
  assert.equal(text.match(/no figure, because fewer than 90%/g)?.length, 6);
});

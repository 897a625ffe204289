import assert from "node:assert/strict";
import { test } from "node:test";
import type { Figure } from "../../prices/returns/performance.ts";
import { PATH_SESSIONS, type PathPoint, type TradePath } from "../../prices/returns/trade-path.ts";
import { type PathChart, renderPathChart } from "./path-chart.ts";

function createFigure(mean: number | null, { reach = 0.01, count = 20, state = "ok" as Figure["state"] } = {}): Figure {
  const interval = mean === null || state !== "ok" ? null : { low: mean - reach, high: mean + reach };
  return {
    state,
    estimate: { count, clusters: 12, mean, standardError: 0.01, interval, pValue: 0.5 },
    bounds: null,
    delisted: 0,
    meanIfDelistedWorthless: null,
  };
}

/** Purchases rise by a thousandth a session; sales stay flat, with fewer decisions after six months. */
function createPoint(session: number): PathPoint {
  return {
    session,
    buys: createFigure(session / 1000),
    sells: createFigure(0.001, { count: session > 126 ? 12 : 15 }),
    difference: createFigure(session / 1000 - 0.001, { count: 35 }),
  };
}

function renderChart(
  change: (point: PathPoint) => PathPoint = (point) => point,
  given: Partial<PathChart & TradePath> = {},
) {
  const path = { points: PATH_SESSIONS.map(createPoint).map(change), medianDisclosure: 28, ...given };
  const chart = renderPathChart({
    path,
    decisions: 40,
    clusterUnit: "member-months",
    isOneSecurity: false,
    ...given,
  });
  return chart === null ? null : String(chart);
}

function parseCorners(path: string): readonly (readonly [number, number])[] {
  return Array.from(path.matchAll(/(-?[\d.]+),(-?[\d.]+)/g), ([, x, y]) => [Number(x), Number(y)] as const);
}

function listPaths(text: string, side: string, look: "mean" | "band"): readonly string[] {
  const group = new RegExp(`<g class="around ${side}">(.*?)</g>`).exec(text)?.[1] ?? "";
  return Array.from(group.matchAll(new RegExp(`<path class="${look}" d="([^"]*)"`, "g")), ([, path]) => path ?? "");
}

test("states the result three months after the trade in the text and in the drawing's accessible name", () => {
  const text = renderChart() ?? assert.fail();
  const finding =
    "Three months after the trade, purchases minus sales: relative to SPY, securities bought did better afterwards than securities sold, by 5.2% to 7.2% on average (35 decisions)";
  assert.ok(text.startsWith(`<p><strong>${finding}</strong></p>`), text.slice(0, 300));
  assert.ok(text.includes(`<title id="path-title">${finding}</title>`));
  assert.match(text, /<svg [^>]*role="img" aria-labelledby="path-title" aria-describedby="path-desc">/);
  assert.doesNotMatch(text, / style=|<script|NaN|undefined|Infinity/);
});

test("each line goes through the means, stays within the band, and is zero at the trade", () => {
  const text = renderChart() ?? assert.fail();
  const [mean = ""] = listPaths(text, "buys", "mean");
  const line = parseCorners(mean);
  assert.equal(line.length, PATH_SESSIONS.length);
  const zero = Number(/<path class="zero" d="M[\d.]+ ([\d.]+)H/.exec(text)?.[1]);
  const traded = Number(/<path class="zero" d="M([\d.]+) [\d.]+V/.exec(text)?.[1]);
  assert.deepEqual(line[PATH_SESSIONS.indexOf(0)], [traded, zero]);
  // Higher on the page after the trade, and lower before it.
  assert.ok((line.at(-1)?.[1] ?? 0) < zero && (line[0]?.[1] ?? 0) > zero);
  const band = parseCorners(listPaths(text, "buys", "band")[0] ?? "");
  const findHeights = ([x]: readonly [number, number]) => band.filter(([other]) => other === x).map(([, y]) => y);
  for (const point of line)
    assert.ok(Math.min(...findHeights(point)) < point[1] && Math.max(...findHeights(point)) > point[1]);
});

test("labels the lines at the trade and at the median disclosure, or mentions a median beyond the chart", () => {
  const text = renderChart() ?? assert.fail();
  const [traded, waited] = ["zero", "wait"].map((look) =>
    Number(new RegExp(`<path class="${look}" d="M([\\d.]+) [\\d.]+V`).exec(text)?.[1]),
  ) as [number, number];
  assert.ok(waited > traded);
  assert.match(text, />traded<\/text>.*>half disclosed<\/text>/s);
  assert.match(
    text,
    /Half of the decisions with a price on the day of the trade were disclosed within 28 trading days of the trade \(dotted line\)/,
  );
  const late = renderChart(undefined, { medianDisclosure: 300 }) ?? assert.fail();
  assert.doesNotMatch(late, /class="wait"/);
  assert.match(late, /within 300 trading days of the trade, beyond the chart/);
  assert.doesNotMatch(
    renderChart(undefined, { medianDisclosure: null }) ?? assert.fail(),
    /class="wait"|Half of the decisions/,
  );
});

test("the caption says where the lines came from, how many decisions they include, and what can cause a bend", () => {
  const text = (renderChart() ?? assert.fail()).replaceAll(/<[^>]+>/g, "");
  assert.match(
    text,
    /In the 60 trading days before purchases, prices clearly gained more than SPY on average; before sales, prices did not clearly gain more or less than SPY\./,
  );
  assert.match(
    text,
    /Of 40 decisions, 35 have a price on the day of the trade\. All of these also have a price 60 trading days before the trade, and 32 have a price 252 trading days after it; the rest have not reached that day or have no price for it\. A bend near the right end may come only from averaging fewer decisions there\./,
  );
  assert.doesNotMatch(text, /no line is drawn|path of one price/);
  assert.match(
    renderChart(({ buys, ...point }) => ({ ...point, buys, sells: buys })) ?? assert.fail(),
    /In the 60 trading days before purchases and sales, prices clearly gained more than SPY on average\./,
  );
  assert.match(
    renderChart(undefined, { isOneSecurity: true }) ?? assert.fail(),
    /path of one price and says nothing about skill/,
  );
});

test("a line has a gap where there is no interval, and the caption and the table say why", () => {
  const text =
    renderChart((point) =>
      point.session < -30 || point.session === 126
        ? { ...point, buys: createFigure(null, { state: "too_few_priced", count: 7 }) }
        : point,
    ) ?? assert.fail();
  const cornerCounts = listPaths(text, "buys", "mean").map((path) => parseCorners(path).length);
  assert.deepEqual(cornerCounts, [3 + 12, 6]);
  assert.equal(listPaths(text, "sells", "mean").length, 1);
  assert.match(text, /No line is drawn where fewer than 90% of the decisions that should have a price have one\./);
  assert.match(
    text,
    /<tr><th scope="row" class="number">126<\/th><td colspan="2"><span class="unknown">too few<\/span><\/td><td class="number">7<\/td><td class="number">\+0\.1%<\/td><td>−0\.9% to \+1\.1%<\/td><td class="number">15<\/td>/,
  );
});

test("describes and draws only the side that has intervals; without any interval, there is no chart", () => {
  const few = createFigure(0.02, { state: "too_few_filings" });
  const text = renderChart((point) => ({ ...point, sells: few, difference: few })) ?? assert.fail();
  assert.match(
    text,
    /^<p><strong>Three months after the trade, bought: prices then beat SPY by 5\.3% to 7\.3% on average/,
  );
  assert.deepEqual(listPaths(text, "sells", "mean"), []);
  assert.match(text, /No line is drawn where fewer than ten member-months have a price/);
  assert.equal(text.match(/>Sold<\/text>/g), null);
  assert.equal(
    renderChart((point) => ({ ...point, buys: few, sells: few, difference: few })),
    null,
  );
  const none = createFigure(null, { state: "none", count: 0 });
  assert.equal(
    renderChart((point) => ({ ...point, buys: none, sells: none, difference: none })),
    null,
  );
});

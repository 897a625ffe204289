import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { toDayNumber } from "../../domain/bar-columns.ts";
import type { IsoDate } from "../../domain/dates.ts";
import type { Figure } from "../../prices/returns/performance.ts";
import type { DatedTrade } from "../../publication/dataset/facts/marked-trades.ts";
import { KINDS } from "../../publication/dataset/facts/trade-sums.ts";
import { type DrawnYear, drawYears } from "./years-drawing.ts";

function toTrade(day: string, more: Partial<DatedTrade> = {}): DatedTrade {
  return { kind: "buys", tradedDay: toDayNumber(day as IsoDate), lowUsd: 1001, isLate: false, ...more };
}

function toFigure(
  state: Figure["state"],
  mean: number | null,
  interval: { low: number; high: number } | null = null,
): Figure {
  return { state, estimate: { count: 12, clusters: 4, mean, interval } } as unknown as Figure;
}

const none = toFigure("none", null);
const toRow = (year: number, figures: DrawnYear["figures"] = { buys: none, sells: none }) => ({ year, figures });

function draw(trades: readonly DatedTrade[], years: readonly DrawnYear[]): string {
  return String(drawYears({ name: "Jane Example", trades, years }).body);
}

/** Lists the layers of dots from the bottom up, each with its number of dots, without the size legend. */
function listDots(text: string): readonly string[] {
  const numbers = new Map(
    [...text.matchAll(/id="dots-(\d+)" d="([^"]+)"/g)].map(([, at, d = ""]) => [at, d.match(/h0/g)?.length]),
  );
  const layers = [...text.matchAll(/href="#dots-(\d+)" class="dots ([^"]+)" stroke-width="([\d.]+)"/g)];
  return layers.map(([, at, look, width]) => `${look} ${width}: ${numbers.get(at)}`);
}

test("draws each trade as a dot: colored by type, sized by lower bound, hollow for an option, ringed if late", () => {
  const trades = [
    toTrade("2025-01-05"),
    toTrade("2025-06-05", { kind: "sells", lowUsd: 1_000_001, isLate: true }),
    toTrade("2025-08-05", { kind: "optionsBought", lowUsd: 15_001 }),
    toTrade("2025-09-05", { kind: "exchanges", lowUsd: 50_001 }),
  ];
  const text = draw(trades, [toRow(2025)]);
  assert.deepEqual(listDots(text), [
    "late 16: 1",
    "hole 14: 1",
    "sells 12: 1",
    "others 7: 1",
    "buys 5.5: 1",
    "hole 3.5: 1",
    "buys 4: 1",
  ]);
  const places = [...text.matchAll(/M(\d+) (\d+)h0/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const [sold, exchanged, option, bought] = places as [number, number][];
  assert.ok(bought && option && exchanged && sold);
  assert.ok(bought[0] < sold[0] && sold[0] < option[0] && option[0] < exchanged[0]);
  assert.ok(bought[1] < exchanged[1] && exchanged[1] < sold[1]);
});

test("trades of one day that look alike share a dot; the same day of another year has a separate dot", () => {
  const trades = [toTrade("2024-05-05"), toTrade("2024-05-05"), toTrade("2025-05-05")];
  const text = draw(trades, [toRow(2025), toRow(2024)]);
  assert.deepEqual(listDots(text), ["buys 4: 2"]);
});

test("shows no mean without an interval, and says why a year has no interval", () => {
  const figures = {
    buys: toFigure("ok", 0.021, { low: -0.01, high: 0.052 }),
    sells: toFigure("too_few_filings", 0.3),
  };
  const text = draw(
    [],
    [toRow(2025, figures), toRow(2024, { buys: none, sells: toFigure("too_few_priced", null) }), toRow(2023, null)],
  );
  assert.match(text, />Bought \+2\.1%, n 12 \(\u22121 to \+5\.2\)</);
  assert.match(text, />Sold: 12, too few reports \(4\)</);
  assert.doesNotMatch(text, /30%/);
  assert.match(text, />Bought: none with prices</);
  assert.match(text, />Sold: too few prices \(12\)</);
  assert.match(text, />2023<.+<text class="figure"[^>]+><\/text>/);
});

test("draws a member with 5,000 trades in fourteen years in at most 45 kB, 6 kB compressed", () => {
  const first = toDayNumber("2012-01-01" as IsoDate);
  const trades = Array.from({ length: 5000 }, (_, at) => ({
    kind: KINDS[(at * 7) % 4] as DatedTrade["kind"],
    tradedDay: first + ((at * 7919) % 5100),
    lowUsd: [1001, 15_001, 50_001, 100_001][(at * 31) % 97 < 75 ? 0 : at % 4] as number,
    isLate: at % 11 === 0,
  }));
  const years = Array.from({ length: 14 }, (_, at) => toRow(2025 - at));
  const text = draw(trades, years);
  assert.ok(text.length < 45_000, `${text.length} bytes`);
  assert.ok(gzipSync(text).length < 6_000, `${gzipSync(text).length} bytes sent`);
});

/** Tests that real unadjusted Tiingo prices and real bulk history files are brought to the same scale. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { toCanonicalSymbol } from "../../src/domain/symbol.ts";
import { createFileProvider } from "../../src/prices/providers/file.ts";
import { createTiingoProvider } from "../../src/prices/providers/tiingo.ts";
import { corpusDir, skipWithoutCorpus as skip } from "../corpus.ts";
import { createOptions } from "./recorded-answers.ts";

const history = join(corpusDir ?? "", "market", "history");
const createSignal = () => AbortSignal.timeout(10_000);
const toSymbol = (text: string) => toCanonicalSymbol(text) ?? assert.fail(text);

/** The rows of a CSV in the format of Tiingo's JSON, with the volumes as Tiingo itself adjusts them. */
function readTiingoRows(symbol: string) {
  const text = readFileSync(join(history, "tiingo_daily_2024-04_2026-03", `${symbol}_1d.csv`), "utf8");
  const [header = "", ...lines] = text.trim().split(/\r?\n/);
  const names = header.toLowerCase().split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    const readNumber = (name: string) => Number(cells[names.indexOf(name)]);
    return {
      date: (cells[names.indexOf("date")] ?? "").replace(" ", "T"),
      ...{
        open: readNumber("open"),
        high: readNumber("high"),
        low: readNumber("low"),
        close: readNumber("close"),
        volume: readNumber("volume"),
      },
      ...{ adjVolume: readNumber("adjvolume"), divCash: readNumber("divcash"), splitFactor: readNumber("splitfactor") },
    };
  });
}

async function fetchTiingoBars(symbol: string) {
  const rows = readTiingoRows(symbol);
  const answer = { url: "", status: 200, headers: {}, text: JSON.stringify(rows) };
  const found =
    (await createTiingoProvider(createOptions(answer)).fetchDailyBars(toSymbol(symbol), createSignal())) ??
    assert.fail(symbol);
  assert.deepEqual([found.bars.length, found.dropped], [rows.length, 0]);
  return found;
}

test("NVDA's ten-for-one split of 2024-06-10: one scale before and after it", { skip }, async () => {
  const { bars, splits } = await fetchTiingoBars("NVDA");
  assert.deepEqual(splits, [{ date: "2024-06-10", ratio: 10 }]);
  const raw = readTiingoRows("NVDA").reverse();
  for (const [row, bar] of bars.entries()) {
    const expected = raw[row] ?? assert.fail();
    const scale = bar.date < "2024-06-10" ? 10 : 1;
    for (const name of ["open", "high", "low", "close"] as const) {
      assert.ok(Math.abs(bar[name] - expected[name] / scale) < 1e-6, `${bar.date} ${name}`);
    }
    assert.equal(bar.volume, expected.adjVolume, `${bar.date}: Tiingo's own volume of today's shares`);
    const before = bars[row + 1];
    if (before !== undefined) assert.ok(Math.abs(bar.close / before.close - 1) < 0.25, `${bar.date} is continuous`);
  }
  const findClose = (date: string) => bars.find((bar) => bar.date === date)?.close;
  assert.deepEqual([findClose("2024-06-07"), findClose("2024-06-10")], [120.888, 121.79]);
});

for (const symbol of ["AAPL", "QQQ"]) {
  test(`Tiingo's closes of ${symbol} equal Yahoo's, within 0.0001`, { skip }, async () => {
    const { bars } = await fetchTiingoBars(symbol);
    const yahoos = await createFileProvider({ folder: join(history, "daily") }).fetchDailyBars(
      toSymbol(symbol),
      createSignal(),
    );
    const closes = new Map(yahoos?.bars.map((bar) => [bar.date, bar.close]));
    const both = bars.filter((bar) => closes.has(bar.date));
    assert.ok(both.length > 480, String(both.length));
    for (const { date, close } of both) {
      assert.ok(Math.abs(close - (closes.get(date) ?? 0)) <= 0.0001, `${date}: ${close}, not ${closes.get(date)}`);
    }
  });
}

test("reads every row of real bulk history files", { skip }, async () => {
  const folder = join(history, "daily");
  const provider = createFileProvider({ folder });
  let rows = 0;
  for (const name of readdirSync(folder)) {
    const answer = await provider.fetchDailyBars(toSymbol(name.replace(/\.csv$/, "")), createSignal());
    const lines = readFileSync(join(folder, name), "utf8").trim().split("\n").length - 1;
    assert.equal(answer?.bars.length, lines, name);
    rows += lines;
  }
  assert.ok(rows > 55_000, String(rows));
});

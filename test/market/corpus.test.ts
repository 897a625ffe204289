/** Tests recorded answers and price history of the corpus: real shapes, real oddities, and the providers' own weekly and monthly bars. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SourceError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import type { Bar, Interval } from "../../src/domain/bar.ts";
import { toBarColumns, toBars } from "../../src/domain/bar-columns.ts";
import { type IsoDate, parseIsoDate } from "../../src/domain/dates.ts";
import { toCanonicalSymbol } from "../../src/domain/symbol.ts";
import type { Fetch } from "../../src/outbound/fetch.ts";
import { resample } from "../../src/prices/keeper/series/history.ts";
import { mergeBars } from "../../src/prices/keeper/series/merge-bars.ts";
import { createYahooProvider } from "../../src/prices/providers/yahoo/yahoo.ts";
import { corpusDir, skipWithoutCorpus } from "../corpus.ts";

const market = join(corpusDir ?? "", "market");
const skip = skipWithoutCorpus;

/** A CSV with a header line, numbers as printed; newest first. */
function readCsv(path: string): Bar[] {
  const [header = "", ...lines] = readFileSync(path, "utf8").trim().split("\n");
  const names = header.toLowerCase().split(",");
  const bars = lines.map((line): Bar => {
    const cells = line.split(",");
    const readCell = (name: string) => Number(cells[names.indexOf(name)]);
    const date = parseIsoDate((cells[names.indexOf("date")] ?? "").slice(0, 10)) ?? assert.fail(`no date in ${line}`);
    return {
      date,
      open: readCell("open"),
      high: readCell("high"),
      low: readCell("low"),
      close: readCell("close"),
      volume: readCell("volume"),
    };
  });
  return bars.sort((a, b) => (a.date < b.date ? 1 : -1));
}

function resampleBars(daily: readonly Bar[], interval: Interval): readonly Bar[] {
  return toBars(resample(toBarColumns(daily), interval));
}

function assertSame(ours: Bar | undefined, theirs: Bar, label: string): void {
  assert.ok(ours, `${label}: missing`);
  for (const name of ["open", "high", "low", "close"] as const) {
    assert.ok(Math.abs(ours[name] - theirs[name]) < 1e-6, `${label}: ${name} ${ours[name]}, not ${theirs[name]}`);
  }
  assert.equal(ours.volume, theirs.volume, `${label}: volume`);
}

test("weekly and monthly bars equal Yahoo's own, AAPL 2008-2020: 636 weeks and 146 months", { skip }, () => {
  const folder = join(market, "history/yahoo_csv_AAPL_1d_1wk_1mo_2008-2020");
  const daily = readCsv(join(folder, "AAPL_daily.csv"));
  for (const [interval, file, expected] of [
    ["1wk", "AAPL_weekly.csv", 636],
    ["1mo", "AAPL_monthly.csv", 146],
  ] as const) {
    const ours = new Map(resampleBars(daily, interval).map((bar) => [bar.date, bar]));
    let compared = 0;
    // The export's first week begins before its daily bars do, and its last periods end after them.
    for (const bar of readCsv(join(folder, file)).slice(1)) {
      if (bar.date < (daily.at(-1)?.date ?? "")) continue;
      assertSame(ours.get(bar.date), bar, `${interval} ${bar.date}`);
      compared += 1;
    }
    assert.equal(compared, expected);
  }
});

test("weekly and monthly bars equal Alpha Vantage's, which are labeled with the last day", { skip }, () => {
  const folder = join(market, "history/alphavantage");
  const compared: Record<string, number> = { "1wk": 0, "1mo": 0 };
  const tickers = new Set<string>();
  for (const file of readdirSync(join(folder, "daily"))) {
    if (file === "V.csv") continue; // from another provider, adjusted for dividends
    const daily = readCsv(join(folder, "daily", file));
    tickers.add(file);
    for (const [interval, name] of [
      ["1wk", "weekly"],
      ["1mo", "monthly"],
    ] as const) {
      const ours = resampleBars(daily, interval);
      for (const theirs of readCsv(join(folder, name, file))) {
        const label = resampleBars([theirs], interval)[0]?.date ?? ("" as IsoDate);
        if (label < (daily.at(-1)?.date ?? "") || theirs.date > (daily[0]?.date ?? "")) continue;
        assertSame(
          ours.find((bar) => bar.date === label),
          theirs,
          `${file} ${interval} ${label}`,
        );
        compared[interval] = (compared[interval] ?? 0) + 1;
      }
    }
  }
  assert.equal(tickers.size, 8);
  // Each has 20 weeks, and the months from August to December.
  assert.deepEqual(compared, { "1wk": 8 * 20, "1mo": 8 * 5 });
});

test("a real ten-for-one split rescales the stored bars before it, NVDA 2024", { skip }, () => {
  const lines = readFileSync(join(market, "history/tiingo_daily_2024-04_2026-03/NVDA_1d.csv"), "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));
  const bar = (cells: string[], first: number): Bar => ({
    date: cells[0]?.slice(0, 10) as IsoDate,
    close: Number(cells[first]),
    high: Number(cells[first + 1]),
    low: Number(cells[first + 2]),
    open: Number(cells[first + 3]),
    volume: Number(cells[first + 4]),
  });
  const raw = lines.map((cells) => bar(cells, 1)).filter((each) => each.date < "2024-06-10");
  const after = lines.filter((cells) => (cells[0] ?? "") >= "2024-05-01").map((cells) => adjustForSplit(bar(cells, 1)));
  const merged = mergeBars(
    { bars: raw.reverse(), refreshedAt: new Date("2024-06-10T12:00:00Z") },
    { bars: after.reverse(), splits: [], splitPolicy: "adjusted" },
  );
  assert.ok(merged.kind === "merged", JSON.stringify(merged));
  assert.equal(merged.bars.length, lines.length);
  const first = merged.bars.at(-1);
  assert.deepEqual([first?.date, first?.close, first?.volume], ["2024-04-01", 90.363, 448_117_330]);
});

function adjustForSplit(bar: Bar): Bar {
  if (bar.date >= "2024-06-10") return bar;
  return {
    date: bar.date,
    open: bar.open / 10,
    high: bar.high / 10,
    low: bar.low / 10,
    close: bar.close / 10,
    volume: bar.volume * 10,
  };
}

interface Recorded {
  readonly response: { status: number; body?: string; bodyJson?: unknown };
}

function readRecorded(folder: string, file: string): Recorded["response"] | null {
  try {
    const { response } = JSON.parse(readFileSync(join(market, "recorded", folder, file), "utf8")) as Recorded;
    return response;
  } catch {
    return null;
  }
}

/** Creates a fetch that returns the recorded chart and quote of a symbol, and a made-up session. */
function createReplayFetch(chart: Recorded["response"] | null, quote: Recorded["response"] | null): Fetch {
  return async (url) => {
    const { pathname } = new URL(url);
    const found = pathname.includes("/v8/finance/chart/")
      ? chart
      : pathname.includes("/v7/finance/quote")
        ? quote
        : { status: 200, body: "made-up-crumb" };
    const text = found?.body ?? JSON.stringify(found?.bodyJson ?? {});
    return {
      status: found?.status ?? 503,
      headers: new Headers({ "set-cookie": "A1=made-up; Domain=yahoo.com; Path=/; Secure" }),
      body: (async function* () {
        yield Buffer.from(text);
      })(),
    };
  };
}

const now = new Date("2025-02-20T15:00:00Z");

function createYahooOn(fetch: Fetch) {
  return createYahooProvider({
    baseUrl: "https://query2.finance.yahoo.com",
    contact: null,
    log: createLogger("silent"),
    getTime: () => now,
    spacingMs: 0,
    fetch,
  });
}

const RECORDINGS = "yahoo-finance2-2025-03";

test("reads recorded charts and quotes of U.S. listings completely", { skip }, async () => {
  for (const name of ["AAPL", "ABBV", "AMZN", "BABA", "CRON", "EPAC", "GOOG", "QQQ", "SPOT"]) {
    const symbol = toCanonicalSymbol(name) ?? assert.fail();
    const chart = readRecorded(RECORDINGS, `chart-${name}-2020-01-01-to-2020-01-03.json`);
    const quote = readRecorded(RECORDINGS, `quote-${name}.json`);
    assert.ok(chart && quote, name);
    const provider = createYahooOn(createReplayFetch(chart, quote));
    const answer = await provider.fetchQuote(symbol, AbortSignal.timeout(5_000));
    assert.ok(answer, name);
    assert.ok(answer.price > 0 && answer.pricedAt < now, name);
    assert.ok(answer.companyName && answer.volume && answer.marketCap, name);
    const [raw] = (quote.bodyJson as { quoteResponse: { result: Record<string, number>[] } }).quoteResponse.result;
    assert.equal(answer.marketCap, raw?.["marketCap"], name);
    assert.equal(answer.peRatio, raw?.["trailingPE"] ?? null, name);
    const bars = await provider.fetchDailyBars(symbol, AbortSignal.timeout(5_000));
    assert.deepEqual(
      bars?.bars.map((bar) => bar.date),
      ["2020-01-02"],
      name,
    );
  }
});

test("a recorded chart with a split and a dividend keeps every day, split-adjusted", { skip }, async () => {
  const chart = readRecorded(RECORDINGS, "chart-AAPL-2020-08-31-to-2020-11-07.json");
  const provider = createYahooOn(createReplayFetch(chart, null));
  const answer = await provider.fetchDailyBars(toCanonicalSymbol("AAPL") ?? assert.fail(), AbortSignal.timeout(5_000));
  assert.equal(answer?.bars.length, 49);
  assert.deepEqual([answer?.bars.at(-1)?.date, answer?.bars.at(-1)?.close], ["2020-08-31", 129.04]);
  assert.deepEqual([answer?.bars[0]?.date, answer?.companyName], ["2020-11-06", "Apple Inc."]);
});

test("every recorded answer is a price, an unknown symbol or a named error, never an invented number", {
  skip,
}, async () => {
  for (const folder of [RECORDINGS, "yahoo-finance2-2.x-errors"]) {
    for (const file of readdirSync(join(market, "recorded", folder))) {
      const name = /^(?:historical-via-)?chart-([A-Z]{1,5})-20/.exec(file)?.[1];
      const symbol = name === undefined ? null : toCanonicalSymbol(name);
      if (symbol === null) continue;
      const provider = createYahooOn(
        createReplayFetch(readRecorded(folder, file), readRecorded(folder, `quote-${name}.json`)),
      );
      for (const ask of [provider.fetchQuote, provider.fetchDailyBars] as const) {
        try {
          const answer = await ask(symbol, AbortSignal.timeout(5_000));
          assert.doesNotMatch(JSON.stringify(answer, replaceNonFinite), /NaN|Infinity/);
        } catch (error) {
          assert.ok(error instanceof SourceError, `${file}: ${String(error)}`);
        }
      }
    }
  }
});

function replaceNonFinite(_: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? "NaN" : value;
}

test("delisted symbols are unknown, however Yahoo reports them", { skip }, async () => {
  for (const [chart, quote] of [
    ["historical-via-chart-SI-2020-01-01-to-2020-01-03.json", "quote-SI.json"],
    ["historical-via-chart-SIX-2020-01-01-to-2020-01-03.json", "quote-SIX.json"],
    ["chart-BEKE-2020-01-01-to-2020-01-03.json", "quote-SIMP.json"],
  ] as const) {
    const folder = "yahoo-finance2-2.x-errors";
    const provider = createYahooOn(createReplayFetch(readRecorded(folder, chart), readRecorded(folder, quote)));
    const symbol = toCanonicalSymbol(/chart-([A-Z]+)-/.exec(chart)?.[1] ?? "") ?? assert.fail();
    assert.equal(await provider.fetchQuote(symbol, AbortSignal.timeout(5_000)), null, chart);
    assert.equal(await provider.fetchDailyBars(symbol, AbortSignal.timeout(5_000)), null, chart);
  }
});

test("weekly and monthly bars of 35 real series include all their days", { skip }, () => {
  const folder = join(market, "history/daily");
  const files = readdirSync(folder);
  for (const file of files) {
    const daily = toBars(toBarColumns(readCsv(join(folder, file))));
    for (const interval of ["1wk", "1mo"] as const satisfies readonly Interval[]) {
      const bars = resampleBars(daily, interval);
      const sumVolume = (of: readonly Bar[]) => of.reduce((sum, bar) => sum + bar.volume, 0);
      assert.equal(sumVolume(bars), sumVolume(daily), `${file} ${interval}`);
      assert.equal(new Set(bars.map((bar) => bar.date)).size, bars.length);
      assert.equal(Math.max(...bars.map((bar) => bar.high)), Math.max(...daily.map((bar) => bar.high)));
      assert.equal(bars[0]?.close, daily[0]?.close);
      assert.equal(bars.at(-1)?.open, daily.at(-1)?.open);
    }
  }
  assert.equal(files.length, 35);
});

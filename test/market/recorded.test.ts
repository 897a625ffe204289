/**
 * Tests every recorded answer in the corpus: an answer of an endpoint that is called here is read or refused as its own
 * content says, and any other has the reason why it is not used. A file that is in no class, or in two, fails.
 */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { NoDaysInRange, UnknownToYahoo } from "../../src/prices/providers/yahoo/site.ts";
import { createYahooProvider } from "../../src/prices/providers/yahoo/yahoo.ts";
import { skipWithoutCorpus } from "../corpus.ts";
import { ANY, createOptions, createSignal, RECORDED, readBody, readYahooRecording } from "./recorded-answers.ts";
import {
  assertFinnhubIsRead,
  assertNasdaqHistoryIsRead,
  assertNasdaqQuoteIsRead,
  assertNoBarsFile,
  assertNotTiingoAnswer,
  assertTiingoIsRead,
} from "./recorded-others.ts";
import {
  assertChartIsRead,
  assertNoQuote,
  assertQuoteHasNoPrice,
  assertQuoteIsRead,
  assertRefused,
  assertSessionIsOpened,
  readChartFile,
  readRecordedChart,
} from "./recorded-yahoo.ts";

/** The files of a class, their number, and a check of each file, or the reason why such answers are never requested. */
type RecordedClass = readonly [files: RegExp, count: number, holds: ((file: string) => unknown) | string];

const CLASSES: readonly RecordedClass[] = [
  [
    /^yahoo-finance2-2025-03\/(historical-via-)?chart-(?!notimestamp)/,
    45,
    (file) => assertChartIsRead(readYahooRecording(file)),
  ],
  [/^yahoo-portfolio-performance\//, 3, (file) => assertChartIsRead(readBody(file))],
  [
    /\/chart-notimestamp-.*\.fake\.json$/,
    2,
    (file) =>
      assert.rejects(createYahooProvider(createOptions(readYahooRecording(file))).fetchDailyBars(ANY, createSignal()), {
        code: "bad_answer",
      }),
  ],
  [/-2\.x-errors\/chart-(BEKE|BFLY)-/, 2, (file) => assert.rejects(readChartFile(file), NoDaysInRange)],
  [/-2\.x-errors\/historical-via-chart-(SI|SIX)-/, 2, (file) => assert.rejects(readChartFile(file), UnknownToYahoo)],
  [/^yahoo-finance2-2025-03\/quote-(?!ADH|BRKS|SI\.|SIMP)/, 31, assertQuoteIsRead],
  [/-2\.x-errors\/quote-(SI|SIMP|SIX)\./, 3, assertQuoteIsRead],
  [/\/quote-ADH\.json$/, 2, assertQuoteHasNoPrice],
  [/-2025-03\/quote-(SI|SIMP)\.|\/quote-BRKS\./, 4, assertNoQuote],
  [/\/getCrumb-/, 8, assertSessionIsOpened],
  [/\/yahoo-error-429\.edge/, 1, (file) => assertRefused(readBody(file, 429), "rate_limited")],
  [/\/yahoo-error-429\.getcrumb/, 1, (file) => assertRefused(readBody(file), "rate_limited")],
  [
    /^tiingo\/ticker_price(_pandas_single|_with_date|_pandas_daily_metric_name|_pandas_daily_equivalent_requesting_json_or_csv)?\.yaml$/,
    5,
    assertTiingoIsRead,
  ],
  [/^tiingo\/invalid_url\.yaml$/, 1, assertNotTiingoAnswer],
  [/\/nasdaq-quote-(info|summary)\./, 2, assertNasdaqQuoteIsRead],
  [/\/nasdaq-quote-historical\./, 1, assertNasdaqHistoryIsRead],
  [/\/finnhub-(quote|profile2)\./, 2, assertFinnhubIsRead],
  [/^yfinance-repair\/|^stooq\/.*polish-header/, 7, assertNoBarsFile],
  [/\/quoteSummary-/, 134, "the quote has all served fields in one request"],
  [/\/search-|\/daily(Gainers|Losers)|\/screener-/, 32, "Yahoo's search and screeners are not used"],
  [/\/pageWith|\/weirdJsonResult/, 3, "only Yahoo's chart, quote and session are requested"],
  [/\/finnhub-error\.candle/, 1, "Finnhub's history is not free"],
  [/^tiingo\/ticker_price_.*(weekly|(?<!or)_csv\.yaml$)/, 7, "Tiingo is requested only for days, and only in JSON"],
  [/^tiingo\/ticker_price_with_(multiple|volume)_column/, 2, "Tiingo is never requested for only some columns"],
  [/^tiingo\/(intraday_price|ticker_metadata|fundamentals_\w+)\.yaml$/, 7, "not requested"],
  [/^tiingo\/(list_|valid_url)/, 4, "not part of Tiingo's interface"],
  [/^nasdaq-screener-daily\//, 15, "quotes come from info and summary"],
  [/^stooq\/(?!.*polish)|\/stooq-/, 6, "Stooq blocks programs, and includes dividends in prices"],
  [/^(alpaca|massive_polygon|alpha_vantage)\/|\/(alphavantage|eodhd|fmp|twelvedata)-/, 56, "not a provider here"],
];

const files = skipWithoutCorpus === false ? listRecordedFiles() : [];

test("every recorded answer is of exactly one kind, and each kind has the expected number of answers", {
  skip: skipWithoutCorpus,
}, () => {
  for (const file of files) {
    assert.equal(CLASSES.filter(([pattern]) => pattern.test(file)).length, 1, file);
  }
  const counted = CLASSES.map(([pattern]) => files.filter((file) => pattern.test(file)).length);
  assert.deepEqual(
    counted,
    CLASSES.map(([, count]) => count),
  );
});

for (const [pattern, , check] of CLASSES) {
  if (typeof check === "string") continue;
  for (const file of files.filter((each) => pattern.test(each))) {
    test(`reads or rejects the recorded answer ${file} as expected`, async () => {
      await check(file);
    });
  }
}

const YF = "yahoo-finance2-2025-03";

test("reports a chart's splits, on the first day of the new scale", { skip: skipWithoutCorpus }, async () => {
  const nvidia = await readRecordedChart(
    readYahooRecording(`${YF}/historical-via-chart-NVDA-split-2021-02-01-to-2022-01-31.csv.json`),
    "NVDA",
  );
  assert.deepEqual(nvidia.splits, [{ date: "2021-07-20", ratio: 4 }]);
  const apple = await readRecordedChart(readYahooRecording(`${YF}/chart-AAPL-2020-08-31-to-2020-11-07.json`), "AAPL");
  assert.deepEqual(apple.splits, [{ date: "2020-08-31", ratio: 4 }]);
});

test("a chart with only closes has no day to serve", { skip: skipWithoutCorpus }, async () => {
  const chart = await readRecordedChart(
    readBody("yahoo-portfolio-performance/response_yahoo_historical01.txt"),
    "MUV2.DE",
  );
  assert.deepEqual([chart.bars.length, chart.dropped], [0, 124]);
});

function listRecordedFiles(): readonly string[] {
  return readdirSync(RECORDED, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(RECORDED, join(entry.parentPath, entry.name)))
    .toSorted();
}

/**
 * Every recorded answer of the corpus: read or refused as it itself says where it is of an endpoint that is called
 * here, and named as not ours where it is not. A file that is in no class, or in two, fails.
 */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { NoDaysInRange, UnknownToYahoo } from "../../src/prices/providers/yahoo/site.ts";
import { createYahoo } from "../../src/prices/providers/yahoo/yahoo.ts";
import { skipWithoutCorpus } from "../corpus.ts";
import { ANY, bodyOf, options, RECORDED, recordedByYahooFinance, signal } from "./recorded-answers.ts";
import {
  finnhubIsRead,
  isNoAnswerOfTiingo,
  isNoFileOfBars,
  nasdaqHistoryIsRead,
  nasdaqQuoteIsRead,
  tiingoIsRead,
} from "./recorded-others.ts";
import {
  chartAsItWas,
  chartIsRead,
  chartOf,
  isNoQuote,
  isRefused,
  quoteHasNoPrice,
  quoteIsRead,
  sessionIsOpened,
} from "./recorded-yahoo.ts";

/** The files of a class, how many they are, and what holds for each; or, in words, why nothing of the kind is asked for. */
type Row = readonly [files: RegExp, count: number, holds: ((file: string) => unknown) | string];

const CLASSES: readonly Row[] = [
  [
    /^yahoo-finance2-2025-03\/(historical-via-)?chart-(?!notimestamp)/,
    45,
    (file) => chartIsRead(recordedByYahooFinance(file)),
  ],
  [/^yahoo-portfolio-performance\//, 3, (file) => chartIsRead(bodyOf(file))],
  [
    /\/chart-notimestamp-.*\.fake\.json$/,
    2,
    (file) =>
      assert.rejects(createYahoo(options(recordedByYahooFinance(file))).fetchDailyBars(ANY, signal()), {
        code: "bad_answer",
      }),
  ],
  [/-2\.x-errors\/chart-(BEKE|BFLY)-/, 2, (file) => assert.rejects(chartAsItWas(file), NoDaysInRange)],
  [/-2\.x-errors\/historical-via-chart-(SI|SIX)-/, 2, (file) => assert.rejects(chartAsItWas(file), UnknownToYahoo)],
  [/^yahoo-finance2-2025-03\/quote-(?!ADH|BRKS|SI\.|SIMP)/, 31, quoteIsRead],
  [/-2\.x-errors\/quote-(SI|SIMP|SIX)\./, 3, quoteIsRead],
  [/\/quote-ADH\.json$/, 2, quoteHasNoPrice],
  [/-2025-03\/quote-(SI|SIMP)\.|\/quote-BRKS\./, 4, isNoQuote],
  [/\/getCrumb-/, 8, sessionIsOpened],
  [/\/yahoo-error-429\.edge/, 1, (file) => isRefused(bodyOf(file, 429), "rate_limited")],
  [/\/yahoo-error-429\.getcrumb/, 1, (file) => isRefused(bodyOf(file), "rate_limited")],
  [
    /^tiingo\/ticker_price(_pandas_single|_with_date|_pandas_daily_metric_name|_pandas_daily_equivalent_requesting_json_or_csv)?\.yaml$/,
    5,
    tiingoIsRead,
  ],
  [/^tiingo\/invalid_url\.yaml$/, 1, isNoAnswerOfTiingo],
  [/\/nasdaq-quote-(info|summary)\./, 2, nasdaqQuoteIsRead],
  [/\/nasdaq-quote-historical\./, 1, nasdaqHistoryIsRead],
  [/\/finnhub-(quote|profile2)\./, 2, finnhubIsRead],
  [/^yfinance-repair\/|^stooq\/.*polish-header/, 7, isNoFileOfBars],
  [/\/quoteSummary-/, 134, "the quote has all fields that are served, for one request"],
  [/\/search-|\/daily(Gainers|Losers)|\/screener-/, 32, "nothing is searched or screened at Yahoo"],
  [/\/pageWith|\/weirdJsonResult/, 3, "no page of Yahoo but chart, quote and session is asked for"],
  [/\/finnhub-error\.candle/, 1, "Finnhub's history is not for free"],
  [/^tiingo\/ticker_price_.*(weekly|(?<!or)_csv\.yaml$)/, 7, "Tiingo is asked for days in JSON alone"],
  [/^tiingo\/ticker_price_with_(multiple|volume)_column/, 2, "Tiingo is never asked for some columns"],
  [/^tiingo\/(intraday_price|ticker_metadata|fundamentals_\w+)\.yaml$/, 7, "not asked for"],
  [/^tiingo\/(list_|valid_url)/, 4, "not of Tiingo's interface"],
  [/^nasdaq-screener-daily\//, 15, "quotes come from info and summary"],
  [/^stooq\/(?!.*polish)|\/stooq-/, 6, "Stooq shuts programs out, and folds dividends in"],
  [/^(alpaca|massive_polygon|alpha_vantage)\/|\/(alphavantage|eodhd|fmp|twelvedata)-/, 56, "no provider here"],
];

const files = skipWithoutCorpus === false ? recordedFiles() : [];

test("every recorded answer is in one class", { skip: skipWithoutCorpus }, () => {
  for (const file of files) {
    assert.equal(CLASSES.filter(([pattern]) => pattern.test(file)).length, 1, file);
  }
  const counted = CLASSES.map(([pattern]) => files.filter((file) => pattern.test(file)).length);
  assert.deepEqual(
    counted,
    CLASSES.map(([, count]) => count),
  );
});

for (const [pattern, , holds] of CLASSES) {
  if (typeof holds === "string") continue;
  for (const file of files.filter((each) => pattern.test(each))) {
    test(`recorded: ${file}`, async () => {
      await holds(file);
    });
  }
}

const YF = "yahoo-finance2-2025-03";

test("reports a chart's splits, on the first day of the new scale", { skip: skipWithoutCorpus }, async () => {
  const nvidia = await chartOf(
    recordedByYahooFinance(`${YF}/historical-via-chart-NVDA-split-2021-02-01-to-2022-01-31.csv.json`),
    "NVDA",
  );
  assert.deepEqual(nvidia.splits, [{ date: "2021-07-20", ratio: 4 }]);
  const apple = await chartOf(recordedByYahooFinance(`${YF}/chart-AAPL-2020-08-31-to-2020-11-07.json`), "AAPL");
  assert.deepEqual(apple.splits, [{ date: "2020-08-31", ratio: 4 }]);
});

test("a chart with only closes has no day to serve", { skip: skipWithoutCorpus }, async () => {
  const chart = await chartOf(bodyOf("yahoo-portfolio-performance/response_yahoo_historical01.txt"), "MUV2.DE");
  assert.deepEqual([chart.bars.length, chart.dropped], [0, 124]);
});

function recordedFiles(): readonly string[] {
  return readdirSync(RECORDED, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(RECORDED, join(entry.parentPath, entry.name)))
    .toSorted();
}

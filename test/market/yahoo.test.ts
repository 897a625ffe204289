import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../src/domain/dates.ts";
import {
  answerWithFault,
  chartPath,
  createSignal,
  createTestYahoo,
  DAY_SECONDS,
  fetchBars,
  fetchQuote,
  site,
  toSymbol,
} from "./yahoo-asked.ts";
import { type Columns, createChartBody, createQuoteBody, NOW, sendJson } from "./yahoo-site.ts";

test("a quote has the chart's price, the change since yesterday's close, and the quote's market value and P/E", async () => {
  assert.deepEqual(await fetchQuote(createTestYahoo()), {
    symbol: "SMPL",
    companyName: "Sample Widgets Inc.",
    price: 105.5,
    change: 1.5,
    changePercent: 1.44,
    volume: 4_321,
    marketCap: 1_234_567_890,
    peRatio: 21.5,
    week52High: 120.25,
    week52Low: 80.5,
    pricedAt: new Date("2026-11-20T14:59:00Z"),
  });
});

test("one session serves all later quotes; an expired token opens a new one", async () => {
  const provider = createTestYahoo();
  await fetchQuote(provider);
  await fetchQuote(provider);
  const countTokens = () => site.requests.filter((path) => path.endsWith("/getcrumb")).length;
  assert.equal(countTokens(), 1);
  site.crumb = "crumb-2";
  assert.equal((await fetchQuote(provider))?.peRatio, 21.5);
  assert.equal(countTokens(), 2);
});

test("daily bars come newest first, including the current day", async () => {
  const answer = await fetchBars(createTestYahoo());
  assert.equal(answer?.companyName, "Sample Widgets Inc.");
  assert.deepEqual(
    answer.bars.map((bar) => [bar.date, bar.close, bar.volume]),
    [
      ["2026-11-20", 105, 1_004],
      ["2026-11-19", 104, 1_003],
      ["2026-11-18", 103, 1_002],
      ["2026-11-17", 102, 1_001],
      ["2026-11-16", 101, 1_000],
    ],
  );
});

test("requests six years, or as far back as specified, in Yahoo's spelling of the symbol, with a declared User-Agent", async () => {
  let seen: { path: string; agent: string | undefined } | undefined;
  site.overrides.set(chartPath, (request, response) => {
    seen = { path: request.url ?? "", agent: request.headers["user-agent"] };
    sendJson(response, createChartBody("BRK-B"));
  });
  assert.equal((await fetchBars(createTestYahoo(), "BRK.B"))?.bars.length, 5);
  assert.match(seen?.path ?? "", /\/chart\/BRK-B\?/);
  assert.match(seen?.path ?? "", new RegExp(`period1=${Date.parse("2020-11-20") / 1000}`));
  await createTestYahoo().fetchDailyBars(toSymbol("BRK.B"), createSignal(), "2012-01-01" as IsoDate);
  assert.match(seen?.path ?? "", new RegExp(`period1=${Date.parse("2012-01-01") / 1000}`));
  assert.match(seen?.agent ?? "", /congress-trades; \+https:\/\/operator\.example/);
});

test("a failed Yahoo session makes only market value and P/E null, and the session is not retried for a while", async () => {
  const provider = createTestYahoo();
  site.overrides.set("/yahoo/v1/test/getcrumb", (_, response) => response.writeHead(429).end("Too Many Requests"));
  const answer = await fetchQuote(provider);
  assert.deepEqual([answer?.price, answer?.marketCap, answer?.peRatio], [105.5, null, null]);
  site.requests.length = 0;
  assert.equal((await fetchQuote(provider))?.price, 105.5);
  assert.deepEqual(site.requests, [`${chartPath}SMPL`]);
});

test("a token that says 'Too Many Requests' with status 200 is not a token", async () => {
  site.overrides.set("/yahoo/v1/test/getcrumb", (_, response) => response.end("Too Many Requests"));
  assert.equal((await fetchQuote(createTestYahoo()))?.marketCap, null);
});

test("returns null for a symbol that is unknown to Yahoo or has neither days nor a price", async () => {
  answerNoQuote();
  for (const [status, code, description] of [
    [404, "Not Found", "No data found, symbol may be delisted"],
    [400, "Bad Request", "Data doesn't exist for startDate = 1577836800, endDate = 1578009600"],
    [200, "Not Found", "No data found"],
  ] as const) {
    site.overrides.set(chartPath, (_, response) =>
      sendJson(response, { chart: { result: null, error: { code, description } } }, status),
    );
    assert.deepEqual([await fetchQuote(createTestYahoo()), await fetchBars(createTestYahoo())], [null, null]);
  }
});

test("returns null for a symbol without a price whose quote type is NONE", async () => {
  answerWithFault((chart) => {
    delete chart.meta["regularMarketPrice"];
  });
  site.overrides.set("/yahoo/v7/finance/quote", (_, response) =>
    sendJson(response, { quoteResponse: { result: [{ quoteType: "NONE", symbol: "SMPL" }], error: null } }),
  );
  assert.equal(await fetchQuote(createTestYahoo()), null);
});

test("a listing in another currency is another security", async () => {
  answerWithFault((chart) => {
    chart.meta["currency"] = "EUR";
  });
  assert.deepEqual([await fetchQuote(createTestYahoo()), await fetchBars(createTestYahoo())], [null, null]);
});

const LONG_AFTER_LAST_TRADE = "2027-02-01T15:00:00Z";

/** Answers no chart that begins after the last trading day. */
function answerNoRecentDays(): void {
  site.overrides.set(chartPath, (request, response) => {
    const from = Number(new URL(request.url ?? "", "http://localhost").searchParams.get("period1"));
    if (from < NOW.getTime() / 1000) return sendJson(response, createChartBody("SMPL"));
    const error = { code: "Bad Request", description: "Data doesn't exist for startDate = 1, endDate = 2" };
    sendJson(response, { chart: { result: null, error } }, 400);
  });
}

function answerNoQuote(): void {
  site.overrides.set("/yahoo/v7/", (_, response) => sendJson(response, { quoteResponse: { result: [], error: null } }));
}

const countCharts = () => site.requests.filter((path) => path.startsWith(chartPath)).length;

test("without recent trading, price and previous close come from the quote, and no second chart is requested", async () => {
  answerNoRecentDays();
  const answer = await fetchQuote(createTestYahoo({ getTime: () => new Date(LONG_AFTER_LAST_TRADE) }));
  assert.deepEqual(
    [answer?.price, answer?.change, answer?.pricedAt.toISOString()],
    [105.4, 1.4, "2026-11-20T14:58:30.000Z"],
  );
  assert.equal(countCharts(), 1);
});

test("without recent trading or a Yahoo session, the price comes from the full chart", async () => {
  answerNoRecentDays();
  site.overrides.set("/yahoo/v7/", (_, response) => response.writeHead(500).end());
  const answer = await fetchQuote(createTestYahoo({ getTime: () => new Date(LONG_AFTER_LAST_TRADE) }));
  assert.deepEqual([answer?.price, answer?.change, countCharts()], [105.5, 1.5, 2]);
});

test("never computes a change from a close older than the previous trading day", async () => {
  site.overrides.set("/yahoo/v7/", (_, response) => response.writeHead(500).end());
  for (const spoil of [
    (columns: Columns) => {
      columns.close[3] = null; // Thursday, the day before
    },
    (columns: Columns) => {
      for (const row of [1, 2, 3, 4]) columns.close[row] = -1;
    },
  ]) {
    answerWithFault((chart) => chart.indicators.quote.forEach(spoil));
    const answer = await fetchQuote(createTestYahoo());
    assert.deepEqual([answer?.price, answer?.change, answer?.changePercent], [105.5, null, null]);
  }
  answerWithFault((chart) => {
    chart.timestamp = chart.timestamp.map((at, row) => (row < 4 ? Number(at) - 7 * DAY_SECONDS : at));
  });
  assert.equal((await fetchQuote(createTestYahoo()))?.change, null);
});

test("if the chart has no close for the previous day, computes the change from the quote's previous close", async () => {
  answerWithFault((chart) => {
    for (const columns of chart.indicators.quote) columns.close[3] = null;
  });
  assert.equal((await fetchQuote(createTestYahoo()))?.change, 1.5);
});

test("without a Yahoo session, a batch gives no quotes, and the session is not retried for a while", async () => {
  site.overrides.set("/yahoo/v1/test/getcrumb", (_, response) => response.writeHead(429).end("Too Many Requests"));
  const provider = createTestYahoo();
  assert.equal((await provider.fetchQuotes([toSymbol("SMPL")], createSignal())).size, 0);
  site.requests.length = 0;
  assert.equal((await provider.fetchQuotes([toSymbol("SMPL")], createSignal())).size, 0);
  assert.equal((await fetchQuote(provider))?.price, 105.5);
  assert.deepEqual(site.requests, [`${chartPath}SMPL`]);
});

test("for a symbol without stored prices, quote and bars come from one chart", async () => {
  const answer = await createTestYahoo().fetchQuoteWithBars(toSymbol("SMPL"), createSignal());
  assert.deepEqual([answer?.quote.price, answer?.bars?.bars.length, countCharts()], [105.5, 5, 1]);
});

test("a symbol with a price but no day yet has a quote without bars", async () => {
  site.overrides.set(chartPath, (_, response) => {
    const error = { code: "Bad Request", description: "Data doesn't exist for startDate = 1, endDate = 2" };
    sendJson(response, { chart: { result: null, error } }, 400);
  });
  const answer = await createTestYahoo().fetchQuoteWithBars(toSymbol("SMPL"), createSignal());
  assert.deepEqual([answer?.quote.price, answer?.quote.change, answer?.bars], [105.4, 1.4, null]);
  answerNoQuote();
  assert.equal(await createTestYahoo().fetchQuoteWithBars(toSymbol("SMPL"), createSignal()), null);
});

test("reports splits, and counts implausible rows", async () => {
  answerWithFault((chart) => {
    chart.events = {
      splits: {
        a: { date: chart.timestamp[2], numerator: 10, denominator: 1, splitRatio: "10:1" },
        b: { date: chart.timestamp[1], numerator: 1, denominator: 8, splitRatio: "1:8" },
        c: { date: chart.timestamp[1], numerator: 1, denominator: 0 },
      },
    };
    for (const columns of chart.indicators.quote) columns.volume[0] = null;
  });
  const answer = await fetchBars(createTestYahoo());
  assert.deepEqual(answer?.splits, [
    { date: "2026-11-17", ratio: 0.125 },
    { date: "2026-11-18", ratio: 10 },
  ]);
  assert.deepEqual([answer.bars.length, answer.dropped], [4, 1]);
});

test("fetches several quotes in one request, and leaves out unknown symbols and unusable quotes", async () => {
  const asked: string[] = [];
  site.overrides.set("/yahoo/v7/", (request, response) => {
    asked.push(new URL(request.url ?? "", "http://localhost").searchParams.get("symbols") ?? "");
    const [listed] = createQuoteBody("BRK-B").quoteResponse.result;
    const result = [
      listed,
      { ...listed, symbol: "SMPL", regularMarketPrice: "n/a" },
      { ...listed, symbol: "ABRD", currency: "EUR" },
      { quoteType: "NONE", symbol: "GONE" },
    ];
    sendJson(response, { quoteResponse: { result, error: null } });
  });
  const symbols = ["BRK.B", "SMPL", "ABRD", "GONE", "NONE"].map(toSymbol);
  const quotes = await createTestYahoo().fetchQuotes(symbols, createSignal());
  assert.deepEqual([...quotes.keys()], ["BRK.B"]);
  assert.deepEqual([quotes.get(toSymbol("BRK.B"))?.price, quotes.get(toSymbol("BRK.B"))?.change], [105.4, 1.4]);
  assert.deepEqual(asked, ["BRK-B,SMPL,ABRD,GONE,NONE"]);
});

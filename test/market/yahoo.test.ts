import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../src/domain/dates.ts";
import { bars, chartPath, DAY_SECONDS, faulty, quote, signal, site, symbol, yahoo } from "./yahoo-asked.ts";
import { type Columns, chartBody, NOW, quoteBody, sendJson } from "./yahoo-site.ts";

test("a quote has the chart's price, the change since yesterday's close, and the quote's market value and P/E", async () => {
  assert.deepEqual(await quote(yahoo()), {
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
  const provider = yahoo();
  await quote(provider);
  await quote(provider);
  const tokens = () => site.asked.filter((path) => path.endsWith("/getcrumb")).length;
  assert.equal(tokens(), 1);
  site.crumb = "crumb-2";
  assert.equal((await quote(provider))?.peRatio, 21.5);
  assert.equal(tokens(), 2);
});

test("daily bars come newest first, including the current day", async () => {
  const answer = await bars(yahoo());
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
  site.instead.set(chartPath, (request, response) => {
    seen = { path: request.url ?? "", agent: request.headers["user-agent"] };
    sendJson(response, chartBody("BRK-B"));
  });
  assert.equal((await bars(yahoo(), "BRK.B"))?.bars.length, 5);
  assert.match(seen?.path ?? "", /\/chart\/BRK-B\?/);
  assert.match(seen?.path ?? "", new RegExp(`period1=${Date.parse("2020-11-20") / 1000}`));
  await yahoo().fetchDailyBars(symbol("BRK.B"), signal(), "2012-01-01" as IsoDate);
  assert.match(seen?.path ?? "", new RegExp(`period1=${Date.parse("2012-01-01") / 1000}`));
  assert.match(seen?.agent ?? "", /congress-trades; \+https:\/\/operator\.example/);
});

test("a failed Yahoo session does not break a price: market value and P/E are null, and it is left alone for a while", async () => {
  const provider = yahoo();
  site.instead.set("/yahoo/v1/test/getcrumb", (_, response) => response.writeHead(429).end("Too Many Requests"));
  const answer = await quote(provider);
  assert.deepEqual([answer?.price, answer?.marketCap, answer?.peRatio], [105.5, null, null]);
  site.asked.length = 0;
  assert.equal((await quote(provider))?.price, 105.5);
  assert.deepEqual(site.asked, [`${chartPath}SMPL`]);
});

test("a token that says 'Too Many Requests' with status 200 is not a token", async () => {
  site.instead.set("/yahoo/v1/test/getcrumb", (_, response) => response.end("Too Many Requests"));
  assert.equal((await quote(yahoo()))?.marketCap, null);
});

test("a symbol that Yahoo does not know, or has no days and no price for, is null", async () => {
  noQuote();
  for (const [status, code, description] of [
    [404, "Not Found", "No data found, symbol may be delisted"],
    [400, "Bad Request", "Data doesn't exist for startDate = 1577836800, endDate = 1578009600"],
    [200, "Not Found", "No data found"],
  ] as const) {
    site.instead.set(chartPath, (_, response) =>
      sendJson(response, { chart: { result: null, error: { code, description } } }, status),
    );
    assert.deepEqual([await quote(yahoo()), await bars(yahoo())], [null, null]);
  }
});

test("a symbol without a price that the quote calls NONE is null", async () => {
  faulty((chart) => {
    delete chart.meta["regularMarketPrice"];
  });
  site.instead.set("/yahoo/v7/finance/quote", (_, response) =>
    sendJson(response, { quoteResponse: { result: [{ quoteType: "NONE", symbol: "SMPL" }], error: null } }),
  );
  assert.equal(await quote(yahoo()), null);
});

test("a listing in another currency is another security", async () => {
  faulty((chart) => {
    chart.meta["currency"] = "EUR";
  });
  assert.deepEqual([await quote(yahoo()), await bars(yahoo())], [null, null]);
});

const NOT_TRADED_OF_LATE = "2027-02-01T15:00:00Z";

/** No chart that begins after the last day of trading. */
function noRecentDays(): void {
  site.instead.set(chartPath, (request, response) => {
    const from = Number(new URL(request.url ?? "", "http://localhost").searchParams.get("period1"));
    if (from < NOW.getTime() / 1000) return sendJson(response, chartBody("SMPL"));
    const error = { code: "Bad Request", description: "Data doesn't exist for startDate = 1, endDate = 2" };
    sendJson(response, { chart: { result: null, error } }, 400);
  });
}

function noQuote(): void {
  site.instead.set("/yahoo/v7/", (_, response) => sendJson(response, { quoteResponse: { result: [], error: null } }));
}

const charts = () => site.asked.filter((path) => path.startsWith(chartPath)).length;

test("without recent trading, price and previous close come from the quote, and no second chart is requested", async () => {
  noRecentDays();
  const answer = await quote(yahoo({ getTime: () => new Date(NOT_TRADED_OF_LATE) }));
  assert.deepEqual(
    [answer?.price, answer?.change, answer?.pricedAt.toISOString()],
    [105.4, 1.4, "2026-11-20T14:58:30.000Z"],
  );
  assert.equal(charts(), 1);
});

test("without recent trading or a Yahoo session, the price comes from the full chart", async () => {
  noRecentDays();
  site.instead.set("/yahoo/v7/", (_, response) => response.writeHead(500).end());
  const answer = await quote(yahoo({ getTime: () => new Date(NOT_TRADED_OF_LATE) }));
  assert.deepEqual([answer?.price, answer?.change, charts()], [105.5, 1.5, 2]);
});

test("never computes a change against a close older than the day before", async () => {
  site.instead.set("/yahoo/v7/", (_, response) => response.writeHead(500).end());
  for (const spoil of [
    (columns: Columns) => {
      columns.close[3] = null; // Thursday, the day before
    },
    (columns: Columns) => {
      for (const row of [1, 2, 3, 4]) columns.close[row] = -1;
    },
  ]) {
    faulty((chart) => chart.indicators.quote.forEach(spoil));
    const answer = await quote(yahoo());
    assert.deepEqual([answer?.price, answer?.change, answer?.changePercent], [105.5, null, null]);
  }
  faulty((chart) => {
    chart.timestamp = chart.timestamp.map((at, row) => (row < 4 ? Number(at) - 7 * DAY_SECONDS : at));
  });
  assert.equal((await quote(yahoo()))?.change, null);
});

test("if the day before is unreadable, the quote of the same day gives its close", async () => {
  faulty((chart) => {
    for (const columns of chart.indicators.quote) columns.close[3] = null;
  });
  assert.equal((await quote(yahoo()))?.change, 1.5);
});

test("without a Yahoo session, a batch gives no quotes, and the session is left alone for a while", async () => {
  site.instead.set("/yahoo/v1/test/getcrumb", (_, response) => response.writeHead(429).end("Too Many Requests"));
  const provider = yahoo();
  assert.equal((await provider.fetchQuotes([symbol("SMPL")], signal())).size, 0);
  site.asked.length = 0;
  assert.equal((await provider.fetchQuotes([symbol("SMPL")], signal())).size, 0);
  assert.equal((await quote(provider))?.price, 105.5);
  assert.deepEqual(site.asked, [`${chartPath}SMPL`]);
});

test("for a symbol without stored prices, quote and bars come from one chart", async () => {
  const answer = await yahoo().fetchQuoteWithBars(symbol("SMPL"), signal());
  assert.deepEqual([answer?.quote.price, answer?.bars?.bars.length, charts()], [105.5, 5, 1]);
});

test("a symbol with a price but no day yet has a quote without bars", async () => {
  site.instead.set(chartPath, (_, response) => {
    const error = { code: "Bad Request", description: "Data doesn't exist for startDate = 1, endDate = 2" };
    sendJson(response, { chart: { result: null, error } }, 400);
  });
  const answer = await yahoo().fetchQuoteWithBars(symbol("SMPL"), signal());
  assert.deepEqual([answer?.quote.price, answer?.quote.change, answer?.bars], [105.4, 1.4, null]);
  noQuote();
  assert.equal(await yahoo().fetchQuoteWithBars(symbol("SMPL"), signal()), null);
});

test("reports splits, and counts implausible rows", async () => {
  faulty((chart) => {
    chart.events = {
      splits: {
        a: { date: chart.timestamp[2], numerator: 10, denominator: 1, splitRatio: "10:1" },
        b: { date: chart.timestamp[1], numerator: 1, denominator: 8, splitRatio: "1:8" },
        c: { date: chart.timestamp[1], numerator: 1, denominator: 0 },
      },
    };
    for (const columns of chart.indicators.quote) columns.volume[0] = null;
  });
  const answer = await bars(yahoo());
  assert.deepEqual(answer?.splits, [
    { date: "2026-11-17", ratio: 0.125 },
    { date: "2026-11-18", ratio: 10 },
  ]);
  assert.deepEqual([answer.bars.length, answer.dropped], [4, 1]);
});

test("fetches several quotes in one request, without unknown and unusable ones", async () => {
  const asked: string[] = [];
  site.instead.set("/yahoo/v7/", (request, response) => {
    asked.push(new URL(request.url ?? "", "http://localhost").searchParams.get("symbols") ?? "");
    const [listed] = quoteBody("BRK-B").quoteResponse.result;
    const result = [
      listed,
      { ...listed, symbol: "SMPL", regularMarketPrice: "n/a" },
      { ...listed, symbol: "ABRD", currency: "EUR" },
      { quoteType: "NONE", symbol: "GONE" },
    ];
    sendJson(response, { quoteResponse: { result, error: null } });
  });
  const symbols = ["BRK.B", "SMPL", "ABRD", "GONE", "NONE"].map(symbol);
  const quotes = await yahoo().fetchQuotes(symbols, signal());
  assert.deepEqual([...quotes.keys()], ["BRK.B"]);
  assert.deepEqual([quotes.get(symbol("BRK.B"))?.price, quotes.get(symbol("BRK.B"))?.change], [105.4, 1.4]);
  assert.deepEqual(asked, ["BRK-B,SMPL,ABRD,GONE,NONE"]);
});

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { canonicalSymbol } from "../../src/domain/symbol.ts";
import { createLogger } from "../../src/log.ts";
import type { ProviderOptions } from "../../src/market/request.ts";
import { createYahoo } from "../../src/market/yahoo.ts";
import {
  type ChartBody,
  type Columns,
  chartBody,
  NOW,
  quoteBody,
  sendJson,
  startYahooSite,
  type YahooSite,
} from "./yahoo-site.ts";

let site: YahooSite;
before(async () => {
  site = await startYahooSite();
});
after(() => site.stop());
beforeEach(() => {
  site.asked.length = 0;
  site.instead.clear();
  site.crumb = "crumb-1";
});

function yahoo(change: Partial<ProviderOptions> = {}) {
  return createYahoo({
    baseUrl: site.url,
    contact: "https://operator.example",
    log: createLogger("silent"),
    clock: () => NOW,
    ...change,
  });
}

const symbol = (text: string) => canonicalSymbol(text) ?? assert.fail(`${text} is no symbol`);
const signal = () => AbortSignal.timeout(20_000);
const quote = (provider: Yahoo, text = "SMPL") => provider.quote(symbol(text), signal());
type Yahoo = ReturnType<typeof yahoo>;
const bars = (provider: Yahoo, text = "SMPL") => provider.dailyBars(symbol(text), signal());
const chartPath = "/yahoo/v8/finance/chart/";

/** The chart of SMPL changed by a fault, in place of the regular one. */
function faulty(change: (chart: ChartBody["chart"]["result"][number]) => void): void {
  const body = chartBody("SMPL");
  for (const chart of body.chart.result) change(chart);
  site.instead.set(chartPath, (_, response) => sendJson(response, body));
}

test("a quote: price of the chart, change since yesterday's close, market value and P/E of the quote", async () => {
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

test("one session serves every later quote; a worn token opens a new one", async () => {
  const provider = yahoo();
  await quote(provider);
  await quote(provider);
  const tokens = () => site.asked.filter((path) => path.endsWith("/getcrumb")).length;
  assert.equal(tokens(), 1);
  site.crumb = "crumb-2";
  assert.equal((await quote(provider))?.peRatio, 21.5);
  assert.equal(tokens(), 2);
});

test("daily bars, newest first, the running day among them", async () => {
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

test("six years are asked for, in the symbol's spelling at Yahoo, with a declared User-Agent", async () => {
  let seen: { path: string; agent: string | undefined } | undefined;
  site.instead.set(chartPath, (request, response) => {
    seen = { path: request.url ?? "", agent: request.headers["user-agent"] };
    sendJson(response, chartBody("BRK-B"));
  });
  assert.equal((await bars(yahoo(), "BRK.B"))?.bars.length, 5);
  assert.match(seen?.path ?? "", /\/chart\/BRK-B\?/);
  assert.match(seen?.path ?? "", new RegExp(`period1=${Date.parse("2020-11-20") / 1000}`));
  assert.match(seen?.agent ?? "", /congress-trades; \+https:\/\/operator\.example/);
});

test("a price does not fail for Yahoo's session: market value and P/E are null, and it is left alone for a while", async () => {
  const provider = yahoo();
  site.instead.set("/yahoo/v1/test/getcrumb", (_, response) => response.writeHead(429).end("Too Many Requests"));
  const answer = await quote(provider);
  assert.deepEqual([answer?.price, answer?.marketCap, answer?.peRatio], [105.5, null, null]);
  site.asked.length = 0;
  assert.equal((await quote(provider))?.price, 105.5);
  assert.deepEqual(site.asked, [`${chartPath}SMPL`]);
});

test("a token that says 'Too Many Requests' with status 200 is no token", async () => {
  site.instead.set("/yahoo/v1/test/getcrumb", (_, response) => response.end("Too Many Requests"));
  assert.equal((await quote(yahoo()))?.marketCap, null);
});

test("a symbol that Yahoo does not know, or has no days and no price of, is null", async () => {
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

test("a symbol without a price, that the quote calls NONE, is null", async () => {
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

test("not traded of late: the quote tells price and previous close, and no second chart is asked for", async () => {
  noRecentDays();
  const answer = await quote(yahoo({ clock: () => new Date(NOT_TRADED_OF_LATE) }));
  assert.deepEqual(
    [answer?.price, answer?.change, answer?.pricedAt.toISOString()],
    [105.4, 1.4, "2026-11-20T14:58:30.000Z"],
  );
  assert.equal(charts(), 1);
});

test("not traded of late, and Yahoo's session is out of order: the price is looked up where it lies", async () => {
  noRecentDays();
  site.instead.set("/yahoo/v7/", (_, response) => response.writeHead(500).end());
  const answer = await quote(yahoo({ clock: () => new Date(NOT_TRADED_OF_LATE) }));
  assert.deepEqual([answer?.price, answer?.change, charts()], [105.5, 1.5, 2]);
});

test("change is never against an older close than that of the day before", async () => {
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

test("where the day before could not be read, the quote of the same day tells its close", async () => {
  faulty((chart) => {
    for (const columns of chart.indicators.quote) columns.close[3] = null;
  });
  assert.equal((await quote(yahoo()))?.change, 1.5);
});

test("when Yahoo's session is out of order, several quotes at once are none, and it is left alone for a while", async () => {
  site.instead.set("/yahoo/v1/test/getcrumb", (_, response) => response.writeHead(429).end("Too Many Requests"));
  const provider = yahoo();
  assert.equal((await provider.quotes([symbol("SMPL")], signal())).size, 0);
  site.asked.length = 0;
  assert.equal((await provider.quotes([symbol("SMPL")], signal())).size, 0);
  assert.equal((await quote(provider))?.price, 105.5);
  assert.deepEqual(site.asked, [`${chartPath}SMPL`]);
});

test("quote and bars by one chart, for a symbol of which nothing is kept", async () => {
  const answer = await yahoo().quoteWithBars(symbol("SMPL"), signal());
  assert.deepEqual([answer?.quote.price, answer?.bars?.bars.length, charts()], [105.5, 5, 1]);
});

test("quote and bars of a symbol that has a price and no day yet", async () => {
  site.instead.set(chartPath, (_, response) => {
    const error = { code: "Bad Request", description: "Data doesn't exist for startDate = 1, endDate = 2" };
    sendJson(response, { chart: { result: null, error } }, 400);
  });
  const answer = await yahoo().quoteWithBars(symbol("SMPL"), signal());
  assert.deepEqual([answer?.quote.price, answer?.quote.change, answer?.bars], [105.4, 1.4, null]);
  noQuote();
  assert.equal(await yahoo().quoteWithBars(symbol("SMPL"), signal()), null);
});

test("splits are told, and rows that could not be believed are counted", async () => {
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

test("several quotes by one question; unknown and unusable ones are not among them", async () => {
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
  const quotes = await yahoo().quotes(symbols, signal());
  assert.deepEqual([...quotes.keys()], ["BRK.B"]);
  assert.deepEqual([quotes.get(symbol("BRK.B"))?.price, quotes.get(symbol("BRK.B"))?.change], [105.4, 1.4]);
  assert.deepEqual(asked, ["BRK-B,SMPL,ABRD,GONE,NONE"]);
});

test("row 15: malformed days are left out, the others are answered in order, each once", async () => {
  faulty((chart) => {
    const [columns] = chart.indicators.quote;
    if (columns === undefined) return;
    chart.timestamp.push(Date.parse("2026-11-30T14:30:00Z") / 1000, Date.parse("2026-11-20T14:59:00Z") / 1000, "x");
    for (const [name, value] of [
      ["open", 104],
      ["high", 111],
      ["low", 99],
      ["close", 110],
      ["volume", 7],
    ] as const) {
      columns[name].push(value, value, value);
    }
    columns.close[0] = null;
    columns.low[1] = -5;
    columns.close[2] = "103.0";
    columns.high[3] = "NaN";
    chart.timestamp.reverse();
    for (const column of Object.values(columns)) column.reverse();
  });
  const answer = await bars(yahoo());
  assert.deepEqual(
    answer?.bars.map((bar) => [bar.date, bar.close]),
    [
      ["2026-11-20", 105],
      ["2026-11-18", 103],
    ],
  );
});

const answersNothing: Record<string, (response: import("node:http").ServerResponse) => void> = {
  "HTML with status 200": (response) => response.end("<html>Service temporarily unavailable</html>"),
  'a bare {"error":...}': (response) => sendJson(response, { error: "internal" }),
  "an error inside the chart": (response) =>
    sendJson(response, { chart: { result: null, error: { code: "Internal", description: "oops" } } }),
  "an error without a code": (response) => sendJson(response, { chart: { result: null, error: {} } }),
  "an empty list": (response) => sendJson(response, { chart: { result: [], error: null } }),
  "NaN in the JSON": (response) => response.end('{"chart":{"result":[{"meta":{"regularMarketPrice":NaN}}]}}'),
  "the JSON null": (response) => response.end("null"),
  "cut JSON": (response) => response.end(JSON.stringify(chartBody("SMPL")).slice(0, 300)),
  "an empty body": (response) => response.end(),
  "another symbol": (response) => sendJson(response, chartBody("OTHR")),
  "50 MB": (response) => response.end(Buffer.alloc(50_000_000, " ")),
  "a redirect": (response) => response.writeHead(302, { location: "http://127.0.0.1:9/" }).end(),
  "403": (response) => response.writeHead(403).end("<html>denied</html>"),
  "404 without a reason": (response) => response.writeHead(404).end("<html>Not Found</html>"),
  "429 in plain text": (response) => response.writeHead(429).end("Edge: Too Many Requests"),
  "503": (response) => response.writeHead(503, { "retry-after": "7" }).end("{}"),
  "a broken connection": (response) => response.destroy(),
  "half of the bytes promised": (response) => {
    response.writeHead(200, { "content-length": "5000" }).write("{");
    setImmediate(() => response.destroy());
  },
};

for (const [what, answer] of Object.entries(answersNothing)) {
  test(`rows 15 and 16: ${what} is a SourceError, with nothing printed`, async (context) => {
    site.instead.set(chartPath, (_, response) => answer(response));
    const printed = context.mock.method(console, "error", () => undefined);
    const provider = yahoo();
    await assert.rejects(quote(provider), { name: "SourceError" });
    await assert.rejects(bars(provider), { name: "SourceError" });
    assert.equal(printed.mock.callCount(), 0);
  });
}

for (const [what, value] of [
  ["null", null],
  ["negative", -3],
  ["absurd", 1e15],
  ["a word", "n/a"],
] as const) {
  test(`row 15: a price that is ${what} is not answered`, async () => {
    faulty((chart) => {
      chart.meta["regularMarketPrice"] = value;
    });
    site.instead.set("/yahoo/v7/", (_, response) => response.writeHead(500).end());
    await assert.rejects(quote(yahoo()), { code: "bad_answer" });
  });
}

test("row 15: a price of tomorrow, or without a time, is not answered", async () => {
  for (const time of [NOW.getTime() / 1000 + DAY_SECONDS, null]) {
    faulty((chart) => {
      chart.meta["regularMarketTime"] = time;
    });
    await assert.rejects(quote(yahoo()), { code: "bad_answer" });
  }
});
const DAY_SECONDS = 86_400;

test("row 15: when no day is usable, that is said", async () => {
  faulty((chart) => {
    for (const columns of chart.indicators.quote) columns.close.fill(null);
  });
  await assert.rejects(bars(yahoo()), /None of the 5 days/);
});

test("row 16: a provider that is silent, or sends byte by byte, is left after the time set", async () => {
  for (const slow of [() => undefined, (response: import("node:http").ServerResponse) => response.write("{")]) {
    site.instead.set(chartPath, (_, response) => void slow(response));
    await assert.rejects(bars(yahoo({ timeoutMs: 100 })), { code: "timeout" });
  }
});

test("row 16: a host that cannot be reached is a network error", async () => {
  await assert.rejects(bars(yahoo({ baseUrl: "http://127.0.0.1:1/yahoo" })), { code: "network" });
});

test("a Retry-After is passed on", async () => {
  site.instead.set(chartPath, (_, response) => response.writeHead(429, { "retry-after": "42" }).end());
  await assert.rejects(bars(yahoo()), { code: "rate_limited", retryAfterSeconds: 42 });
});

test("one request at a time; who waits in line too long is let go at once", async () => {
  let running = 0;
  let most = 0;
  site.instead.set(chartPath, (request, response) => {
    running += 1;
    most = Math.max(most, running);
    setTimeout(() => {
      running -= 1;
      sendJson(response, chartBody(request.url?.match(/chart\/(\w+)/)?.[1] ?? ""));
    }, 20);
  });
  const provider = yahoo();
  const waiting = ["A", "B", "C", "D"].map((text) => bars(provider, text));
  await assert.rejects(provider.dailyBars(symbol("E"), AbortSignal.timeout(5)), { code: "busy" });
  assert.equal((await Promise.all(waiting)).length, 4);
  assert.equal(most, 1);
  assert.ok(!site.asked.includes(`${chartPath}E`));
});

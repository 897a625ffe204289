/** Tests Yahoo's faults: malformed answers, and answers that never come. */
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import {
  answerWithFault,
  chartPath,
  createTestYahoo,
  DAY_SECONDS,
  fetchBars,
  fetchQuote,
  site,
  toSymbol,
} from "./yahoo-asked.ts";
import { createChartBody, NOW, sendJson } from "./yahoo-site.ts";

test("leaves out malformed days, and returns each other day once, in order", async () => {
  answerWithFault((chart) => {
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
  });
  const answer = await fetchBars(createTestYahoo());
  assert.deepEqual(
    answer?.bars.map((bar) => [bar.date, bar.close]),
    [
      ["2026-11-20", 110],
      ["2026-11-18", 103],
    ],
  );
});

const FAULTY_ANSWERS: Record<string, (response: ServerResponse) => void> = {
  "HTML with status 200": (response) => response.end("<html>Service temporarily unavailable</html>"),
  'a bare {"error":...}': (response) => sendJson(response, { error: "internal" }),
  "an error inside the chart": (response) =>
    sendJson(response, { chart: { result: null, error: { code: "Internal", description: "oops" } } }),
  "an error without a code": (response) => sendJson(response, { chart: { result: null, error: {} } }),
  "an empty list": (response) => sendJson(response, { chart: { result: [], error: null } }),
  "NaN in the JSON": (response) => response.end('{"chart":{"result":[{"meta":{"regularMarketPrice":NaN}}]}}'),
  "the JSON null": (response) => response.end("null"),
  "truncated JSON": (response) => response.end(JSON.stringify(createChartBody("SMPL")).slice(0, 300)),
  "an empty body": (response) => response.end(),
  "another symbol": (response) => sendJson(response, createChartBody("OTHR")),
  "50 MB": (response) => response.end(Buffer.alloc(50_000_000, " ")),
  "a redirect": (response) => response.writeHead(302, { location: "http://127.0.0.1:9/" }).end(),
  "403": (response) => response.writeHead(403).end("<html>denied</html>"),
  "404 without a reason": (response) => response.writeHead(404).end("<html>Not Found</html>"),
  "429 in plain text": (response) => response.writeHead(429).end("Edge: Too Many Requests"),
  "503": (response) => response.writeHead(503, { "retry-after": "7" }).end("{}"),
  "a broken connection": (response) => response.destroy(),
  "half of the announced bytes": (response) => {
    response.writeHead(200, { "content-length": "5000" }).write("{");
    setImmediate(() => response.destroy());
  },
};

for (const [what, answer] of Object.entries(FAULTY_ANSWERS)) {
  test(`${what} is a SourceError, and prints nothing`, async (context) => {
    site.overrides.set(chartPath, (_, response) => answer(response));
    const printed = context.mock.method(console, "error", () => undefined);
    const provider = createTestYahoo();
    await assert.rejects(fetchQuote(provider), { name: "SourceError" });
    await assert.rejects(fetchBars(provider), { name: "SourceError" });
    assert.equal(printed.mock.callCount(), 0);
  });
}

for (const [what, value] of [
  ["null", null],
  ["negative", -3],
  ["absurd", 1e15],
  ["a word", "n/a"],
] as const) {
  test(`does not serve a price that is ${what}`, async () => {
    answerWithFault((chart) => {
      chart.meta["regularMarketPrice"] = value;
    });
    site.overrides.set("/yahoo/v7/", (_, response) => response.writeHead(500).end());
    await assert.rejects(fetchQuote(createTestYahoo()), { code: "bad_answer" });
  });
}

test("does not serve a price from the future, or without a time", async () => {
  for (const time of [NOW.getTime() / 1000 + DAY_SECONDS, null]) {
    answerWithFault((chart) => {
      chart.meta["regularMarketTime"] = time;
    });
    await assert.rejects(fetchQuote(createTestYahoo()), { code: "bad_answer" });
  }
});

test("rejects a chart without a usable day", async () => {
  answerWithFault((chart) => {
    for (const columns of chart.indicators.quote) columns.close.fill(null);
  });
  await assert.rejects(fetchBars(createTestYahoo()), /None of the 5 days/);
});

test("gives up on a silent or trickling provider after the time limit", async () => {
  for (const slow of [() => undefined, (response: ServerResponse) => response.write("{")]) {
    site.overrides.set(chartPath, (_, response) => void slow(response));
    await assert.rejects(fetchBars(createTestYahoo({ timeoutMs: 100 })), { code: "timeout" });
  }
});

test("an unreachable host is a network error", async () => {
  await assert.rejects(fetchBars(createTestYahoo({ baseUrl: "http://127.0.0.1:1/yahoo" })), { code: "network" });
});

test("passes a 429's Retry-After on to the caller", async () => {
  site.overrides.set(chartPath, (_, response) => response.writeHead(429, { "retry-after": "42" }).end());
  await assert.rejects(fetchBars(createTestYahoo()), { code: "rate_limited", retryAfterSeconds: 42 });
});

test("sends one request at a time, and rejects a caller whose time limit passes while waiting", async () => {
  let running = 0;
  let most = 0;
  site.overrides.set(chartPath, (request, response) => {
    running += 1;
    most = Math.max(most, running);
    setTimeout(() => {
      running -= 1;
      sendJson(response, createChartBody(request.url?.match(/chart\/(\w+)/)?.[1] ?? ""));
    }, 20);
  });
  const provider = createTestYahoo();
  const waiting = ["A", "B", "C", "D"].map((text) => fetchBars(provider, text));
  await assert.rejects(provider.fetchDailyBars(toSymbol("E"), AbortSignal.timeout(5)), { code: "busy" });
  assert.equal((await Promise.all(waiting)).length, 4);
  assert.equal(most, 1);
  assert.ok(!site.requests.includes(`${chartPath}E`));
});

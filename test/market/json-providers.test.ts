/** Nasdaq, Tiingo and Finnhub on made-up answers: what is read, and what is refused (rows 15 to 17 of the faults). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { canonicalSymbol } from "../../src/domain/symbol.ts";
import { createLogger } from "../../src/log.ts";
import { createFinnhub } from "../../src/market/finnhub.ts";
import type { MarketProvider } from "../../src/market/market.ts";
import { createNasdaq } from "../../src/market/nasdaq.ts";
import type { Fetch, ProviderOptions } from "../../src/market/request.ts";
import { createTiingo } from "../../src/market/tiingo.ts";
import {
  type Answer,
  answering,
  finnhubMetric,
  finnhubProfile,
  finnhubQuote,
  NOW,
  nasdaqDay,
  nasdaqHistory,
  nasdaqInfo,
  nasdaqSummary,
  nasdaqUnknown,
  tiingoDay,
  tiingoLast,
} from "./json-answers.ts";

const KEY = "made-up-key-4711";
const options = (fetch: Fetch): ProviderOptions & { readonly apiKey: string } => ({
  baseUrl: "http://127.0.0.1:9/site",
  contact: null,
  log: createLogger("silent"),
  clock: () => NOW,
  apiKey: KEY,
  timeoutMs: 1_000,
  fetch,
});
const signal = () => AbortSignal.timeout(5_000);
const SMPL = canonicalSymbol("SMPL") ?? assert.fail();

type Answers = Readonly<Record<string, Answer | Error>>;
const nasdaq = (answers: Answers, asked?: string[]) => createNasdaq(options(answering(answers, asked)));
const tiingo = (answers: Answers, asked?: string[]) => createTiingo(options(answering(answers, asked)));
const finnhub = (answers: Answers, asked?: string[]) => createFinnhub(options(answering(answers, asked)));

const NOT_AN_ANSWER: Readonly<Record<string, Answer | Error>> = {
  "HTML with status 200": { body: "<!DOCTYPE html><title>Just a moment...</title>" },
  "plain text": { body: "upstream connect error" },
  "an empty body": { body: "" },
  "cut JSON": { body: '{"data":{"symbol":"SMPL","comp' },
  "NaN in the JSON": { body: '{"c":NaN,"data":NaN}' },
  "the JSON null": { body: "null" },
  "a number": { body: "42" },
  'a {"error":...} with status 200': { body: { error: "internal" } },
  'a {"detail":...} with status 200': { body: { detail: "oops" } },
  "another shape": { body: { data: { some: "thing" }, some: "thing" } },
  "a list of strings": { body: ["a", "b"] },
  "9 MB": { body: " ".repeat(9_000_000) },
  "a redirect": { status: 302, headers: { location: "http://127.0.0.1:9/" }, body: "" },
  "400": { status: 400, body: { message: "bad" } },
  "404 in HTML": { status: 404, body: "<html>Not Found</html>" },
  "a broken connection": new TypeError("terminated"),
};
const REFUSALS: Readonly<Record<string, readonly [Answer, { code: string; retryAfterSeconds?: number }]>> = {
  "401": [{ status: 401, body: { error: "Invalid API key" } }, { code: "blocked" }],
  "403 in HTML": [{ status: 403, body: "<H1>Access Denied</H1>" }, { code: "blocked" }],
  "429": [
    { status: 429, headers: { "retry-after": "42" }, body: "" },
    { code: "rate_limited", retryAfterSeconds: 42 },
  ],
  "429's text with status 200": [{ body: "Edge: Too Many Requests" }, { code: "rate_limited" }],
  "a limit told in JSON of status 200": [
    { body: { detail: "Error: You have run over your hourly request allocation." } },
    { code: "rate_limited" },
  ],
  "a limit told in JSON of status 403": [
    { status: 403, body: { error: "API limit reached. Please try again later." } },
    { code: "rate_limited" },
  ],
  "a symbol outside the key's plan": [
    { status: 403, body: { error: "You don't have access to this resource." } },
    { code: "bad_answer" },
  ],
  "503": [
    { status: 503, headers: { "retry-after": "7" }, body: {} },
    { code: "server_error", retryAfterSeconds: 7 },
  ],
};

const MAKERS = { nasdaq: createNasdaq, tiingo: createTiingo, finnhub: createFinnhub };
for (const id of ["nasdaq", "tiingo", "finnhub"] as const) {
  const make = (answers: Answers): MarketProvider => MAKERS[id](options(answering(answers)));
  for (const [what, answer] of Object.entries(NOT_AN_ANSWER)) {
    test(`${id}: ${what} is a SourceError, and no answer`, async () => {
      const { quote, quotes, dailyBars } = make({ "": answer });
      for (const ask of [
        quote && (() => quote(SMPL, signal())),
        quotes && (() => quotes([SMPL], signal())),
        dailyBars && (() => dailyBars(SMPL, signal())),
      ]) {
        if (ask === undefined) continue;
        await assert.rejects(ask, (error: Error) => error.name === "SourceError" && !error.message.includes(KEY));
      }
    });
  }
  for (const [what, [answer, expected]] of Object.entries(REFUSALS)) {
    test(`${id}: ${what} is ${expected.code}`, async () => {
      await assert.rejects(async () => make({ "": answer }).quote?.(SMPL, signal()), expected);
    });
  }
  test(`${id}: silence is a timeout, and is not asked again`, async () => {
    let asked = 0;
    const silent: Fetch = (_, init) => {
      asked += 1;
      return new Promise((_, reject) => init.signal.addEventListener("abort", () => reject(init.signal.reason)));
    };
    const provider = MAKERS[id]({ ...options(silent), timeoutMs: 50 });
    await assert.rejects(async () => provider.quote?.(SMPL, signal()), { code: "timeout" });
    assert.equal(asked, 1);
  });
}

const nasdaqQuote = (info: Record<string, unknown>, summary: Answer = { body: nasdaqSummary() }) =>
  nasdaq({ "/info": { body: nasdaqInfo(info) }, "/summary": summary }).quote(SMPL, signal());

test("nasdaq: after hours the price is the regular close, with its own change and time", async () => {
  assert.deepEqual(await nasdaqQuote({}), {
    symbol: "SMPL",
    companyName: "Sample Widgets Inc. Common Stock",
    price: 105.5,
    change: 1,
    changePercent: 0.96,
    volume: 4_320,
    marketCap: 1_234_567_890,
    peRatio: null,
    week52High: 120.25,
    week52Low: 80.5,
    pricedAt: new Date("2026-11-20T21:00:00Z"),
  });
});

test("nasdaq: while the market is open the price is the last sale; its change may come from the summary", async () => {
  const primaryData = { lastSalePrice: "$105.25", netChange: "N/A", lastTradeTimestamp: "Nov 20, 2026 10:14 AM ET" };
  const quote = await nasdaqQuote({ marketStatus: "Open", primaryData, secondaryData: null });
  assert.deepEqual(
    [quote?.price, quote?.change, quote?.pricedAt.toISOString()],
    [105.25, 0.75, "2026-11-20T15:14:00.000Z"],
  );
});

test("nasdaq: before the opening the price is yesterday's close, and today's volume is not told for it", async () => {
  const quote = await nasdaqQuote({ marketStatus: "Pre-Market" });
  assert.deepEqual([quote?.price, quote?.change, quote?.volume], [105.5, 1, null]);
});

test("nasdaq: an extended-hours sale alone is no price, nor is one after an early close or on a holiday", async () => {
  const { primaryData } = nasdaqInfo().data;
  for (const lastTradeTimestamp of [
    primaryData.lastTradeTimestamp,
    "Nov 28, 2025 2:00 PM ET",
    "Nov 27, 2025 11:00 AM ET",
  ]) {
    const info = { secondaryData: null, primaryData: { ...primaryData, lastTradeTimestamp } };
    await assert.rejects(nasdaqQuote(info), { code: "bad_answer" }, lastTradeTimestamp);
  }
  const beforeTheClose = { ...primaryData, lastTradeTimestamp: "Nov 28, 2025 12:59 PM ET" };
  assert.equal((await nasdaqQuote({ secondaryData: null, primaryData: beforeTheClose }))?.price, 106);
});

test("nasdaq: a change that contradicts its percentage is not told", async () => {
  const { secondaryData } = nasdaqInfo().data;
  const quote = await nasdaqQuote({ secondaryData: { ...secondaryData, percentageChange: "-5.00%" } });
  assert.deepEqual([quote?.price, quote?.change, quote?.changePercent], [105.5, null, null]);
});

test("nasdaq: a price does not fail for its summary", async () => {
  for (const summary of [{ status: 503, body: "" }, { body: "<html>" }, { body: nasdaqUnknown }]) {
    const quote = await nasdaqQuote({}, summary);
    assert.deepEqual([quote?.price, quote?.marketCap, quote?.week52High, quote?.volume], [105.5, null, 120.25, 4_322]);
  }
});

test("nasdaq: N/A is null", async () => {
  const quote = await nasdaqQuote(
    { keyStats: null, primaryData: null },
    { body: nasdaqSummary({ ShareVolume: "N/A", MarketCap: "N/A", FiftTwoWeekHighLow: "N/A" }) },
  );
  assert.deepEqual([quote?.volume, quote?.marketCap, quote?.week52High, quote?.week52Low], [null, null, null, null]);
});

test("nasdaq: another symbol, a price of tomorrow, below zero or absurd is refused", async () => {
  const { secondaryData } = nasdaqInfo().data;
  for (const change of [
    { symbol: "OTHR" },
    { secondaryData: { ...secondaryData, lastTradeTimestamp: "Closed at Nov 21, 2026 4:00 PM ET" } },
    { secondaryData: { ...secondaryData, lastSalePrice: "-$105.50" } },
    { secondaryData: { ...secondaryData, lastSalePrice: "$105,500,000.00" } },
    { secondaryData: { ...secondaryData, lastSalePrice: "N/A" } },
  ]) {
    await assert.rejects(nasdaqQuote(change), { code: "bad_answer" }, JSON.stringify(change));
  }
});

test("nasdaq: what is unknown with status 400 is unknown, too", async () => {
  assert.equal(await nasdaq({ "": { status: 400, body: nasdaqUnknown } }).quote(SMPL, signal()), null);
});

test("nasdaq: unknown in both classes is unknown; another error without data is not", async () => {
  const asked: string[] = [];
  assert.equal(await nasdaq({ "": { body: nasdaqUnknown } }, asked).quote(SMPL, signal()), null);
  assert.deepEqual(
    asked.map((path) => path.split("assetclass=")[1]),
    ["stocks", "etf"],
  );
  const other = { data: null, status: { rCode: 400, bCodeMessage: [{ code: 1002, errorMessage: "Try later." }] } };
  await assert.rejects(nasdaq({ "": { body: other } }).quote(SMPL, signal()), { code: "bad_answer" });
});

test("nasdaq: days are text, may have fractional volumes, and those that cannot be believed are left out", async () => {
  const rows = [
    nasdaqDay("11/20/2026"),
    nasdaqDay("11/19/2026", { volume: "N/A" }),
    nasdaqDay("11/18/2026", { close: "-$1.00" }),
    nasdaqDay("2026-11-17"),
    nasdaqDay("11/23/2026"),
    nasdaqDay("11/13/2026", { high: "$98" }),
    nasdaqDay("11/12/2026", { close: 101.5 }),
    nasdaqDay("11/16/2026"),
  ];
  const answer = await nasdaq({ "/historical": { body: nasdaqHistory(...rows) } }).dailyBars(SMPL, signal());
  assert.deepEqual(answer, {
    bars: ["2026-11-20", "2026-11-16"].map((date) => ({
      ...{ date, open: 100.25, high: 1_020, low: 99.5, close: 101.5, volume: 1_001 },
    })),
    companyName: null,
    splits: [],
    dropped: 6,
  });
});

test("nasdaq: no day is no history, no usable day is an error", async () => {
  const bars = (body: unknown) => nasdaq({ "/historical": { body } }).dailyBars(SMPL, signal());
  assert.equal(await bars(nasdaqHistory()), null);
  await assert.rejects(bars(nasdaqHistory(nasdaqDay("x"), nasdaqDay("y"))), /None of the 2 days/);
});

test("tiingo: the last price, its change and its time; a volume of one exchange is not told", async () => {
  const quote = await tiingo({ "/iex/": { body: [tiingoLast()] } }).quote(SMPL, signal());
  assert.deepEqual(
    [quote?.price, quote?.change, quote?.volume, quote?.pricedAt.toISOString()],
    [105.5, 1, null, "2026-11-20T21:00:00.000Z"],
  );
});

test("tiingo: a price of another symbol, of tomorrow or without a zone is refused", async () => {
  for (const change of [
    { ticker: "OTHR" },
    { timestamp: "2026-11-21T21:00:00+00:00" },
    { timestamp: "2026-11-20T21:00:00" },
    { tngoLast: -1 },
    { tngoLast: "NaN" },
  ]) {
    const answers = { "/iex/": { body: [tiingoLast(change)] } };
    await assert.rejects(tiingo(answers).quote(SMPL, signal()), { code: "bad_answer" }, JSON.stringify(change));
  }
});

test("tiingo: an unusable one among several is left out", async () => {
  const OTHR = canonicalSymbol("OTHR") ?? assert.fail();
  const body = [tiingoLast({ tngoLast: null }), tiingoLast({ ticker: "othr" })];
  const quotes = await tiingo({ "/iex/": { body } }).quotes([SMPL, OTHR], signal());
  assert.deepEqual([...quotes.keys()], ["OTHR"]);
});

test("tiingo: class shares with a dash, six years back, the key in the header alone", async () => {
  const asked: string[] = [];
  const BRK = canonicalSymbol("BRK.B") ?? assert.fail();
  const answer = await tiingo({ "/prices": { body: [tiingoDay("2026-11-19")] } }, asked).dailyBars(BRK, signal());
  assert.equal(answer?.bars.length, 1);
  assert.deepEqual(asked, ["/site/tiingo/daily/BRK-B/prices?startDate=2020-11-20&format=json&resampleFreq=daily"]);
});

test("tiingo: 404 in JSON is unknown, and so is no day; no usable day is an error", async () => {
  const bars = (answer: Answer) => tiingo({ "/prices": answer }).dailyBars(SMPL, signal());
  assert.equal(await bars({ status: 404, body: { detail: "Not found." } }), null);
  assert.equal(await bars({ body: [] }), null);
  await assert.rejects(bars({ body: [tiingoDay("2026-11-19", { close: null })] }), /None of the 1 days/);
});

const finnhubAnswer = (quote: Record<string, unknown>, profile: Answer = { body: finnhubProfile() }) =>
  finnhub({
    "/quote": { body: finnhubQuote(quote) },
    "/profile2": profile,
    "/metric": { body: finnhubMetric },
  }).quote(SMPL, signal());

test("finnhub: price, change against the previous close, market value from millions, P/E and range", async () => {
  assert.deepEqual(await finnhubAnswer({}), {
    symbol: "SMPL",
    companyName: "Sample Widgets Inc",
    price: 105.5,
    change: 1,
    changePercent: 0.96,
    volume: null,
    marketCap: 1_234_567_890,
    peRatio: 21.5,
    week52High: 120.25,
    week52Low: 80.5,
    pricedAt: new Date("2026-11-20T22:29:00Z"),
  });
});

test("finnhub: a price of 0 is an unknown symbol; below zero, without or before its time it is refused", async () => {
  assert.equal(await finnhubAnswer({ c: 0, d: null, dp: null, pc: 0, t: 0 }), null);
  for (const change of [{ c: -1 }, { c: null }, { t: 0 }, { t: "x" }, { t: NOW.getTime() / 1000 + 86_400 }]) {
    await assert.rejects(finnhubAnswer(change), { code: "bad_answer" }, JSON.stringify(change));
  }
});

test("finnhub: a price does not fail for its profile, nor take that of another security or currency", async () => {
  for (const profile of [
    { status: 503, body: "" },
    { status: 403, body: { error: "You don't have access to this resource." } },
    { body: {} },
    { body: finnhubProfile({ ticker: "OTHR" }) },
  ]) {
    const quote = await finnhubAnswer({}, profile);
    assert.deepEqual([quote?.price, quote?.companyName, quote?.marketCap, quote?.peRatio], [105.5, null, null, 21.5]);
  }
  const abroad = await finnhubAnswer({}, { body: finnhubProfile({ currency: "EUR" }) });
  assert.deepEqual([abroad?.companyName, abroad?.marketCap], ["Sample Widgets Inc", null]);
});

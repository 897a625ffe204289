/** Tiingo and Finnhub on made-up answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../src/domain/dates.ts";
import { toCanonicalSymbol } from "../../src/domain/symbol.ts";
import {
  type Answer,
  finnhub,
  finnhubMetric,
  finnhubProfile,
  finnhubQuote,
  NOW,
  SMPL,
  signal,
  tiingo,
  tiingoDay,
  tiingoLast,
} from "./json-answers.ts";

test("tiingo: gives the last price, its change and its time, but not a single exchange's volume", async () => {
  const quote = await tiingo({ "/iex/": { body: [tiingoLast()] } }).fetchQuote(SMPL, signal());
  assert.deepEqual(
    [quote?.price, quote?.change, quote?.volume, quote?.pricedAt.toISOString()],
    [105.5, 1, null, "2026-11-20T21:00:00.000Z"],
  );
});

test("tiingo: rejects a price of another symbol, from the future or without a time zone", async () => {
  for (const change of [
    { ticker: "OTHR" },
    { timestamp: "2026-11-21T21:00:00+00:00" },
    { timestamp: "2026-11-20T21:00:00" },
    { tngoLast: -1 },
    { tngoLast: "NaN" },
  ]) {
    const answers = { "/iex/": { body: [tiingoLast(change)] } };
    await assert.rejects(tiingo(answers).fetchQuote(SMPL, signal()), { code: "bad_answer" }, JSON.stringify(change));
  }
});

test("tiingo: leaves out an unusable quote among several", async () => {
  const OTHR = toCanonicalSymbol("OTHR") ?? assert.fail();
  const body = [tiingoLast({ tngoLast: null }), tiingoLast({ ticker: "othr" })];
  const quotes = await tiingo({ "/iex/": { body } }).fetchQuotes([SMPL, OTHR], signal());
  assert.deepEqual([...quotes.keys()], ["OTHR"]);
});

test("tiingo: class shares have a dash, six years or as specified, and the key only in the header", async () => {
  const asked: string[] = [];
  const BRK = toCanonicalSymbol("BRK.B") ?? assert.fail();
  const provider = tiingo({ "/prices": { body: [tiingoDay("2026-11-19")] } }, asked);
  const answer = await provider.fetchDailyBars(BRK, signal());
  assert.equal(answer?.bars.length, 1);
  await provider.fetchDailyBars(BRK, signal(), "2012-01-01" as IsoDate);
  const path = (since: string) => `/site/tiingo/daily/BRK-B/prices?startDate=${since}&format=json&resampleFreq=daily`;
  assert.deepEqual(asked, [path("2020-11-20"), path("2012-01-01")]);
});

test("tiingo: 404 in JSON or an empty list means unknown; no usable day is an error", async () => {
  const bars = (answer: Answer) => tiingo({ "/prices": answer }).fetchDailyBars(SMPL, signal());
  assert.equal(await bars({ status: 404, body: { detail: "Not found." } }), null);
  assert.equal(await bars({ body: [] }), null);
  await assert.rejects(bars({ body: [tiingoDay("2026-11-19", { close: null })] }), /None of the 1 days/);
});

const finnhubAnswer = (quote: Record<string, unknown>, profile: Answer = { body: finnhubProfile() }) =>
  finnhub({
    "/quote": { body: finnhubQuote(quote) },
    "/profile2": profile,
    "/metric": { body: finnhubMetric },
  }).fetchQuote(SMPL, signal());

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

test("finnhub: a price of 0 means an unknown symbol; a negative one, or one without a valid time, is rejected", async () => {
  assert.equal(await finnhubAnswer({ c: 0, d: null, dp: null, pc: 0, t: 0 }), null);
  for (const change of [{ c: -1 }, { c: null }, { t: 0 }, { t: "x" }, { t: NOW.getTime() / 1000 + 86_400 }]) {
    await assert.rejects(finnhubAnswer(change), { code: "bad_answer" }, JSON.stringify(change));
  }
});

test("finnhub: a price neither fails with its profile, nor takes one of another security or currency", async () => {
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

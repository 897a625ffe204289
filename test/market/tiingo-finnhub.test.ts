/** Tests the Tiingo and Finnhub providers on made-up answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { IsoDate } from "../../src/domain/dates.ts";
import { toCanonicalSymbol } from "../../src/domain/symbol.ts";
import { createFinnhubProvider } from "../../src/prices/providers/finnhub.ts";
import { createTiingoProvider } from "../../src/prices/providers/tiingo.ts";
import {
  type Answer,
  createFetch,
  createFinnhubProfile,
  createFinnhubQuote,
  createOptions,
  createSignal,
  createTestFinnhub,
  createTestTiingo,
  createTiingoDay,
  createTiingoLast,
  finnhubMetric,
  KEY,
  NOW,
  SMPL,
} from "./json-answers.ts";

test("tiingo: a quote has the last price, change and time, but not the volume, which covers only one exchange", async () => {
  const quote = await createTestTiingo({ "/iex/": { body: [createTiingoLast()] } }).fetchQuote(SMPL, createSignal());
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
    const answers = { "/iex/": { body: [createTiingoLast(change)] } };
    await assert.rejects(
      createTestTiingo(answers).fetchQuote(SMPL, createSignal()),
      { code: "bad_answer" },
      JSON.stringify(change),
    );
  }
});

test("tiingo: leaves out an unusable quote among several", async () => {
  const OTHR = toCanonicalSymbol("OTHR") ?? assert.fail();
  const body = [createTiingoLast({ tngoLast: null }), createTiingoLast({ ticker: "othr" })];
  const quotes = await createTestTiingo({ "/iex/": { body } }).fetchQuotes([SMPL, OTHR], createSignal());
  assert.deepEqual([...quotes.keys()], ["OTHR"]);
});

test("tiingo: writes class shares with a dash, requests six years by default, and keeps the key out of the URL", async () => {
  const asked: string[] = [];
  const BRK = toCanonicalSymbol("BRK.B") ?? assert.fail();
  const provider = createTestTiingo({ "/prices": { body: [createTiingoDay("2026-11-19")] } }, asked);
  const answer = await provider.fetchDailyBars(BRK, createSignal());
  assert.equal(answer?.bars.length, 1);
  await provider.fetchDailyBars(BRK, createSignal(), "2012-01-01" as IsoDate);
  const createPath = (since: string) =>
    `/site/tiingo/daily/BRK-B/prices?startDate=${since}&format=json&resampleFreq=daily`;
  assert.deepEqual(asked, [createPath("2020-11-20"), createPath("2012-01-01")]);
});

test("sends the key in the header that the provider's documentation names, and nowhere in the address", async () => {
  for (const [create, name, value] of [
    [createTiingoProvider, "authorization", `Token ${KEY}`],
    [createFinnhubProvider, "x-finnhub-token", KEY],
  ] as const) {
    const sent: { readonly url: string; readonly key: string | undefined }[] = [];
    const answer = createFetch({});
    const provider = create(
      createOptions((url, init) => {
        sent.push({ url, key: init.headers[name] });
        return answer(url, init);
      }),
    );
    await provider.fetchQuote(SMPL, createSignal()).catch(() => {});
    assert.ok(sent.length > 0, name);
    assert.deepEqual(
      sent.filter(({ url, key }) => key !== value || url.includes(KEY)),
      [],
    );
  }
});

test("tiingo: returns null for 404 in JSON or an empty list, and rejects a list without a usable day", async () => {
  const fetchBars = (answer: Answer) => createTestTiingo({ "/prices": answer }).fetchDailyBars(SMPL, createSignal());
  assert.equal(await fetchBars({ status: 404, body: { detail: "Not found." } }), null);
  assert.equal(await fetchBars({ body: [] }), null);
  await assert.rejects(fetchBars({ body: [createTiingoDay("2026-11-19", { close: null })] }), /None of the 1 days/);
});

const fetchFinnhubQuote = (quote: Record<string, unknown>, profile: Answer = { body: createFinnhubProfile() }) =>
  createTestFinnhub({
    "/quote": { body: createFinnhubQuote(quote) },
    "/profile2": profile,
    "/metric": { body: finnhubMetric },
  }).fetchQuote(SMPL, createSignal());

test("finnhub: price, change against the previous close, market value from millions, P/E and range", async () => {
  assert.deepEqual(await fetchFinnhubQuote({}), {
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

test("finnhub: a price of 0 means an unknown symbol; a negative price or a price without a valid time is rejected", async () => {
  assert.equal(await fetchFinnhubQuote({ c: 0, d: null, dp: null, pc: 0, t: 0 }), null);
  for (const change of [{ c: -1 }, { c: null }, { t: 0 }, { t: "x" }, { t: NOW.getTime() / 1000 + 86_400 }]) {
    await assert.rejects(fetchFinnhubQuote(change), { code: "bad_answer" }, JSON.stringify(change));
  }
});

test("finnhub: a failed profile does not fail a price, and a profile of another security or currency is not used", async () => {
  for (const profile of [
    { status: 503, body: "" },
    { status: 403, body: { error: "You don't have access to this resource." } },
    { body: {} },
    { body: createFinnhubProfile({ ticker: "OTHR" }) },
  ]) {
    const quote = await fetchFinnhubQuote({}, profile);
    assert.deepEqual([quote?.price, quote?.companyName, quote?.marketCap, quote?.peRatio], [105.5, null, null, 21.5]);
  }
  const abroad = await fetchFinnhubQuote({}, { body: createFinnhubProfile({ currency: "EUR" }) });
  assert.deepEqual([abroad?.companyName, abroad?.marketCap], ["Sample Widgets Inc", null]);
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { createLogger } from "../../src/base/log.ts";
import { toDayNumber } from "../../src/domain/bar-columns.ts";
import type { IsoDate } from "../../src/domain/dates.ts";
import { readChart, readQuotes } from "../../src/prices/providers/yahoo/answer.ts";
import { createTransport, createYahooSite } from "../../src/prices/providers/yahoo/site.ts";
import { fictionalMaterial } from "./fictional/material.ts";
import { startUpstream } from "./server.ts";

const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
const upstream = await startUpstream({ material, port: 0 });
after(upstream.stop);

const NOW = new Date("2026-11-20T00:00:00Z");
const createSignal = () => AbortSignal.timeout(10_000);
const site = createYahooSite(
  createTransport({ baseUrl: `${upstream.url}/yahoo`, contact: null, log: createLogger("silent") }),
  () => NOW,
);

test("serves a five-year chart", async () => {
  const { meta, bars } = readChart(await site.fetchChart("ZZWID", "2021-11-20", createSignal()), "ZZWID", NOW);
  const security = await material.prices.findSecurity("ZZWID");
  const prices = security?.prices.filter((price) => price.date >= "2021-11-20") ?? [];
  assert.equal(meta["longName"], "Sample Widgets Inc. (fictional)");
  assert.equal(bars.length, prices.length);
  assert.ok(bars.length > 1250, String(bars.length));
  assert.deepEqual(
    bars.map(({ date, close }) => [date, close]),
    prices.map(({ date, close }) => [date, close]).reverse(),
  );
  assert.equal(meta["regularMarketPrice"], prices.at(-1)?.close);
  assert.equal(prices.at(-1)?.date, "2026-11-19");
});

test("serves dividends on request, and includes them in the adjusted close", async () => {
  const paying = await material.prices.findSecurity("ZZALL");
  const paid = paying?.dividends?.filter(({ date }) => date >= "2021-11-20") ?? [];
  assert.ok(paid.length >= 19, String(paid.length));
  const answer = await site.fetchChart("ZZALL", "2021-11-20", createSignal());
  const { dividends } = readChart(answer, "ZZALL", NOW);
  assert.deepEqual(
    [...(dividends?.cash ?? [])],
    paid.map(({ date, dollars }) => [toDayNumber(date as IsoDate), dollars]),
  );
  const [before, on] = paying?.prices.slice(paying.prices.findIndex(({ date }) => date === paid[0]?.date) - 1) ?? [];
  assert.ok(before && on && paid[0]);
  const fallen = before.adjClose / on.adjClose / (before.close / on.close);
  assert.ok(Math.abs(fallen - (1 - paid[0].dollars / before.close)) < 1e-6);
  const unasked = await fetch(
    `${upstream.url}/yahoo/v8/finance/chart/ZZALL?period1=1763000000&period2=1795000000&events=split`,
  );
  assert.doesNotMatch(await unasked.text(), /"events"/);
});

test("the timestamp of a day is the market opening in New York", async () => {
  const { timestamp } = (await site.fetchChart("ZZWID", "2026-11-01", createSignal())) as { timestamp: number[] };
  const newYork = new Intl.DateTimeFormat("en-GB", { timeZone: "America/New_York", timeStyle: "short" });
  assert.ok(timestamp.length > 10);
  for (const at of timestamp) assert.equal(newYork.format(at * 1000), "09:30");
});

test("serves a quote with a market value after the client has fetched the cookie and the crumb", async () => {
  upstream.clearLog();
  const readQuote = async (symbol: string) =>
    readQuotes(await site.fetchQuotes([symbol], createSignal()), [symbol]).get(symbol);
  const quote = await readQuote("ZZHLD-B");
  const security = await material.prices.findSecurity("ZZHLD-B");
  assert.equal(quote?.["symbol"], "ZZHLD-B");
  assert.equal(
    quote?.["marketCap"],
    Math.round((security?.sharesOutstanding ?? 0) * Number(quote?.["regularMarketPrice"])),
  );
  assert.deepEqual(
    upstream.listRequests().map((request) => request.path),
    ["/yahoo/quote/AAPL", "/yahoo/v1/test/getcrumb", "/yahoo/v7/finance/quote"],
  );
  assert.equal(await readQuote("ZZNONE"), undefined);
});

test("unknown symbols, empty ranges and expired crumbs fail as on the real site", async () => {
  const path = `${upstream.url}/yahoo`;
  const unknown = await fetch(`${path}/v8/finance/chart/ZZNONE?interval=1d`);
  assert.equal(unknown.status, 404);
  assert.match(await unknown.text(), /"code":"Not Found","description":"No data found, symbol may be delisted"/);
  const before = await fetch(`${path}/v8/finance/chart/ZZNEW?interval=1d&period1=1600000000&period2=1600086400`);
  assert.equal(before.status, 400);
  assert.match(await before.text(), /Data doesn't exist for startDate = 1600000000/);
  const worn = await fetch(`${path}/v7/finance/quote?symbols=ZZWID&crumb=worn`);
  assert.equal(worn.status, 401);
  assert.match(await worn.text(), /Invalid Crumb/);
});

test("the project does not depend on a Yahoo library", () => {
  const lock = readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8");
  const { packages } = JSON.parse(lock) as { packages: Record<string, { dev?: boolean }> };
  assert.deepEqual(
    Object.keys(packages).filter((path) => /yahoo/.test(path)),
    [],
  );
});

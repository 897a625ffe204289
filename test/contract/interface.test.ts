/** Tests the published interface of the service, statement by statement. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { z } from "zod";
import { PoliticianListSchema } from "../../src/api/disclosures/politician-schema.ts";
import { TradeListSchema } from "../../src/api/disclosures/trade-schema.ts";
import { HistorySchema } from "../../src/api/market-data/history-schema.ts";
import { QuoteSchema } from "../../src/api/market-data/quote-schema.ts";
import { createRouteTable } from "../../src/api/routes.ts";
import { createReturns } from "../../src/app/service/returns.ts";
import { API_PREFIX } from "../../src/http/request/request-target.ts";
import { Router } from "../../src/http/router.ts";
import { makeDataset, makePast, makeRecords } from "./made-dataset.ts";
import { makeLedger } from "./made-ledger.ts";
import { makeInventory, makeMarket } from "./made-market.ts";
import {
  type Answered,
  assertProblem,
  assertRateHeaders,
  BASE_URL,
  createFakeClock,
  EVERY_ENDPOINT,
  HISTORY,
  json,
  POLITICIANS,
  QUOTE,
  RECENT,
  startService,
} from "./service.ts";

const service = await startService();
after(() => service.close());

/** Returns the body, after checking that it has exactly the fields and types of the schema. */
function parseExactly<T>(answer: Answered, schema: z.ZodType<T>): T {
  assert.equal(answer.status, 200, answer.text);
  assert.match(String(answer.headers["content-type"]), /^application\/json/);
  const body = json(answer);
  const parsed = schema.parse(body);
  assert.deepEqual(parsed, body, "the response has a field that is not in the schema");
  return parsed;
}

test("allows cross-origin requests, with and without Origin", async () => {
  for (const headers of [{}, { Origin: "https://elsewhere.example" }]) {
    assert.equal((await service.ask(RECENT, { headers })).headers["access-control-allow-origin"], "*");
  }
});

test("the four public endpoints need no key and use GET", async () => {
  for (const path of [RECENT, POLITICIANS, `${QUOTE}/AAPL`, `${HISTORY}/AAPL`]) {
    assert.equal((await service.ask(path)).status, 200);
  }
});

test("EVERY_ENDPOINT lists every public JSON endpoint that counts against the rate limit", () => {
  const routes = createRouteTable({
    datasets: makeDataset(),
    records: makeRecords(),
    ledger: makeLedger(),
    market: makeMarket(),
    past: makePast(),
    returns: createReturns(makeMarket(), makeInventory()),
    baseUrl: BASE_URL,
  });
  const router = new Router(1_000);
  for (const route of routes) {
    router.add(route.method, API_PREFIX + route.path, { name: route.name, reply: () => assert.fail() });
  }
  const walked = EVERY_ENDPOINT.map((path) => router.find("GET", path.split("?")[0] ?? "")?.endpoint.name);
  const wanted = routes.filter((each) => each.access === "public" && each.charged && !each.description?.media);
  assert.deepEqual([...walked].sort(), wanted.map(({ name }) => name).sort());
});

test("all responses are JSON objects", async () => {
  for (const path of EVERY_ENDPOINT) {
    const body: unknown = JSON.parse((await service.ask(path)).text);
    assert.ok(typeof body === "object" && body !== null && !Array.isArray(body));
  }
});

test("a trade has its public fields in order", async () => {
  const { trades } = parseExactly(await service.ask(`${RECENT}?limit=100`), TradeListSchema);
  assert.deepEqual(Object.keys(trades[0] ?? {}), [
    "id",
    "politician",
    "politician_id",
    "chamber",
    "party",
    "ticker",
    "company",
    "transaction_type",
    "amount_range",
    "disclosure_date",
    "transaction_date",
    "asset_type",
    "comment",
  ]);
  assert.ok(trades.some(({ comment }) => comment === null) && trades.some(({ comment }) => comment !== null));
});

test("a politician has ten fields; a senator's district is null", async () => {
  const { politicians } = parseExactly(await service.ask(POLITICIANS), PoliticianListSchema);
  assert.equal(Object.keys(politicians[0] ?? {}).length, 10);
  for (const { chamber, district } of politicians) assert.equal(district === null, chamber === "senate");
});

test("a quote has eleven fields and no wrapper; its timestamp is UTC to the second", async () => {
  const quote = parseExactly(await service.ask(`${QUOTE}/AAPL`), QuoteSchema);
  assert.deepEqual(quote, {
    symbol: "AAPL",
    company_name: "Made Up Inc.",
    price: 138.27,
    change: 4.52,
    change_percent: 3.38,
    volume: 1_234_567,
    market_cap: 2_000_000_000_001,
    pe_ratio: 28.4,
    week_52_high: 150,
    week_52_low: 90.5,
    timestamp: "2026-02-20T20:59:59Z",
  });
});

test("a price bar has six fields", async () => {
  const { data } = parseExactly(await service.ask(`${HISTORY}/AAPL`), HistorySchema);
  assert.deepEqual(data[0], { date: "2026-02-20", open: 100, high: 102.5, low: 99, close: 101.25, volume: 1000 });
});

test("envelopes: limit and skip echo the applied values, and total counts all records", async () => {
  const trades = parseExactly(await service.ask(`${RECENT}?limit=7&skip=3`), TradeListSchema);
  assert.deepEqual([trades.trades.length, trades.total, trades.limit, trades.skip], [7, 250, 7, 3]);
  const politicians = parseExactly(await service.ask(`${POLITICIANS}?limit=7&skip=538`), PoliticianListSchema);
  assert.deepEqual(
    [politicians.politicians.length, politicians.total, politicians.limit, politicians.skip],
    [2, 540, 7, 538],
  );
});

test("a history is newest first, echoes period and interval, and counts its bars", async () => {
  const history = parseExactly(await service.ask(`${HISTORY}/AAPL?period=1y&interval=1wk`), HistorySchema);
  assert.deepEqual([history.symbol, history.period, history.interval], ["AAPL", "1y", "1wk"]);
  assert.equal(history.total_points, history.data.length);
  const dates = history.data.map(({ date }) => date);
  assert.deepEqual(dates, dates.toSorted().reverse());
});

test("recent trades: limit defaults to 10 and is at most 100; skip defaults to 0", async () => {
  const plain = parseExactly(await service.ask(RECENT), TradeListSchema);
  assert.deepEqual([plain.trades.length, plain.limit, plain.skip], [10, 10, 0]);
  const most = parseExactly(await service.ask(`${RECENT}?limit=500`), TradeListSchema);
  assert.deepEqual([most.trades.length, most.limit], [100, 100]);
});

test("recent trades: newest disclosure first", async () => {
  const { trades } = parseExactly(await service.ask(`${RECENT}?limit=100`), TradeListSchema);
  const days = trades.map(({ disclosure_date: day }) => day);
  assert.deepEqual(days, days.toSorted().reverse());
});

test("politicians: limit defaults to 50 and is at most 200; chamber and party filter the list", async () => {
  const plain = parseExactly(await service.ask(POLITICIANS), PoliticianListSchema);
  assert.deepEqual([plain.politicians.length, plain.limit, plain.skip], [50, 50, 0]);
  const most = parseExactly(await service.ask(`${POLITICIANS}?limit=201`), PoliticianListSchema);
  assert.deepEqual([most.politicians.length, most.limit], [200, 200]);
  const some = parseExactly(
    await service.ask(`${POLITICIANS}?chamber=house&party=Republican&limit=200`),
    PoliticianListSchema,
  );
  assert.equal(some.total, 180);
  for (const { chamber, party } of some.politicians) assert.deepEqual([chamber, party], ["house", "Republican"]);
});

test("returns 404 for an invalid symbol", async () => {
  for (const path of [QUOTE, HISTORY]) assertProblem(await service.ask(`${path}/NOPE`), "symbol_not_found");
});

test("period defaults to 3mo and interval to 1d, and every allowed pair works", async () => {
  const plain = parseExactly(await service.ask(`${HISTORY}/AAPL`), HistorySchema);
  assert.deepEqual([plain.period, plain.interval, plain.total_points], ["3mo", "1d", 63]);
  for (const period of ["1mo", "3mo", "6mo", "1y", "5y"]) {
    for (const interval of ["1d", "1wk", "1mo"]) {
      const body = json(await service.ask(`${HISTORY}/AAPL?period=${period}&interval=${interval}`));
      assert.deepEqual([body["period"], body["interval"]], [period, interval]);
    }
  }
});

test("every response carries the rate-limit headers", async () => {
  for (const path of [...EVERY_ENDPOINT, `${RECENT}?limit=x`, `${QUOTE}/NOPE`, `${QUOTE}/DOWN`, "/api/v1/nope"]) {
    assertRateHeaders(await service.ask(path));
  }
});

test("the public endpoints require no credential", async () => {
  for (const path of EVERY_ENDPOINT) assert.equal((await service.ask(path)).headers["www-authenticate"], undefined);
});

test("returns 200, 400, 404, 429 and 500 as documented", async () => {
  await using counted = await startService({ limits: { freeQuota: 4 }, ...createFakeClock() });
  assert.equal((await counted.ask(RECENT)).status, 200);
  assertProblem(await counted.ask(`${RECENT}?limit=x`), "invalid_parameter");
  assertProblem(await counted.ask(`${POLITICIANS}Z999999`), "politician_not_found");
  const bug = await counted.ask(`${QUOTE}/BUG`);
  assertProblem(bug, "internal_error");
  assert.doesNotMatch(bug.text, /secret/);
  assertProblem(await counted.ask(RECENT), "rate_limit_exceeded");
});

test("allows 20 requests per minute", async () => {
  const time = createFakeClock();
  await using counted = await startService({ limits: { freeQuota: 20 }, ...time });
  const statuses: number[] = [];
  for (let n = 0; n < 25; n += 1) statuses.push((await counted.ask(EVERY_ENDPOINT[n % 5] ?? RECENT)).status);
  assert.deepEqual(statuses, [...Array<number>(20).fill(200), ...Array<number>(5).fill(429)]);
  time.advance(60_000);
  assert.equal((await counted.ask(RECENT)).status, 200);
});

test("the path prefix has the version, and the document says 1.0", async () => {
  for (const path of EVERY_ENDPOINT) assert.match(path, /^\/api\/v1\//);
  const document = json(await service.ask("/openapi.json"));
  assert.equal((document["info"] as { version: string }).version, "1.0");
});

/** Tests that a response cached by request target equals one computed for the request. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EvidenceState } from "../../src/filings/evidence/evidence.ts";
import type { MadeEvidence } from "../../src/filings/evidence/made-evidence.ts";
import { eventually } from "../eventually.ts";
import { makeDataset, makeRecords } from "./made-dataset.ts";
import { HOUSE, makeLedger } from "./made-ledger.ts";
import { makeMarket } from "./made-market.ts";
import { type Answered, createFakeClock, EVERY_ENDPOINT, RECENT, startService } from "./service.ts";

/** Headers that differ from request to request. */
const CHANGING = /^(date|x-request-id|x-ratelimit-(remaining|reset)|ratelimit)$/;

function listLastingHeaders({ rawHeaders }: Answered): readonly string[] {
  const lines = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 && !CHANGING.test(name.toLowerCase()) ? [`${name}: ${rawHeaders[at + 1]}`] : [],
  );
  return lines.sort();
}

const listHeaderNames = ({ rawHeaders }: Answered) => rawHeaders.filter((_, at) => at % 2 === 0).sort();

test("repeated responses are identical to the first one, and have the same headers as a HEAD response", async () => {
  await using service = await startService({ dataNotice: "made" });
  const codings = ["identity", "gzip", "br"];
  for (const path of [...EVERY_ENDPOINT, "/openapi.json"]) {
    for (const coding of codings) {
      const headers = { "Accept-Encoding": coding, Connection: "keep-alive" };
      const first = await service.ask(path, { headers });
      const head = await service.ask(path, { method: "HEAD", headers });
      assert.deepEqual(listLastingHeaders(first), listLastingHeaders(head), path);
      assert.deepEqual(listHeaderNames(first), listHeaderNames(head), path);
      for (let turn = 0; turn < 3; turn += 1) {
        const again = await service.ask(path, { headers });
        assert.equal(again.status, 200);
        assert.deepEqual(listLastingHeaders(again), listLastingHeaders(first), path);
        assert.ok(again.bytes.equals(first.bytes), path);
      }
      const etag = first.headers.etag ?? "";
      const same = { headers: { ...headers, "If-None-Match": etag } };
      const cached = await service.ask(path, same);
      const made = await service.ask(path, { ...same, method: "HEAD" });
      assert.deepEqual([cached.status, made.status], etag === "" ? [200, 200] : [304, 304]);
      assert.deepEqual(listLastingHeaders(cached), listLastingHeaders(made), path);
    }
  }
});

test("a publication invalidates cached responses, and a request for a former version still gets its data", async () => {
  const datasets = makeDataset("2026-02-20.1", 250);
  await using service = await startService({ datasets });
  const readTotals = async (path: string) => {
    const found = [];
    for (let turn = 0; turn < 4; turn += 1) found.push(JSON.parse((await service.ask(path)).text).total);
    return found;
  };
  assert.deepEqual(await readTotals(RECENT), [250, 250, 250, 250]);
  datasets.publish("2026-02-21.1", 100);
  assert.deepEqual(await readTotals(RECENT), [100, 100, 100, 100]);
  assert.deepEqual(await readTotals(`${RECENT}?version=2026-02-20.1`), [250, 250, 250, 250]);
  datasets.publish("2026-02-22.1", 50);
  assert.deepEqual(await readTotals(RECENT), [50, 50, 50, 50]);
  assert.deepEqual(await readTotals(`${RECENT}?version=2026-02-20.1`), [250, 250, 250, 250]);
});

test("each request counts against the rate limit and has its own request id, even with a cached response", async () => {
  await using service = await startService({ limits: { freeQuota: 6 } });
  const seen = new Set<string>();
  for (let left = 5; left >= 0; left -= 1) {
    const { headers, status } = await service.ask(RECENT);
    assert.deepEqual([status, headers["x-ratelimit-remaining"]], [200, String(left)]);
    seen.add(String(headers["x-request-id"]));
  }
  assert.equal(seen.size, 6);
  assert.equal((await service.ask(RECENT)).status, 429);
  const own = await service.ask(RECENT, { headers: { "X-Request-Id": "mine" } });
  assert.equal(own.headers["x-request-id"], "mine");
  const metrics = await service.registry.metrics();
  assert.match(metrics, /http_requests_total\{route="recent_trades",status="200"\} 6\n/);
});

test("rereads a cached trade, filing, list of filings or picture of a line from the store after one second", async () => {
  const time = createFakeClock();
  const [records, ledger] = [makeRecords(), makeLedger()];
  let reads = 0;
  const countReads =
    <Parameters extends unknown[], Result>(read: (...parameters: Parameters) => Result) =>
    (...parameters: Parameters) => {
      reads += 1;
      return read(...parameters);
    };
  await using service = await startService({
    records: { ...records, readDetailed: countReads(records.readDetailed) },
    ledger: {
      ...ledger,
      findFiling: countReads(ledger.findFiling),
      listFilings: countReads(ledger.listFilings),
    },
    evidence: { find: countReads(async () => DRAWN), make: async () => DRAWN.cached, isUnderWay: () => false },
    readMonotonicMs: time.readMonotonicMs,
    limits: { freeQuota: 100 },
  });
  for (const path of [
    "/api/v1/trades/txn_h20999999_01",
    `/api/v1/filings/${HOUSE}`,
    "/api/v1/filings?limit=1",
    "/evidence/txn_h20999999_01.png",
  ]) {
    reads = 0;
    const ask = async () => assert.equal((await service.ask(path)).status, 200);
    for (let turn = 0; turn < 10; turn += 1) await ask();
    assert.equal(reads, 2, `${path}: the first response to a path is not cached, and the second one is`);
    time.advance(1001);
    await ask();
    assert.equal(reads, 3, path);
  }
});

/** A trade's line whose picture is stored. Only the key and the picture are read for a PNG. */
const DRAWN = (() => {
  const cached = { key: "abc", png: Buffer.from("picture"), record: {} as MadeEvidence["record"] };
  return { key: cached.key, filed: {} as EvidenceState["filed"], cached };
})();

/** Creates a market that records the requested symbols and gives no quote until the test calls `letAnswer`. */
function createSlowMarket() {
  const market = makeMarket();
  const asked: string[] = [];
  let letAnswer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    letAnswer = resolve;
  });
  return {
    asked,
    letAnswer,
    market: {
      ...market,
      async getQuote(symbol: string) {
        asked.push(symbol);
        await mayAnswer;
        return market.getQuote(symbol);
      },
    },
  };
}

test("simultaneous requests share one computed response, but each has its own request id and rate-limit headers", async () => {
  const { asked, letAnswer, market } = createSlowMarket();
  await using service = await startService({ market, trustedProxies: ["127.0.0.0/8"], limits: { freeQuota: 20 } });
  const path = "/api/v1/market-data/public/quote/AAPL";
  const all = Promise.all(
    Array.from({ length: 10 }, (_, n) => service.ask(path, { headers: { "x-forwarded-for": `192.0.2.${n % 5}` } })),
  );
  const another = service.ask("/api/v1/market-data/public/quote/BRK.B");
  await eventually("both questions", async () => asked.length >= 2);
  letAnswer();
  const answers = await all;
  assert.equal((await another).status, 200);
  assert.deepEqual([...asked].sort(), ["AAPL", "BRK.B"]);
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  assert.equal(new Set(answers.map(({ headers }) => headers["x-request-id"])).size, 10);
  const remaining = answers.map(({ headers }) => Number(headers["x-ratelimit-remaining"])).sort();
  assert.deepEqual(remaining, [18, 18, 18, 18, 18, 19, 19, 19, 19, 19]);
});

test("does not share a failure: simultaneous requests each get their own response", async () => {
  const { asked, letAnswer, market } = createSlowMarket();
  await using service = await startService({ market });
  const path = "/api/v1/market-data/public/quote/ZZZZ";
  const all = Promise.all(Array.from({ length: 3 }, () => service.ask(path)));
  await eventually("the question", async () => asked.length > 0);
  letAnswer();
  assert.deepEqual(
    (await all).map(({ status }) => status),
    [404, 404, 404],
  );
  assert.deepEqual(asked, ["ZZZZ", "ZZZZ", "ZZZZ"]);
});

/** Tests a complete `serve` while PostgreSQL hangs: the four public endpoints keep answering. */
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startPostgres } from "../postgres.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { serve } from "./serving.ts";
import { serviceEnvironment, temporaryFolder } from "./workplace.ts";

const PRICES = "market-data/public";
const LISTS = ["trades/recent/list", "politicians/"];
const postgres = await startPostgres();
const skip = "skipped" in postgres ? postgres.skipped : false;

async function askTimed(base: string, path: string) {
  const startedAt = performance.now();
  const response = await fetch(`${base}/${path}`, { signal: AbortSignal.timeout(20_000) });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body, ms: performance.now() - startedAt };
}

test("while PostgreSQL hangs, serves lists and prices, even of a symbol never requested before", {
  skip,
  timeout: 120_000,
}, async () => {
  assert.ok(!("skipped" in postgres));
  const upstream = await startUpstream({ material: fictionalMaterial({ today: new Date() }), port: 0 });
  const dataDir = await temporaryFolder();
  const settings = { DATABASE_URL: postgres.url, MARKET_WARM: "false" };
  const service = await serve(serviceEnvironment(upstream.url, dataDir, settings));
  try {
    await service.waitForOutput(/senate-efd: read \d+ of \d+/);
    const served = [...LISTS, `${PRICES}/quote/ZZWID`, `${PRICES}/historical/ZZWID?period=1y`];
    const before = await Promise.all(served.map((path) => askTimed(service.base, path)));
    for (const { status } of before) assert.equal(status, 200);
    postgres.freeze();
    for (const [at, path] of served.entries()) {
      const { status, body, ms } = await askTimed(service.base, path);
      assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
      assert.deepEqual(body["data"] ?? body["trades"], before[at]?.body["data"] ?? before[at]?.body["trades"]);
      assert.ok(ms < 5_000, `${path} took ${Math.round(ms)} ms`);
    }
    const history = await askTimed(service.base, `${PRICES}/historical/ZZHLD-B?period=1mo`);
    const quote = await askTimed(service.base, `${PRICES}/quote/ZZHLD-B`);
    assert.deepEqual([history.status, quote.status], [200, 200], JSON.stringify([history.body, quote.body]));
    assert.ok(Number(history.body["total_points"]) > 15);
    const unknown = await askTimed(service.base, `${PRICES}/quote/ZZNONE`);
    assert.equal(unknown.status, 503, "a symbol that the store may know is not reported as unknown");
    postgres.thaw();
    let stored: readonly string[] = [];
    for (let times = 0; times < 18 && stored.length < 2; times += 1) {
      assert.equal((await askTimed(service.base, `${PRICES}/historical/ZZHLD-B?period=1y`)).status, 200);
      stored = await listStoredSymbols(postgres.url);
      await sleep(1_000);
    }
    assert.deepEqual(stored, ["ZZHLD.B", "ZZWID"], "stored once PostgreSQL is back");
  } finally {
    postgres.thaw();
    await service.stop();
    await upstream.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function listStoredSymbols(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ symbol: string }>("select symbol from bars order by symbol");
  await client.end();
  return rows.map(({ symbol }) => symbol);
}

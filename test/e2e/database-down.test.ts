/** A `serve` that is started while its PostgreSQL is down: it begins with the version that it kept, and follows the database once that answers. */
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { test } from "node:test";
import pg from "pg";
import { eventually } from "../eventually.ts";
import { startPostgres } from "../postgres.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { type Serving, serve } from "./serving.ts";
import { serviceEnvironment, temporaryFolder } from "./workplace.ts";

const LISTS = [
  "/api/v1/trades/recent/list?limit=100",
  "/api/v1/trades/?party=Democrat&sort=-amount",
  "/api/v1/politicians/?limit=50",
  "/api/v1/tickers/",
  "/late",
];
const postgres = await startPostgres();
const skip = "skipped" in postgres ? postgres.skipped : false;

async function ask({ base }: Serving, path: string) {
  const answer = await fetch(new URL(path, base), { signal: AbortSignal.timeout(20_000) });
  return { status: answer.status, text: await answer.text() };
}

const listsOf = (serving: Serving) => Promise.all(LISTS.map((path) => ask(serving, path)));

interface Health {
  readonly ready: boolean;
  readonly checks: readonly { readonly name: string; readonly ready: boolean; readonly detail: string }[];
}

async function healthOf(serving: Serving): Promise<Health> {
  return JSON.parse((await ask(serving, "/health/ready")).text) as Health;
}

test("a replica starts from its stored version while PostgreSQL is down, and catches up afterward", {
  skip,
  timeout: 240_000,
}, async () => {
  assert.ok(!("skipped" in postgres));
  const upstream = await startUpstream({ material: fictionalMaterial({ today: new Date() }), port: 0 });
  const dataDir = await temporaryFolder();
  const more = { DATABASE_URL: postgres.url, MARKET_WARM: "false", MASTER_KEY: "a passphrase of the tests" };
  const filling = await serve(serviceEnvironment(upstream.url, dataDir, more));
  const running = [filling];
  try {
    await filling.says(/senate-efd: read \d+ of \d+/);
    // The other source may take longer, and pages say how far the import is.
    const isFilled = async () => !(await ask(filling, "/late")).text.includes("Import under way");
    await eventually("the import has ended", isFilled, { withinMs: 60_000 });
    const before = await listsOf(filling);
    const coverage = await ask(filling, "/api/v1/coverage");
    for (const { status } of before) assert.equal(status, 200);
    await filling.stop();

    await postgres.kill();
    const api = await serve(serviceEnvironment(upstream.url, dataDir, { ...more, ROLE: "api" }));
    running.push(api);
    assert.deepEqual(await listsOf(api), before, "byte for byte what was served before");
    assert.deepEqual(JSON.parse((await ask(api, "/api/v1/coverage")).text), JSON.parse(coverage.text));
    const [trade] = JSON.parse(before[0]?.text ?? "").trades;
    const detail = await ask(api, `/api/v1/trades/${trade.id}`);
    assert.equal(detail.status, 503, detail.text);
    assert.match(detail.text, /service_unavailable/);
    const { ready, checks } = await healthOf(api);
    assert.equal(ready, true);
    assert.match(checks.find(({ name }) => name === "kept-version")?.detail ?? "", /Serving the stored version/);
    assert.equal(checks.find(({ name }) => name === "database")?.ready, false);

    await postgres.start();
    const answers = async () => (await healthOf(api)).checks.every(({ name }) => name !== "kept-version");
    await eventually("the database is asked again", answers, { withinMs: 20_000 });
    assert.equal((await ask(api, `/api/v1/trades/${trade.id}`)).status, 200);
    assert.deepEqual(await listsOf(api), before);
    await api.stop();

    postgres.freeze();
    const hung = await serve(serviceEnvironment(upstream.url, dataDir, { ...more, ROLE: "api" }));
    running.push(hung);
    assert.deepEqual(await listsOf(hung), before, "also while it hangs");
    postgres.thaw();
    await eventually("it goes on", async () => (await ask(hung, `/api/v1/trades/${trade.id}`)).status === 200, {
      withinMs: 30_000,
    });
    await hung.stop();

    // Another database in its place is never asked.
    const wrong = { ...more, ROLE: "api", DATA_NOTICE: "Made up." };
    await postgres.kill();
    const other = await tryToServe(serviceEnvironment(upstream.url, dataDir, wrong));
    assert.equal(other, null, "a version of other data is not served");
    await postgres.start();
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query("update meta set value = 'Made up.' where key = 'data_notice'");
    await client.end();
    await postgres.kill();
    const misled = await serve(serviceEnvironment(upstream.url, dataDir, { ...more, ROLE: "api" }));
    running.push(misled);
    await postgres.start();
    const refused = async () =>
      /Fictional and real data are never mixed/.test((await ask(misled, "/health/ready")).text);
    await eventually("it is refused", refused, { withinMs: 20_000 });
    assert.equal((await ask(misled, `/api/v1/trades/${trade.id}`)).status, 503);
    assert.deepEqual(await listsOf(misled), before);
  } finally {
    postgres.thaw();
    await Promise.all(running.map((each) => each.stop()));
    await upstream.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** Null where it ends instead of answering. */
async function tryToServe(environment: Record<string, string>): Promise<Serving | null> {
  return serve(environment).catch(() => null);
}

/** Tests `serve` started while its PostgreSQL is down: it serves the stored version, and catches up once the database answers. */
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

const askLists = (serving: Serving) => Promise.all(LISTS.map((path) => ask(serving, path)));

interface Health {
  readonly ready: boolean;
  readonly checks: readonly { readonly name: string; readonly ready: boolean; readonly detail: string }[];
}

async function readHealth(serving: Serving): Promise<Health> {
  return JSON.parse((await ask(serving, "/health/ready")).text) as Health;
}

test("a replica starts from its stored version while PostgreSQL is down, and catches up afterward", {
  skip,
  timeout: 240_000,
}, async () => {
  assert.ok(!("skipped" in postgres));
  const upstream = await startUpstream({ material: fictionalMaterial({ today: new Date() }), port: 0 });
  const dataDir = await temporaryFolder();
  const settings = { DATABASE_URL: postgres.url, MARKET_WARM: "false", MASTER_KEY: "a passphrase of the tests" };
  const importer = await serve(serviceEnvironment(upstream.url, dataDir, settings));
  const running = [importer];
  try {
    await importer.waitForOutput(/senate-efd: read \d+ of \d+/);
    // The other source may take longer, and pages show the progress of an import while it runs.
    const isImported = async () => !(await ask(importer, "/late")).text.includes("Import under way");
    await eventually("the import has ended", isImported, { withinMs: 60_000 });
    const before = await askLists(importer);
    const coverage = await ask(importer, "/api/v1/coverage");
    for (const { status } of before) assert.equal(status, 200);
    await importer.stop();

    await postgres.kill();
    const api = await serve(serviceEnvironment(upstream.url, dataDir, { ...settings, ROLE: "api" }));
    running.push(api);
    assert.deepEqual(await askLists(api), before, "byte for byte what was served before");
    assert.deepEqual(JSON.parse((await ask(api, "/api/v1/coverage")).text), JSON.parse(coverage.text));
    const [trade] = JSON.parse(before[0]?.text ?? "").trades;
    const detail = await ask(api, `/api/v1/trades/${trade.id}`);
    assert.equal(detail.status, 503, detail.text);
    assert.match(detail.text, /service_unavailable/);
    const { ready, checks } = await readHealth(api);
    assert.equal(ready, true);
    assert.match(checks.find(({ name }) => name === "kept-version")?.detail ?? "", /Serving the stored version/);
    assert.equal(checks.find(({ name }) => name === "database")?.ready, false);

    await postgres.start();
    const isUsingDatabase = async () => (await readHealth(api)).checks.every(({ name }) => name !== "kept-version");
    await eventually("the database is in use again", isUsingDatabase, { withinMs: 20_000 });
    assert.equal((await ask(api, `/api/v1/trades/${trade.id}`)).status, 200);
    assert.deepEqual(await askLists(api), before);
    await api.stop();

    postgres.freeze();
    const hung = await serve(serviceEnvironment(upstream.url, dataDir, { ...settings, ROLE: "api" }));
    running.push(hung);
    assert.deepEqual(await askLists(hung), before, "also while PostgreSQL hangs");
    postgres.thaw();
    await eventually(
      "details are served again",
      async () => (await ask(hung, `/api/v1/trades/${trade.id}`)).status === 200,
      {
        withinMs: 30_000,
      },
    );
    await hung.stop();

    // Data with another notice is never served, whether it is stored in the folder or in the database.
    const wrong = { ...settings, ROLE: "api", DATA_NOTICE: "Made up." };
    await postgres.kill();
    const other = await tryToServe(serviceEnvironment(upstream.url, dataDir, wrong));
    assert.equal(other, null, "a stored version with another notice is not served");
    await postgres.start();
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query("update meta set value = 'Made up.' where key = 'data_notice'");
    await client.end();
    await postgres.kill();
    const mismatched = await serve(serviceEnvironment(upstream.url, dataDir, { ...settings, ROLE: "api" }));
    running.push(mismatched);
    await postgres.start();
    const isRefused = async () =>
      /Fictional and real data are never mixed/.test((await ask(mismatched, "/health/ready")).text);
    await eventually("the database is refused", isRefused, { withinMs: 20_000 });
    assert.equal((await ask(mismatched, `/api/v1/trades/${trade.id}`)).status, 503);
    assert.deepEqual(await askLists(mismatched), before);
  } finally {
    postgres.thaw();
    await Promise.all(running.map((each) => each.stop()));
    await upstream.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** Null if it exits instead of serving. */
async function tryToServe(environment: Record<string, string>): Promise<Serving | null> {
  return serve(environment).catch(() => null);
}

/** Tests this release on a data folder that an older release published. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startService } from "../../src/app/server.ts";
import { readConfig } from "../../src/base/config.ts";
import { createLogger } from "../../src/base/log.ts";
import { DATA_RELEASE } from "../../src/domain/data-release.ts";
import { openStore } from "../../src/store/open.ts";
import { type Postgres, startPostgres } from "../postgres.ts";
import { NOON } from "../store/made.ts";
import { alertDraft } from "../store/premium-made.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { allTrades, openWorkplace, serviceEnvironment, temporaryFolder, type Workplace } from "./workplace.ts";

const material = fictionalMaterial({ today: NOON });
const PATIENCE_MS = 60_000;
let upstream: Upstream;
let postgres: Postgres | { readonly skipped: string };

before(async () => {
  upstream = await startUpstream({ material, port: 0 });
  postgres = await startPostgres();
});

after(async () => {
  await upstream?.stop();
  if (postgres !== undefined && "url" in postgres) await postgres.stop();
});

for (const database of ["SQLite", "PostgreSQL"] as const) {
  test(`rereads an older release's publication once, even if killed halfway, and announces only changes (${database})`, async (context) => {
    if (database === "PostgreSQL" && "skipped" in postgres) return context.skip(postgres.skipped);
    const databaseUrl = database === "PostgreSQL" && "url" in postgres ? postgres.url : "";
    const dataDir = await temporaryFolder();
    const place = await openWorkplace(upstream.url, { DATABASE_URL: databaseUrl }, dataDir);
    const account = await place.store.accounts.create("reader", "premium", new Date());
    for (const { error } of await place.run()) assert.equal(error, null);
    const published = await allTrades(place.store);
    await place.store.alerts.create(account.id, alertDraft({ name: "everything", filter: {} }), new Date());
    assert.equal(await place.store.dataRelease.read(), DATA_RELEASE, "a new folder has this release's number");
    const eventCount = (await listEvents(place, account.id)).length;
    const missing = published[3]?.id as string;
    const surplus = `${published[5]?.id}9`;
    await rewriteAsOlderRelease(dataDir, databaseUrl, { missing, surplus });
    await close(place);

    const killed = startReparse(dataDir, databaseUrl);
    await waitForOutput(killed, /older release published this data/);
    killed.kill("SIGKILL");
    await once(killed, "close");

    const again = await openWorkplace(upstream.url, { DATABASE_URL: databaseUrl }, dataDir);
    assert.equal(await again.store.dataRelease.read(), 0, "a reread that was killed is not recorded as done");
    await close(again);
    const service = await serve(dataDir, databaseUrl);
    try {
      assert.equal(service.dataset.tradeCount, published.length, "the older release's publication is served at once");
      const { status } = await fetch(`${service.url}/trades/recent/list`);
      assert.equal(status, 200);
      await waitUntilReread(dataDir, databaseUrl);
    } finally {
      await service.close();
    }

    const renewed = await openWorkplace(upstream.url, { DATABASE_URL: databaseUrl }, dataDir);
    try {
      assert.deepEqual(await allTrades(renewed.store), published);
      const events = (await listEvents(renewed, account.id)).slice(eventCount);
      const types = new Set(events.map(({ type }) => type));
      assert.deepEqual(types, new Set(["trade.updated", "trade.removed", "dataset.published"]));
      const updates = events.filter(({ type }) => type === "trade.updated").map(({ data }) => data);
      assert.ok(updates.length > 1 && updates.every(({ reason }) => reason === "reparsed"));
      const relisted = updates.filter(({ trade }) => trade?.id === missing);
      assert.deepEqual(
        relisted.map(({ previous }) => previous),
        [{}],
        "a trade that the older release did not list",
      );
      const removed = events.filter(({ type }) => type === "trade.removed").map(({ data }) => data);
      assert.deepEqual(removed, [{ trade_id: surplus, politician_id: published[5]?.politicianId, reason: "reparsed" }]);
      const version = (await renewed.store.publications.readCurrent())?.version;
      const later = await serve(dataDir, databaseUrl);
      await later.close();
      assert.equal((await renewed.store.publications.readCurrent())?.version, version, "the reread is done only once");
    } finally {
      await renewed.close();
    }
  });
}

/**
 * Rewrites the store as if an older release's rules had read the same documents: the first line of each filing has another
 * comment, one trade is missing, and one is stored twice. Moves all first listings about three years later, and the first
 * complete lists to the year of the documents, so that every filing counts as new. Removes the release number.
 */
async function rewriteAsOlderRelease(
  dataDir: string,
  databaseUrl: string,
  { missing, surplus }: { readonly missing: string; readonly surplus: string },
): Promise<void> {
  const statements = [
    "update trades set comment = 'as it was read before' where line = 1",
    `delete from trades where id = '${missing}'`,
    `create temporary table twice as select * from trades where id = '${surplus.slice(0, -1)}'`,
    `update twice set id = '${surplus}', line = line * 10 + 9`,
    "insert into trades select * from twice",
    "update filings set first_listed_at = first_listed_at + 100000000000",
    `update sources set listing_completed_at = ${NOON.getTime()}`,
    "delete from meta where key = 'data_release'",
  ];
  if (databaseUrl === "") {
    const database = new DatabaseSync(path.join(dataDir, "congress-trades.sqlite"));
    for (const statement of statements) database.exec(statement);
    database.close();
    return;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

interface SentEvent {
  readonly type: string;
  readonly data: {
    readonly reason?: string;
    readonly previous?: object;
    readonly trade?: { readonly id: string };
  };
}

async function listEvents({ store }: Workplace, account: string): Promise<readonly SentEvent[]> {
  const events: SentEvent[] = [];
  for (let last = 0; ; ) {
    const page = await store.events.listAfter(account, last, null, 1000);
    events.push(...page.map(({ body }) => JSON.parse(body) as SentEvent));
    const end = page.at(-1);
    if (end === undefined) return events;
    last = end.sequence;
  }
}

/** Closes without removing the folder. */
async function close({ ingest, store }: Workplace): Promise<void> {
  await ingest.close();
  await store.close();
}

function startReparse(dataDir: string, databaseUrl: string): ChildProcess {
  return spawn(process.execPath, ["src/app/cli/main.ts", "reparse", "--publish"], {
    env: {
      ...process.env,
      ...serviceEnvironment(upstream.url, dataDir, { DATABASE_URL: databaseUrl, LOG_LEVEL: "info" }),
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
}

async function waitForOutput({ stderr }: ChildProcess, words: RegExp): Promise<void> {
  let output = "";
  for await (const chunk of stderr ?? []) {
    output += chunk;
    if (words.test(output)) return;
  }
  assert.fail(`the output never matched ${words}: ${output}`);
}

function serve(dataDir: string, databaseUrl: string) {
  const environment = serviceEnvironment(upstream.url, dataDir, { DATABASE_URL: databaseUrl, INGEST: "false" });
  return startService(readConfig(environment), createLogger("silent"), {
    onRunStart: () => {},
    onProgress: () => {},
    onRunEnd: () => {},
    onScanning: () => {},
    onScansRead: () => {},
  });
}

/** Waits until a second connection to the store shows that the reread is complete. */
async function waitUntilReread(dataDir: string, databaseUrl: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  const beside = await openStore({
    dataDir,
    databaseUrl: databaseUrl || null,
    dataNotice: null,
    log: createLogger("silent"),
  });
  try {
    while ((await beside.dataRelease.read()) < DATA_RELEASE) {
      assert.ok(performance.now() < end, "the reread did not finish in time");
      await sleep(50);
    }
  } finally {
    await beside.close();
  }
}

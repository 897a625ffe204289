/** A data folder that an older release published, taken over by this one. */
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
import { alertDraft } from "../store/premium-made.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";
import { allTrades, openWorkplace, serviceEnvironment, temporaryFolder, type Workplace } from "./workplace.ts";

const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
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
    assert.equal(await place.store.dataRelease.read(), DATA_RELEASE, "a new folder is of this release");
    const told = (await eventsOf(place, account.id)).length;
    const gone = published[3]?.id as string;
    const surplus = `${published[5]?.id}9`;
    await asOfAnOlderRelease(dataDir, databaseUrl, { gone, surplus });
    await close(place);

    const killed = startReparse(dataDir, databaseUrl);
    await untilSaid(killed, /older release published this data/);
    killed.kill("SIGKILL");
    await once(killed, "close");

    const again = await openWorkplace(upstream.url, { DATABASE_URL: databaseUrl }, dataDir);
    assert.equal(await again.store.dataRelease.read(), 0, "what was begun is not done");
    await close(again);
    const service = await serve(dataDir, databaseUrl);
    try {
      assert.equal(service.dataset.tradeCount, published.length, "what was published before is served at once");
      const { status } = await fetch(`${service.url}/trades/recent/list`);
      assert.equal(status, 200);
      await untilReached(dataDir, databaseUrl);
    } finally {
      await service.close();
    }

    const renewed = await openWorkplace(upstream.url, { DATABASE_URL: databaseUrl }, dataDir);
    try {
      assert.deepEqual(await allTrades(renewed.store), published);
      const events = (await eventsOf(renewed, account.id)).slice(told);
      const types = new Set(events.map(({ type }) => type));
      assert.deepEqual(types, new Set(["trade.updated", "trade.removed", "dataset.published"]));
      const updates = events.filter(({ type }) => type === "trade.updated").map(({ data }) => data);
      assert.ok(updates.length > 1 && updates.every(({ reason }) => reason === "reparsed"));
      const relisted = updates.filter(({ trade }) => trade?.id === gone);
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
      assert.equal((await renewed.store.publications.readCurrent())?.version, version, "it is done once");
    } finally {
      await renewed.close();
    }
  });
}

/** The folder's rows as if other rules had read the same documents: one comment is another, one trade is rejected, and one is read twice. All filings are news. */
async function asOfAnOlderRelease(
  dataDir: string,
  databaseUrl: string,
  { gone, surplus }: { readonly gone: string; readonly surplus: string },
): Promise<void> {
  const statements = [
    "update trades set comment = 'as it was read before' where line = 1",
    `delete from trades where id = '${gone}'`,
    `create temporary table twice as select * from trades where id = '${surplus.slice(0, -1)}'`,
    `update twice set id = '${surplus}', line = line * 10 + 9`,
    "insert into trades select * from twice",
    "update filings set first_listed_at = first_listed_at + 100000000000",
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

async function eventsOf({ store }: Workplace, account: string): Promise<readonly SentEvent[]> {
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

async function untilSaid({ stderr }: ChildProcess, words: RegExp): Promise<void> {
  let said = "";
  for await (const chunk of stderr ?? []) {
    said += chunk;
    if (words.test(said)) return;
  }
  assert.fail(`it never said ${words}: ${said}`);
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

/** Waits until the store beside the service says so. */
async function untilReached(dataDir: string, databaseUrl: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  const beside = await openStore({
    dataDir,
    databaseUrl: databaseUrl || null,
    dataNotice: null,
    log: createLogger("silent"),
  });
  try {
    while ((await beside.dataRelease.read()) < DATA_RELEASE) {
      assert.ok(performance.now() < end, "it is not done");
      await sleep(50);
    }
  } finally {
    await beside.close();
  }
}

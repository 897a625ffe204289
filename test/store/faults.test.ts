import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { LockedError, UnavailableError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import { lockIngest } from "../../src/store/ingest-lock.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { SHELL } from "../e2e/workplace.ts";
import { type Postgres, startPostgres } from "../postgres.ts";
import { judgedBy } from "./judged-by.ts";
import { listing, NOON, outcome, politician, trade } from "./made.ts";

const log = createLogger("silent");
const SMALL_DISK_KB = 6144;

function createUnavailableCheck(code: string): (error: unknown) => boolean {
  return (error) => error instanceof UnavailableError && error.code === code && error.retryAfterSeconds > 0;
}

/** Runs `work` on a folder on a separate small disk. Skips the test if this machine does not allow mounting one. */
async function runOnSmallDisk(context: TestContext, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "small-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${SMALL_DISK_KB}k`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    rmSync(folder, { recursive: true });
    context.skip("this machine does not allow mounting a small disk");
    return;
  }
  try {
    await work(folder);
  } finally {
    execFileSync("umount", ["-l", folder]);
    rmSync(folder, { recursive: true });
  }
}

test("with a full disk, rejects a write entirely, still serves reads, and recovers by itself", async (context) => {
  await runOnSmallDisk(context, async (folder) => {
    const store = await openStore({ dataDir: folder, databaseUrl: null, dataNotice: null, log });
    await store.filings.recordListings([listing("1"), listing("2")], NOON);
    const publish = (id: string, bytes: number) => {
      const noise = Array.from({ length: bytes / 16 }, (_, at) => (at * 2654435761).toString(36)).join(" ");
      const outcomes = [outcome(id, [trade(id, 1, { comment: noise })])];
      return store.publications.publish({ at: NOON, politicians: [politician("E000001")], outcomes });
    };
    await publish("1", 16);
    const filler = join(folder, "filler");
    assert.throws(() => writeFileSync(filler, Buffer.alloc(SMALL_DISK_KB * 1024)), /ENOSPC/);
    await assert.rejects(publish("2", 400_000), createUnavailableCheck("storage_full"));
    await assert.rejects(publish("2", 400_000), createUnavailableCheck("storage_full"));
    assert.equal(await store.publications.countTrades(), 1);
    assert.equal((await store.filings.get("h2"))?.state, "pending");
    assert.equal((await store.publications.readCurrent())?.version, "2026-11-20.1");
    rmSync(filler);
    assert.equal((await publish("2", 400_000)).version?.version, "2026-11-20.2");
    await store.close();
  });
});

async function runWithPostgres(context: TestContext, work: (server: Postgres) => Promise<void>): Promise<void> {
  const server = await startPostgres();
  if ("skipped" in server) {
    context.skip(server.skipped);
    return;
  }
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

function openAt(databaseUrl: string): Promise<Store> {
  return openStore({ dataDir: "unused", databaseUrl, dataNotice: null, log, statementMs: 1000 });
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

test("while PostgreSQL restarts or hangs, reports service_unavailable, and then uses it again", async (context) => {
  await runWithPostgres(context, async (server) => {
    const store = await openAt(server.url);
    await store.filings.recordListings([listing("1")], NOON);
    const account = await store.accounts.create("Own", "premium", NOON);
    const publication = { at: NOON, politicians: [politician("E000001")], outcomes: [outcome("1", [trade("1", 1)])] };

    // The connection is lost in the middle of a publication, which is rolled back entirely.
    const interrupted = store.publications.publish(
      publication,
      judgedBy(async () => server.restart()),
    );
    await assert.rejects(interrupted, createUnavailableCheck("service_unavailable"));
    assert.equal(await store.publications.countTrades(), 0);
    assert.deepEqual(await store.accounts.get(account.id), account);

    server.freeze();
    const asked = [1, 2, 3].map(() => store.accounts.listAll());
    for (const answer of await Promise.allSettled([...asked, store.publications.publish(publication)])) {
      assert.ok(
        answer.status === "rejected" && createUnavailableCheck("service_unavailable")(answer.reason),
        String(answer),
      );
    }
    await assert.rejects(openAt(server.url), createUnavailableCheck("service_unavailable"));
    server.thaw();
    assert.deepEqual(await store.accounts.listAll(), [account]);
    assert.equal((await store.publications.publish(publication)).tradesAdded, 1);
    await store.close();
  });
});

test("reports service_unavailable until PostgreSQL accepts connections again", async (context) => {
  await runWithPostgres(context, async (server) => {
    await execute(server.url, "create role small login");
    await execute(server.url, "create database small_store owner small");
    const url = server.url.replace("tester@", "small@").replace(/postgres$/, "small_store");
    const store = await openAt(url);
    const account = await store.accounts.create("Own", "premium", NOON);
    await execute(server.url, "alter role small connection limit 0");
    await execute(server.url, "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'small'");
    // The first call may still use the terminated connection.
    await store.accounts.listAll().catch(() => {});
    await assert.rejects(store.accounts.listAll(), createUnavailableCheck("service_unavailable"));
    await assert.rejects(openAt(url), createUnavailableCheck("service_unavailable"));
    await execute(server.url, "alter role small connection limit -1");
    assert.deepEqual(await store.accounts.listAll(), [account]);
    await store.close();
  });
});

test("only one process at a time imports into a PostgreSQL database, and a lost lock is reported", async (context) => {
  await runWithPostgres(context, async (server) => {
    const first = await lockIngest(server.url, "ingest");
    await assert.rejects(lockIngest(server.url, "serve"), (error: unknown) => {
      assert.ok(error instanceof LockedError);
      assert.match(error.message, new RegExp(`congress-trades ingest, process ${process.pid} on .*, since 20`));
      return true;
    });
    const dataDir = mkdtempSync(join(tmpdir(), "second-"));
    const cli = fileURLToPath(new URL("../../src/app/cli/main.ts", import.meta.url));
    const env = {
      ...SHELL,
      DATA_DIR: dataDir,
      DATABASE_URL: server.url,
      UPSTREAM_URL: "http://127.0.0.1:9",
    };
    const { status, stderr } = spawnSync(process.execPath, [cli, "ingest"], { env, encoding: "utf8" });
    rmSync(dataDir, { recursive: true });
    assert.deepEqual([status, /congress-trades ingest, process/.test(stderr)], [75, true], stderr);
    await first.release();
    const second = await lockIngest(server.url, "serve");
    assert.equal(second.lost.aborted, false);
    const lost = new Promise((resolve) => second.lost.addEventListener("abort", resolve));
    await server.restart();
    await lost;
    assert.ok(createUnavailableCheck("service_unavailable")(second.lost.reason));
    await second.release();
    await (await lockIngest(server.url, "ingest")).release();
    await (await lockIngest(null, "ingest")).release();
  });
});

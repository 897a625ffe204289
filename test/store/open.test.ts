import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import pg from "pg";
import { ConfigError, UnavailableError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import { openStore } from "../../src/store/open.ts";
import { listing, NOON } from "./made.ts";
import { testWithStore } from "./with-store.ts";

const log = createLogger("silent");

testWithStore("a store opens again with its contents, even by two processes at once", async (store, { open }) => {
  await store.filings.recordListings([listing("1")], NOON);
  const [second, third] = await Promise.all([open(), open()]);
  assert.equal((await second.filings.get("h1"))?.docId, "1");
  await third.filings.setDocument("h1", "ab");
  assert.equal((await store.filings.get("h1"))?.documentSha256, "ab");
});

testWithStore("never mixes fictional and real data", async (_store, { open }) => {
  await assert.rejects(open({ dataNotice: "All data is fictional." }), (error: unknown) => {
    assert.ok(error instanceof ConfigError);
    assert.match(
      error.message,
      /made with no DATA_NOTICE \(real data\), but the current settings have the DATA_NOTICE "All/,
    );
    return true;
  });
});

testWithStore("rejects a store of a newer release", async (store, { options, open }) => {
  await store.close();
  const insert = "insert into kysely_migration (name, timestamp) values ('9999-future', 'now')";
  if (options.databaseUrl === null) {
    const database = new DatabaseSync(join(options.dataDir, "congress-trades.sqlite"));
    database.exec(insert);
    database.close();
  } else {
    const client = new pg.Client({ connectionString: options.databaseUrl });
    await client.connect();
    await client.query(insert);
    await client.end();
  }
  await assert.rejects(open(), /made by a newer release: the database has the migration 9999-future/);
});

test("a file that is not a database, or a folder that cannot be created, is a configuration error", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "store-"));
  try {
    writeFileSync(
      join(dataDir, "congress-trades.sqlite"),
      "this is not a database, whatever its name says".repeat(100),
    );
    const options = { databaseUrl: null, dataNotice: null, log };
    await assert.rejects(openStore({ ...options, dataDir }), ConfigError);
    await assert.rejects(openStore({ ...options, dataDir: join(dataDir, "congress-trades.sqlite", "x") }), ConfigError);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test("the error about an unreachable PostgreSQL server does not contain the password", async () => {
  const databaseUrl = "postgres://someone:hunter2@127.0.0.1:1/none";
  await assert.rejects(openStore({ dataDir: "unused", databaseUrl, dataNotice: null, log }), (error: unknown) => {
    assert.ok(error instanceof UnavailableError);
    assert.doesNotMatch(error.message, /hunter2/);
    return true;
  });
});

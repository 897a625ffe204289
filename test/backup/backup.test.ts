/** Tests the commands that back up, restore and move a store to another database, on a store filled by a run. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { createSecret, createSecretBox, loadOrCreateMasterKey } from "../../src/accounts/webhooks/secret.ts";
import { createLogger } from "../../src/base/log.ts";
import { listRecordedResponses, writeMissingNotes } from "../../src/filings/ingest/original-notes.ts";
import { archiveVersion, createDownloads } from "../../src/publication/export/downloads.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { buildDataset } from "../dataset/build-dataset.ts";
import { openImportedPlace } from "../e2e/imported-place.ts";
import { serviceEnvironment, temporaryFolder, type Workplace } from "../e2e/workplace.ts";
import { openArchive } from "../export/open-archive.ts";
import { type Postgres, startPostgres } from "../postgres.ts";
import { endpointDraft, later } from "../store/premium-made.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";

let upstream: Upstream;
let place: Workplace;
let scratch: string;
let postgres: Postgres | { readonly skipped: string };

before(async () => {
  postgres = await startPostgres();
  scratch = await temporaryFolder();
  upstream = await startUpstream({ material: fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") }), port: 0 });
  place = await openImportedPlace(upstream.url);
  const { store, dataDir } = place;
  const archive = await openArchive(path.join(dataDir, "archive"), store.archiveMark);
  assert.equal(await archiveVersion(createDownloads(dataDir, archive), await buildDataset(store)), true);
  writeFileSync(path.join(dataDir, "decisions.ndjson"), "");
  const account = await store.accounts.create("acme", "premium", later(0));
  const sealed = createSecretBox(loadOrCreateMasterKey({ MASTER_KEY: null }, dataDir)).seal(createSecret());
  await store.endpoints.create(account.id, endpointDraft(), sealed, later(1));
});

after(async () => {
  await place.close();
  await upstream.stop();
  if ("url" in postgres) await postgres.stop();
  rmSync(scratch, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function start(args: readonly string[], dataDir: string, more: Record<string, string> = {}) {
  return spawn(process.execPath, ["src/app/cli/main.ts", ...args], {
    env: { ...process.env, ...serviceEnvironment(upstream.url, dataDir, more) },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function runCli(args: readonly string[], dataDir: string, more: Record<string, string> = {}): Promise<Ended> {
  const child = start(args, dataDir, more);
  let out = "";
  let err = "";
  child.stdout.on("data", (bytes) => (out += bytes));
  child.stderr.on("data", (bytes) => (err += bytes));
  const [code] = await once(child, "close");
  return { code: code as number | null, out, err };
}

async function runSuccessfully(
  args: readonly string[],
  dataDir: string,
  more: Record<string, string> = {},
): Promise<string> {
  const { code, out, err } = await runCli(args, dataDir, more);
  assert.equal(code, 0, err);
  return out;
}

/** Returns what a service on that folder serves: the lists, every politician, the endpoints and the archive. */
async function readAnswers(
  dataDir: string,
  databaseUrl: string | null = null,
  archiveDir = path.join(dataDir, "archive"),
) {
  const store = await openStore({ dataDir, databaseUrl, dataNotice: null, log: createLogger("silent") });
  try {
    const dataset = await buildDataset(store);
    const archive = await openArchive(archiveDir, store.archiveMark);
    const [account] = await store.accounts.listAll();
    assert.ok(account);
    return {
      version: dataset.version,
      trades: dataset.listRecentTrades(100_000, 0).body.toString(),
      politicians: dataset.listPoliticianPage({}, 100_000, 0).body.toString(),
      endpoints: await store.endpoints.list(account.id, { limit: 100, skip: 0 }),
      elsewhere: await archive.explainWrongFolder(),
      archive: await archive.list(100, 0),
    };
  } finally {
    await store.close();
  }
}

test("a backup of a store in use restores to the same answers, and --verify checks every digest", async () => {
  const folder = path.join(scratch, "backup");
  const out = await runSuccessfully(["backup", folder], place.dataDir);
  assert.match(out, /^Backed up into ".*": dataset \d{4}-\d\d-\d\d\.\d+, \d+ trades, \d+ originals;/);
  assert.match(out, /It contains the key for webhook secrets/);
  assert.equal(statSync(folder).mode & 0o077, 0);
  const restored = path.join(scratch, "restored");
  const said = await runSuccessfully(["restore", folder, "--verify"], restored);
  assert.match(
    said,
    /Verified: \d+ rows of \d+ tables and \d+ files match the backup's digests; 1 webhook secrets decrypted/,
  );
  assert.deepEqual(await readAnswers(restored), await readAnswers(place.dataDir));
});

test("a backup restores the archive unchanged, also to and from an ARCHIVE_DIR outside the data folder", async () => {
  const expected = await readAnswers(place.dataDir);
  assert.equal(expected.elsewhere, null);
  assert.equal(expected.archive.total, 1);
  const whole = path.join(scratch, "with-archive");
  await runSuccessfully(["backup", whole], place.dataDir);
  const apart = path.join(scratch, "archive-apart");
  const restored = path.join(scratch, "restored-apart");
  await runSuccessfully(["restore", whole, "--verify"], restored, { ARCHIVE_DIR: apart });
  assert.equal(existsSync(path.join(restored, "archive")), false);
  assert.deepEqual(await readAnswers(restored, null, apart), expected);

  const again = path.join(scratch, "backup-of-apart");
  await runSuccessfully(["backup", again], restored, { ARCHIVE_DIR: apart });
  const within = await runCli(["backup", path.join(apart, "backup")], restored, { ARCHIVE_DIR: apart });
  assert.match(within.err, /must not lie within the archive/);
  const target = path.join(scratch, "restored-again");
  const filled = await runCli(["restore", again], target, { ARCHIVE_DIR: apart });
  assert.match(filled.err, /ARCHIVE_DIR must be a new or empty folder/);
  await runSuccessfully(["restore", again, "--verify"], target);
  assert.deepEqual(await readAnswers(target), expected);
});

test("rejects an incomplete backup, names its folder in the error, and does not create the target folder", async () => {
  let refused = 0;
  for (let kill = 0; kill < 4; kill += 1) {
    const folder = path.join(scratch, `cut-${kill}`);
    const child = start(["backup", folder], place.dataDir);
    const ended = once(child, "exit");
    while (!existsSync(path.join(folder, "congress-trades.sqlite")) && child.exitCode === null) await sleep(2);
    await sleep(kill * 15);
    child.kill("SIGKILL");
    await ended;
    if (existsSync(path.join(folder, "backup.json"))) continue;
    const target = path.join(scratch, `from-cut-${kill}`);
    const { code, err } = await runCli(["restore", folder], target);
    assert.equal(code, 1);
    assert.ok(err.includes(`"${folder}" is not a complete backup`), err);
    assert.equal(existsSync(target), false);
    refused += 1;
  }
  assert.ok(refused > 0);
});

test("rejects a backup with damaged, missing or foreign files, and says which", async () => {
  const folder = path.join(scratch, "damaged");
  await runSuccessfully(["backup", folder], place.dataDir);
  const [shelf = ""] = readdirSync(path.join(folder, "documents"));
  const [name = ""] = readdirSync(path.join(folder, "documents", shelf));
  const original = path.join("documents", shelf, name);
  appendFileSync(path.join(folder, original), "x");
  const changed = await runCli(["restore", folder], path.join(scratch, "from-damaged"));
  assert.equal(changed.code, 1);
  assert.ok(changed.err.includes(`${original} does not have the digest`), changed.err);
  rmSync(path.join(folder, original));
  const missing = await runCli(["restore", folder], path.join(scratch, "from-missing"));
  assert.ok(missing.err.includes(`${original} is missing`), missing.err);
  writeFileSync(path.join(folder, "backup.json"), "{}");
  const foreign = await runCli(["restore", folder], path.join(scratch, "from-foreign"));
  assert.match(foreign.err, /is damaged, or was written by another release/);
});

test("neither a backup nor a restore overwrites a folder that is not empty", async () => {
  const folder = path.join(scratch, "taken");
  mkdirSync(folder);
  writeFileSync(path.join(folder, "letter.txt"), "mine");
  assert.match(
    (await runCli(["backup", folder], place.dataDir)).err,
    /must be a new or empty folder; ".*" holds letter\.txt/,
  );
  const inside = await runCli(["backup", path.join(place.dataDir, "copy")], place.dataDir);
  assert.match(inside.err, /must not lie within the data folder/);
  const whole = path.join(scratch, "whole");
  await runSuccessfully(["backup", whole], place.dataDir);
  assert.match((await runCli(["restore", whole], folder)).err, /DATA_DIR must be a new or empty folder/);
  assert.match(
    (await runCli(["backup", path.join(scratch, "none")], path.join(scratch, "nothing-here"))).err,
    /holds no store/,
  );
});

test("a store moves to PostgreSQL and back, and backs up and restores there, with the same answers", async (context) => {
  if ("skipped" in postgres) return context.skip(postgres.skipped);
  const dataDir = path.join(scratch, "moving");
  mkdirSync(dataDir);
  const whole = path.join(scratch, "for-moving");
  await runSuccessfully(["backup", whole], place.dataDir);
  rmSync(dataDir, { recursive: true });
  await runSuccessfully(["restore", whole], dataDir);
  const expected = await readAnswers(dataDir);
  const url = await createEmptyDatabase(postgres.url, "moved");

  const forgotten = await runCli(["keys", "list"], dataDir, { DATABASE_URL: url });
  assert.match(
    forgotten.err,
    /is empty, but ".*congress-trades\.sqlite" contains a store\. To move that store into the database, unset DATABASE_URL and run `migrate-to`/,
  );

  const out = await runSuccessfully(["migrate-to", url], dataDir);
  assert.match(out, /^\d+ rows in \d+ tables copied; digests match/);
  assert.deepEqual(await readAnswers(dataDir, url), expected);
  const again = await runCli(["migrate-to", url], dataDir);
  assert.match(again.err, /holds no store/);

  const backup = path.join(scratch, "of-postgres");
  await runSuccessfully(["backup", backup], dataDir, { DATABASE_URL: url });
  const elsewhere = path.join(scratch, "elsewhere");
  const other = await createEmptyDatabase(postgres.url, "restored");
  await runSuccessfully(["restore", backup, "--verify"], elsewhere, { DATABASE_URL: other });
  assert.deepEqual(await readAnswers(elsewhere, other), expected);

  await runSuccessfully(["migrate-to", "sqlite"], dataDir, { DATABASE_URL: url });
  assert.deepEqual(await readAnswers(dataDir), expected);
  const filled = path.join(scratch, "filled");
  cpSync(dataDir, filled, { recursive: true });
  assert.match((await runCli(["migrate-to", url], filled)).err, /already contains a store \(its table \w+ has rows\)/);
  assert.ok(existsSync(path.join(filled, "congress-trades.sqlite")));
});

test("rejects an address that is not a database, and does not print it", async () => {
  const { code, err } = await runCli(["migrate-to", "mysql://user:secret@host/db"], place.dataDir);
  assert.notEqual(code, 0);
  assert.ok(!err.includes("secret"), err);
  assert.match(err, /must be `sqlite` or an address like postgres/);
});

test("rebuilds a store from the original documents alone, without a request: same trades, ids and states", async () => {
  const dataDir = path.join(scratch, "rebuilt");
  cpSync(path.join(place.dataDir, "documents"), path.join(dataDir, "documents"), { recursive: true });
  const before = upstream.listRequests().length;
  const { filings, documents, unusable } = JSON.parse(await runSuccessfully(["rebuild", "--json"], dataDir));
  assert.equal(upstream.listRequests().length, before);
  assert.deepEqual(unusable, []);
  assert.ok(filings >= documents && documents > 0);
  const rebuilt = await openStore({ dataDir, databaseUrl: null, dataNotice: null, log: createLogger("silent") });
  try {
    const readLists = async (store: Store) => {
      const dataset = await buildDataset(store);
      return [
        dataset.listRecentTrades(100_000, 0).body.toString(),
        dataset.listPoliticianPage({}, 100_000, 0).body.toString(),
      ];
    };
    assert.deepEqual(await readLists(rebuilt), await readLists(place.store));
    // Originals do not record that a site had no document for a filing, so the next run requests it again.
    const countStates = async (store: Store) =>
      (await store.filings.computeCoverageRows())
        .map((row) => JSON.stringify({ ...row, state: row.state === "missing_document" ? "pending" : row.state }))
        .sort();
    assert.deepEqual(await countStates(rebuilt), await countStates(place.store));
  } finally {
    await rebuilt.close();
  }
  const again = await runCli(["rebuild"], dataDir);
  assert.match(again.err, /holds published trades; `rebuild` fills an empty one/);
});

test("reports a damaged record of an original, and rebuilds the rest", async () => {
  const dataDir = path.join(scratch, "rebuilt-damaged");
  cpSync(path.join(place.dataDir, "documents"), path.join(dataDir, "documents"), { recursive: true });
  const filing = (await Array.fromAsync(place.store.filings.listWithDocument()))[0];
  assert.ok(filing?.documentSha256);
  const note = path.join("documents", filing.documentSha256.slice(0, 2), `${filing.documentSha256}.json`);
  writeFileSync(path.join(dataDir, note), "{");
  const { unusable } = JSON.parse(await runSuccessfully(["rebuild", "--json"], dataDir));
  assert.deepEqual(unusable, [path.join(dataDir, note)]);
});

test("the next run records originals from an earlier release", async () => {
  const dataDir = path.join(scratch, "older");
  cpSync(place.dataDir, dataDir, { recursive: true, filter: (file) => !file.endsWith(".json") });
  const store = await openStore({ dataDir, databaseUrl: null, dataNotice: null, log: createLogger("silent") });
  try {
    const all = await Array.fromAsync(store.documents.listAll());
    assert.equal(await writeMissingNotes(dataDir, store.documents), all.length);
    assert.equal(await writeMissingNotes(dataDir, store.documents), 0);
    const noted = await Array.fromAsync(listRecordedResponses(dataDir));
    assert.deepEqual(
      noted.map((each) => ("stored" in each ? `${each.stored.url} ${each.stored.sha256}` : each.unusable)).sort(),
      all.map(({ url, sha256 }) => `${url} ${sha256}`).sort(),
    );
  } finally {
    await store.close();
  }
});

async function createEmptyDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return server.replace(/\/[^/]*$/, `/${name}`);
}

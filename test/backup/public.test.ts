/** Tests public backups: what they contain and leave out, and a service started from one. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { issueKey } from "../../src/accounts/keys/issue-key.ts";
import { loadOrCreateMasterKey } from "../../src/accounts/webhooks/secret.ts";
import { readDecisions } from "../../src/filings/ingest/decisions.ts";
import { runIngest } from "../../src/filings/ingest/run.ts";
import { readBackupManifest } from "../../src/publication/backup/manifest.ts";
import { restore } from "../../src/publication/backup/restore.ts";
import { loadCoverage } from "../../src/publication/dataset/coverage.ts";
import { archiveVersion, createDownloads } from "../../src/publication/export/downloads.ts";
import { buildDataset } from "../dataset/build-dataset.ts";
import { openImportedPlace } from "../e2e/imported-place.ts";
import {
  copyDataFolder,
  openWorkplace,
  serviceEnvironment,
  temporaryFolder,
  type Workplace,
} from "../e2e/workplace.ts";
import { openArchive } from "../export/open-archive.ts";
import { later } from "../store/premium-made.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";

const run = promisify(execFile);

const PUBLIC_TABLES = [
  "amending_filings",
  "companies",
  "dataset_versions",
  "documents",
  "filing_contents",
  "filings",
  "former_states",
  "listed_years",
  "meta",
  "page_readings",
  "politicians",
  "rejected_lines",
  "securities",
  "sources",
  "trades",
  "unsettled_amendments",
];
const OWNER = "owner@acme.example";

let upstream: Upstream;
let place: Workplace;
let scratch: string;
let folder: string;
/** Folder of a complete backup, with an account and its key. */
let whole: string;
let said: string;
/** Files of the public backup, before anything opens its store. */
let listed: readonly string[];
/** Values that no file of the public backup may contain. */
let secrets: Buffer[];

before(async () => {
  scratch = await temporaryFolder();
  upstream = await startUpstream({ material: fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") }), port: 0 });
  place = await openImportedPlace(upstream.url, { DATABASE_URL: "" });
  const { store, dataDir } = place;
  const archive = await openArchive(path.join(dataDir, "archive"), store.archiveMark);
  await archiveVersion(createDownloads(dataDir, archive), await buildDataset(store));
  const master = loadOrCreateMasterKey({ MASTER_KEY: null }, dataDir);
  const account = await store.accounts.create("acme-newsroom", "premium", later(0), OWNER);
  const { key, stored } = await issueKey(store.keys, account.id, { expiresAt: null }, later(1));
  const author = `A. Editor, acme-newsroom (${stored.display})`;
  const decision = { at: "2026-11-20T14:23:53Z", reason: "column C is marked", subject: "filer", filing: "h1" };
  writeFileSync(
    path.join(dataDir, "decisions.ndjson"),
    `${JSON.stringify({ ...decision, author, politician: "P000197" })}\n`,
  );
  writeFileSync(path.join(dataDir, "documents", "private-notes.txt"), "PRIVATE-notes");
  writeFileSync(path.join(dataDir, "archive", "private-notes.txt"), "PRIVATE-notes");
  whole = path.join(scratch, "whole");
  await runCli(["backup", whole], dataDir);
  markPrivateTables(path.join(dataDir, "congress-trades.sqlite"));
  const digest = createHash("sha256").update(key).digest("hex");
  secrets = [OWNER, "acme", "A. Editor", key, stored.display, account.id, stored.id, "PRIVATE", digest]
    .map((text) => Buffer.from(text))
    .concat(Buffer.from(master), readFileSync(path.join(dataDir, "master.key")));
  folder = path.join(scratch, "public");
  said = await runCli(["backup", "--public", folder], dataDir);
  listed = listFiles(folder);
});

after(async () => {
  await place.close();
  await upstream.stop();
  rmSync(scratch, { recursive: true, force: true });
});

/**
 * Adds a row to every table that is not public, and a fingerprint of the master key to `meta`. All their texts and bytes begin
 * with "PRIVATE".
 */
function markPrivateTables(file: string): void {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  const names = db.prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'").all();
  for (const { name } of names) {
    if (PUBLIC_TABLES.includes(String(name)) || String(name).startsWith("kysely_")) continue;
    const columns = db.prepare("select name, type from pragma_table_info(?)").all(String(name));
    const values = columns.map(({ name: column, type }) => {
      if (type === "TEXT") return `PRIVATE-${name}-${column}`;
      return type === "BLOB" ? Buffer.from(`PRIVATE-${name}-${column}`) : 1;
    });
    const marks = columns.map(() => "?").join(", ");
    db.prepare(`insert or replace into "${name}" values (${marks})`).run(...values);
  }
  db.prepare("insert or replace into meta values ('master_key_fingerprint', 'PRIVATE-fingerprint')").run();
  db.close();
}

async function runCli(args: readonly string[], dataDir: string): Promise<string> {
  const env = { ...process.env, ...serviceEnvironment(upstream.url, dataDir, { DATABASE_URL: "" }) };
  return (await run(process.execPath, ["src/app/cli/main.ts", ...args], { env })).stdout;
}

const listFiles = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();

const makeTarget = (dataDir: string) => ({
  dataDir,
  archiveDir: path.join(dataDir, "archive"),
  decisions: path.join(dataDir, "decisions.ndjson"),
  postgres: null,
});

test("a public backup holds only the public tables, documents, archive and decisions", async () => {
  const { manifest, sha256 } = await readBackupManifest(folder);
  assert.ok(said.includes(`with which others can check their copy of the backup: ${sha256}`), said);
  assert.match(
    said,
    /^Backed up into .*\n.*it contains no accounts, keys.*\ndecisions\.ndjson contains people's decisions/,
  );
  const kinds = listed.map((file) =>
    file
      .replaceAll(/[0-9a-f]{64}/g, "DIGEST")
      .replaceAll(/\/[0-9a-f]{2}\//g, "/XX/")
      .replace(/\d{4}-.*\.json/, "VERSION"),
  );
  assert.deepEqual(
    new Set(kinds),
    new Set([
      "SHA256SUMS",
      "archive/id",
      "archive/pieces/XX/DIGEST.gz",
      "archive/versions/VERSION",
      "backup.json",
      "congress-trades.sqlite",
      "decisions.ndjson",
      "documents/XX/DIGEST",
      "documents/XX/DIGEST.json",
    ]),
  );
  const db = new DatabaseSync(path.join(folder, "congress-trades.sqlite"), { readOnly: true });
  const names = db
    .prepare("select name from sqlite_schema where type = 'table'")
    .all()
    .map(({ name }) => String(name));
  const filled = names.filter((name) => db.prepare(`select 1 from "${name}" limit 1`).get() !== undefined);
  const facts = db
    .prepare("select key from meta order by key")
    .all()
    .map(({ key }) => key);
  db.close();
  assert.deepEqual(manifest.tables.map(({ name }) => name).sort(), PUBLIC_TABLES);
  assert.deepEqual(
    filled.filter((name) => !/^(kysely|sqlite)_/.test(name) && !PUBLIC_TABLES.includes(name)),
    [],
  );
  assert.deepEqual(facts, ["archive_id", "data_notice", "data_release"]);
  assert.match(manifest.public?.made_by ?? "", /^congress-trades \d/);
  const filings = await place.store.filings.computeCoverageRows();
  assert.deepEqual(
    manifest.public?.filings,
    filings.map(({ source, year, state, filings: count }) => ({ source, year, state, filings: count })),
  );
});

test("contains no byte of an account, a key, a mail, a session or another private row", () => {
  for (const file of listed) {
    const bytes = readFileSync(path.join(folder, file));
    for (const secret of secrets)
      assert.equal(bytes.indexOf(secret), -1, `${file} contains ${secret.toString("latin1")}`);
  }
  const [line = ""] = readFileSync(path.join(folder, "decisions.ndjson"), "utf8").split("\n");
  assert.equal(JSON.parse(line).author, "not named in a public backup");
  assert.equal(JSON.parse(line).reason, "column C is marked");
});

test("SHA256SUMS has the digest of every other file", () => {
  const sums = readFileSync(path.join(folder, "SHA256SUMS"), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split("  "));
  assert.deepEqual(
    sums.map(([, file]) => file).sort(),
    listed.filter((file) => file !== "SHA256SUMS"),
  );
  for (const [sum, file = ""] of sums) {
    const digest = createHash("sha256").update(readFileSync(path.join(folder, file)));
    assert.equal(digest.digest("hex"), sum, file);
  }
});

test("a service started from a public backup downloads nothing again, as after a restart, and names the backup", async (t) => {
  const restored = path.join(scratch, "restored");
  assert.match(
    await runCli(["restore", folder, "--verify"], restored),
    /^A public backup, restored into .*\nVerified: /,
  );
  const again = await openWorkplace(upstream.url, { DATABASE_URL: "" }, await copyDataFolder(place));
  const started = await openWorkplace(upstream.url, { DATABASE_URL: "" }, restored);
  t.after(() => Promise.all([again.close(), started.close()]));
  const runAndListRequests = async (of: Workplace) => {
    upstream.clearLog();
    for (const { error } of await of.run()) assert.equal(error, null);
    return upstream
      .listRequests()
      .map(({ site, method, path: at }) => `${site} ${method} ${at}`)
      .sort();
  };
  // Every daily run requests unreadable documents again.
  const documents = (await Array.fromAsync(started.store.filings.listWithDocument()))
    .filter(({ state }) => state !== "unreadable")
    .map(({ url }) => url.slice(upstream.url.length));
  const requests = await runAndListRequests(started);
  assert.deepEqual(requests, await runAndListRequests(again));
  assert.ok(documents.length > 50);
  assert.deepEqual(
    requests.filter((request) => documents.some((document) => request.endsWith(document))),
    [],
  );
  const readLists = async ({ store }: Workplace) => {
    const dataset = await buildDataset(store);
    return [dataset.version, dataset.listRecentTrades(100_000, 0).body.toString()];
  };
  assert.deepEqual(await readLists(started), await readLists(place));
  const { sha256, manifest } = await readBackupManifest(folder);
  assert.deepEqual((await loadCoverage(started.store, [])).started_from, { made_at: manifest.taken_at, sha256 });
  assert.equal((await loadCoverage(place.store, [])).started_from, null);
  assert.equal((await readDecisions(started.config.DECISIONS)).all.length, 1);
  assert.deepEqual(await started.store.accounts.listAll(), []);
});

test("never requests a backup's address outside the source's site, and marks the filing as missing_document", async (t) => {
  let connections = 0;
  const stranger = createServer().on("connection", (socket) => {
    connections += 1;
    socket.destroy();
  });
  await once(stranger.listen(0, "127.0.0.1"), "listening");
  const address = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`;
  const scheming = await openWorkplace(upstream.url, { DATABASE_URL: "" }, await copyDataFolder(place));
  const restored = path.join(scratch, "from-a-stranger");
  t.after(async () => {
    await scheming.close();
    stranger.close();
  });
  const db = new DatabaseSync(path.join(scheming.dataDir, "congress-trades.sqlite"));
  db.prepare("update filings set url = ?").run(address);
  const columns = db.prepare("select name from pragma_table_info('filings')").all();
  const addFiling = (source: string, docId: string, url: string, more: Record<string, string | null>) => {
    const id = (source === "senate-efd" ? "s" : "h") + docId;
    const values = { id, doc_id: docId, url, year: 2020, state: "pending", document_sha256: null, ...more };
    const given = columns.map(({ name }) => (String(name) in values ? `@${name}` : `"${name}"`)).join(", ");
    const likeAnother = `select ${given} from filings where source = '${source}' and kind = 'ptr' and state = 'parsed' limit 1`;
    db.prepare(`insert into filings ${likeAnother}`).run(values);
    return id;
  };
  // More filings than the failures in a row after which a site counts as down.
  const pending = Array.from({ length: 6 }, (_, at) => [
    addFiling("house-clerk", `2020000${at}`, at === 0 ? "nonsense" : address, {}),
    addFiling("senate-efd", `00000000-0000-4000-8000-00000000000${at}`, at === 0 ? "nonsense" : address, {}),
  ]).flat();
  for (const { id, raw } of db
    .prepare("select f.id, c.raw from filings f join filing_contents c on c.filing_id = f.id where f.kind = 'paper'")
    .all()) {
    const report = JSON.parse(zstdDecompressSync(raw as Uint8Array).toString());
    const lied = JSON.stringify({ ...report, images: [`${address}1.gif`, "http://[nonsense"] });
    db.prepare("update filing_contents set raw = ? where filing_id = ?").run(zstdCompressSync(lied), id as string);
  }
  const lost = addFiling("house-clerk", "20300000", address, { state: "parsed", document_sha256: "0".repeat(64) });
  db.close();
  const backup = path.join(scratch, "scheme");
  await runCli(["backup", "--public", backup], scheming.dataDir);
  await runCli(["restore", backup], restored);

  await assert.rejects(runCli(["verify", "--sample", "3"], restored), (error: Error & { stdout?: string }) => {
    assert.match(error.stdout ?? "", /sampled 3 of \d+; 0 match, 0 differ, 3 could not be checked/);
    assert.match(error.stdout ?? "", /Not checked: [hs]\S+: foreign_address: The document's stored address, "http/);
    return true;
  });
  const started = await openWorkplace(upstream.url, { DATABASE_URL: "" }, restored);
  t.after(() => started.close());
  const progress = await runIngest(started.ingest, { sinceYear: 2026, since: null }, new AbortController().signal);
  for (const { source, error } of progress) assert.equal(error, null, source);
  for (const id of pending) {
    const { state, reason } = (await started.store.filings.get(id)) ?? {};
    assert.deepEqual([state, reason?.code], ["missing_document", "foreign_address"], id);
  }
  assert.equal((await started.store.filings.get(lost))?.state, "parsed");
  for await (const { url, year } of started.store.filings.listAll()) {
    if (year === 2026) assert.ok(url.startsWith(upstream.url), "the site's lists correct the addresses");
  }
  assert.equal(connections, 0);
});

test("restores no account and no unlisted file from a backup that claims to be public", async () => {
  const { manifest } = await readBackupManifest(whole);
  const writeManifest = (files: typeof manifest.files) =>
    writeFileSync(
      path.join(whole, "backup.json"),
      JSON.stringify({ ...manifest, master_key: "none", files, public: { made_by: "x", reader: "1", filings: [] } }),
    );
  for (const stray of ["master.key", "../outside", "documents/../../outside", "dataset/kept-version"]) {
    writeManifest([
      ...manifest.files.filter(({ path: file }) => file === "congress-trades.sqlite"),
      { path: stray, bytes: 0, sha256: "0".repeat(64) },
    ]);
    const dataDir = path.join(scratch, "stray");
    await assert.rejects(restore(whole, makeTarget(dataDir)), {
      message: `"${whole}" is not a public backup: it lists "${stray}".`,
    });
    assert.equal(existsSync(dataDir), false);
  }
  writeManifest(manifest.files.filter(({ path: file }) => file === "congress-trades.sqlite"));
  const dataDir = path.join(scratch, "stranger");
  await restore(whole, makeTarget(dataDir));
  assert.deepEqual(listFiles(dataDir), ["congress-trades.sqlite"]);
  const db = new DatabaseSync(path.join(dataDir, "congress-trades.sqlite"), { readOnly: true });
  for (const table of ["accounts", "api_keys", "webhook_endpoints", "quotes", "held_publications"]) {
    assert.equal(db.prepare(`select count(*) as rows from "${table}"`).get()?.["rows"], 0, table);
  }
  assert.ok(Number(db.prepare("select count(*) as rows from trades").get()?.["rows"]) > 0);
  db.close();
});

test("a restore does not overwrite decisions stored elsewhere", async () => {
  const own = path.join(scratch, "own.ndjson");
  writeFileSync(own, "mine");
  const env = serviceEnvironment(upstream.url, path.join(scratch, "deciding"), { DATABASE_URL: "", DECISIONS: own });
  const restoring = run(process.execPath, ["src/app/cli/main.ts", "restore", folder], {
    env: { ...process.env, ...env },
  });
  await assert.rejects(
    restoring,
    /The backup contains decisions, but the file that DECISIONS names, ".*own\.ndjson", already exists/,
  );
  assert.equal(readFileSync(own, "utf8"), "mine");
});

test("rejects a public backup with a changed byte", async () => {
  const { manifest } = await readBackupManifest(folder);
  const original = manifest.files.find(({ path: file }) => /^documents\/..\/[0-9a-f]{64}$/.test(file))?.path ?? "";
  const before = readFileSync(path.join(folder, original));
  appendFileSync(path.join(folder, original), "x");
  await assert.rejects(
    restore(folder, makeTarget(path.join(scratch, "changed"))),
    /does not have the digest that the manifest states/,
  );
  writeFileSync(path.join(folder, original), before);
});

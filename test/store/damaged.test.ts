/** Opening a damaged, lost or foreign store fails with one sentence that names the file and how to recover. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { AppError } from "../../src/base/errors.ts";
import { createLogger } from "../../src/base/log.ts";
import { openStore } from "../../src/store/open.ts";
import { listing, NOON } from "./made.ts";

const log = createLogger("silent");
const options = { databaseUrl: null, dataNotice: null, log };
let whole: string;

before(async () => {
  whole = mkdtempSync(join(tmpdir(), "store-whole-"));
  const store = await openStore({ ...options, dataDir: whole });
  await store.filings.recordListings(
    Array.from({ length: 3_000 }, (_, at) => listing(String(at + 1))),
    NOON,
  );
  await store.close();
});
after(() => rmSync(whole, { recursive: true, force: true }));

function overwrite(file: string, at: number, bytes: Uint8Array): void {
  writeSync(openSync(file, "r+"), bytes, 0, bytes.length, at);
}
const getSize = (file: string) => statSync(file).size;

const KINDS: Readonly<Record<string, (file: string) => void>> = {
  "truncated in the middle of a page": (file) => truncateSync(file, (getSize(file) >> 1) + 1_000),
  "truncated to half its size": (file) => truncateSync(file, getSize(file) >> 1),
  "truncated to its first page": (file) => truncateSync(file, 4_096),
  "truncated to its header": (file) => truncateSync(file, 100),
  "truncated to ten bytes": (file) => truncateSync(file, 10),
  "with zeros in its header": (file) => overwrite(file, 0, Buffer.alloc(100)),
  "with zeros in its first page": (file) => overwrite(file, 0, Buffer.alloc(4_096)),
  "with random bytes in its first page": (file) => overwrite(file, 0, randomBytes(4_096)),
  "with random bytes in its schema": (file) => overwrite(file, 100, randomBytes(3_900)),
  "that consists of zeros": (file) => writeFileSync(file, Buffer.alloc(getSize(file))),
  "that consists of random bytes": (file) => writeFileSync(file, randomBytes(getSize(file))),
  "that is a web page": (file) => writeFileSync(file, "<html><body>Not found</body></html>".repeat(99)),
  "that is a folder": (file) => {
    rmSync(file);
    mkdirSync(file);
  },
  "that belongs to another program": (file) => {
    rmSync(file);
    const database = new DatabaseSync(file);
    database.exec("create table songs (id integer primary key, title text); insert into songs (title) values ('x')");
    database.close();
  },
  "without read permission": (file) => chmodSync(file, 0o000),
  "with random bytes in every second page": (file) => {
    for (let at = 4_096; at < getSize(file); at += 8_192) overwrite(file, at, randomBytes(4_096));
  },
};

for (const [kind, damage] of Object.entries(KINDS)) {
  test(`opening a store ${kind} fails with one sentence that names the file and how to recover`, async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), "store-damaged-"));
    const file = join(dataDir, "congress-trades.sqlite");
    copyFileSync(join(whole, "congress-trades.sqlite"), file);
    t.after(() => rmSync(dataDir, { recursive: true, force: true }));
    damage(file);
    if (kind === "without read permission" && process.getuid?.() === 0)
      return t.skip("the superuser may read everything");
    const answer = spawnSync(process.execPath, ["src/app/cli/main.ts", "coverage"], {
      env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: "silent" },
      encoding: "utf8",
    });
    assert.equal(answer.status, 1, answer.stdout);
    assert.doesNotMatch(answer.stderr, /^\s+at /m);
    assert.equal(answer.stderr.trim().split("\n").length, 1, answer.stderr);
    assert.ok(answer.stderr.includes(file), answer.stderr);
    assert.match(answer.stderr, /restore|Make the user who runs this program the owner/);
  });
}

for (const kind of ["absent", "empty", "foreign", "new"]) {
  test(`a store that is ${kind} next to a folder full of originals is rejected, not treated as a first start`, async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), "store-lost-"));
    const file = join(dataDir, "congress-trades.sqlite");
    t.after(() => rmSync(dataDir, { recursive: true, force: true }));
    if (kind === "empty") writeFileSync(file, "");
    if (kind === "foreign") new DatabaseSync(file).exec("create table songs (id integer primary key)");
    if (kind === "new") await (await openStore({ ...options, dataDir })).close();
    mkdirSync(join(dataDir, "documents", "ab"), { recursive: true });
    for (let at = 0; at < 30; at += 1) {
      writeFileSync(join(dataDir, "documents", "ab", String(at).padStart(64, "a")), "an original");
    }
    await assert.rejects(
      openStore({ ...options, dataDir }),
      (error) => error instanceof AppError && error.message.includes(file) && /restore/.test(error.message),
    );
    if (kind === "absent") assert.throws(() => readFileSync(file), /ENOENT/, "no store is created in its place");
    if (kind === "foreign") return;
    const begun = await openStore({ ...options, dataDir, beside: "originals" });
    await begun.close();
  });
}

test("opening a store that was moved to PostgreSQL asks for DATABASE_URL", async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), "store-moved-"));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  writeFileSync(join(dataDir, "congress-trades.sqlite.migrated"), "the former store");
  mkdirSync(join(dataDir, "documents", "ab"), { recursive: true });
  for (let at = 0; at < 30; at += 1) {
    writeFileSync(join(dataDir, "documents", "ab", String(at).padStart(64, "a")), "an original");
  }
  await assert.rejects(
    openStore({ ...options, dataDir }),
    /sqlite\.migrated"\. Set DATABASE_URL to the PostgreSQL database\./,
  );
});

test("only the owner can read and write the store's files, even if an older release made them readable to others", async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), "store-private-"));
  const file = join(dataDir, "congress-trades.sqlite");
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const readModes = () => [file, `${file}-wal`, `${file}-shm`].map((each) => (statSync(each).mode & 0o777).toString(8));
  const store = await openStore({ ...options, dataDir });
  await store.filings.recordListings([listing("1")], NOON);
  assert.deepEqual(readModes(), ["600", "600", "600"]);
  await store.close();
  chmodSync(file, 0o644);
  const again = await openStore({ ...options, dataDir });
  await again.filings.recordListings([listing("2")], NOON);
  assert.deepEqual(readModes(), ["600", "600", "600"]);
  await again.close();
});

/** Tests services on one store with archives in several folders: one folder is the store's archive, and no other is served. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { readConfig } from "../../src/base/config.ts";
import { ConfigError } from "../../src/base/errors.ts";
import { Archive } from "../../src/publication/export/archive.ts";
import { testWithStore } from "../store/with-store.ts";
import { makeDataset, makeTrades } from "./made.ts";
import { openArchive } from "./open-archive.ts";

const DATASET = makeDataset(makeTrades(10));
const NEXT = makeDataset(makeTrades(12), "2026-11-21.1");

function makeFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "archive-id-"));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

testWithStore(
  "a second service with its own folder neither lists nor fills it, but one with the shared folder does",
  async (store, _, context) => {
    const folder = makeFolder(context);
    const [one, two] = [join(folder, "one"), join(folder, "two")];
    const first = await openArchive(one, store.archiveMark);
    assert.equal(await first.add(DATASET), true);

    const apart = await openArchive(two, store.archiveMark);
    assert.match(
      String(await apart.explainWrongFolder()),
      /^The folder in ARCHIVE_DIR is not the archive of this store \(id of the archive: [0-9a-f-]{36}; found in the folder: none\), so /,
    );
    assert.equal(await apart.add(DATASET), false);
    assert.equal(readdirSync(folder).includes("two"), false, "its folder is not created");

    const shared = await openArchive(one, store.archiveMark);
    assert.equal(await shared.explainWrongFolder(), null);
    assert.equal(await shared.add(NEXT), true);
    assert.deepEqual(await shared.list(10, 0), await first.list(10, 0));
    assert.equal((await first.list(10, 0)).total, 2);
  },
);

testWithStore(
  "if two services with different folders start at once, one folder becomes the store's archive",
  async (store, _, context) => {
    const folder = makeFolder(context);
    const places = ["one", "two", "three"].map((name) => join(folder, name));
    const opened = await Promise.all(places.map((place) => openArchive(place, store.archiveMark)));
    const said = await Promise.all(opened.map((archive) => archive.explainWrongFolder()));
    assert.equal(said.filter((each) => each === null).length, 1);
  },
);

testWithStore("adopts an earlier release's archive with its contents", async (store, _, context) => {
  const folder = makeFolder(context);
  await new Archive(folder).add(DATASET);
  const archive = await openArchive(folder, store.archiveMark);
  assert.equal(await archive.explainWrongFolder(), null);
  assert.equal((await archive.list(10, 0)).total, 1);
  assert.equal(statSync(join(folder, "id")).mode & 0o077, 0);
});

testWithStore(
  "reports an archive folder that disappears while the service runs, and starts no new one",
  async (store, _, context) => {
    const folder = join(makeFolder(context), "archive");
    const archive = await openArchive(folder, store.archiveMark);
    await archive.add(DATASET);
    renameSync(folder, `${folder}-unmounted`);
    assert.match(String(await archive.explainWrongFolder()), /found in the folder: none/);
    assert.equal(await archive.add(NEXT), false);
    renameSync(`${folder}-unmounted`, folder);
    assert.equal(await archive.explainWrongFolder(), null);
    assert.equal(await archive.add(NEXT), true);
  },
);

testWithStore(
  "an operator can replace a lost archive by writing its id into a new folder",
  async (store, _, context) => {
    const folder = makeFolder(context);
    await openArchive(join(folder, "lost"), store.archiveMark);
    const archive = await openArchive(folder, store.archiveMark);
    const [id = ""] = /[0-9a-f-]{36}/.exec(String(await archive.explainWrongFolder())) ?? [];
    writeFileSync(join(folder, "id"), id);
    assert.equal(await archive.explainWrongFolder(), null);
  },
);

testWithStore("rejects a damaged id with the name of its file", async (store, _, context) => {
  const folder = makeFolder(context);
  writeFileSync(join(folder, "id"), "what");
  await assert.rejects(openArchive(folder, store.archiveMark), (error) => {
    assert.ok(error instanceof ConfigError);
    assert.ok(error.message.includes(join(folder, "id")));
    return true;
  });
  assert.equal(await store.archiveMark.read(), null);
});

test("if two services archive the same version in one folder, the first service's files are kept", async (context) => {
  const folder = makeFolder(context);
  const [one, two] = [new Archive(folder), new Archive(folder)];
  await Promise.all([one.add(DATASET), two.add(DATASET), two.add(NEXT)]);
  assert.equal((await one.list(10, 0)).total, 2);
  assert.equal(
    readdirSync(folder).some((name) => name.endsWith(".draft")),
    false,
  );
  const manifest = join(folder, "versions", "2026-11-20.1.json");
  const before = readFileSync(manifest);
  await two.add(DATASET);
  assert.deepEqual(readFileSync(manifest), before);
});

test("ARCHIVE_DIR defaults to `archive` in DATA_DIR", () => {
  assert.equal(readConfig({ DATA_DIR: "/srv/data" }).ARCHIVE_DIR, "/srv/data/archive");
  assert.equal(readConfig({ DATA_DIR: "/srv/data", ARCHIVE_DIR: "/mnt/shared" }).ARCHIVE_DIR, "/mnt/shared");
});

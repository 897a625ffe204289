import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { EvidenceCache } from "./evidence-cache.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "cached-evidence-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const createContent = (letter: string) => Buffer.from(letter.repeat(10_000));
const getFilePath = (key: string) => path.join(folder, "evidence", key.slice(0, 2), key);
const listCachedFiles = async () => {
  const found = await readdir(path.join(folder, "evidence"), { recursive: true, withFileTypes: true });
  return found.filter((each) => each.isFile()).map(({ name }) => name);
};

test("a new process serves the pictures that an earlier process wrote", async () => {
  const cached = new EvidenceCache(folder, 1_000_000);
  assert.equal(await cached.read("aa1"), undefined);
  await cached.write("aa1", createContent("a"));
  assert.deepEqual(await cached.read("aa1"), createContent("a"));
  assert.deepEqual(await new EvidenceCache(folder, 1_000_000).read("aa1"), createContent("a"));
});

test("above the size limit, deletes the least recently used pictures, also of an earlier process, and no other file", async () => {
  const cached = new EvidenceCache(folder, 25_000);
  await cached.write("aa1", createContent("a"));
  await cached.write("bb2", createContent("b"));
  await cached.read("aa1");
  await cached.write("cc3", createContent("c"));
  await cached.waitUntilSettled();
  assert.deepEqual((await listCachedFiles()).sort(), ["aa1", "cc3"]);
  await utimes(getFilePath("cc3"), new Date(1000), new Date(1000));
  await writeFile(path.join(folder, "evidence", "cc", "notes.txt"), Buffer.alloc(30_000));
  const later = new EvidenceCache(folder, 25_000);
  await later.write("dd4", createContent("d"));
  await later.waitUntilSettled();
  assert.deepEqual((await listCachedFiles()).sort(), ["aa1", "dd4", "notes.txt"]);
});

test("never serves a damaged file, and can replace a damaged file", async () => {
  const cached = new EvidenceCache(folder, 1_000_000);
  await cached.write("aa1", createContent("a"));
  const bytes = await readFile(getFilePath("aa1"));
  for (const damaged of [bytes.subarray(0, 500), Buffer.alloc(0), bytes.fill(0, 100, 110)]) {
    await writeFile(getFilePath("aa1"), damaged);
    assert.equal(await cached.read("aa1"), undefined);
    await cached.write("aa1", createContent("a"));
    assert.deepEqual(await cached.read("aa1"), createContent("a"));
  }
  await rm(getFilePath("aa1"));
  assert.equal(await cached.read("aa1"), undefined);
});

test("a size limit of 0 stores nothing, and temporary files left by an ended process are deleted", async () => {
  const cached = new EvidenceCache(folder, 1_000_000);
  await cached.write("aa1", createContent("a"));
  await writeFile(`${getFilePath("aa2")}.x.draft`, "half");
  await new EvidenceCache(folder, 1_000_000).waitUntilSettled();
  assert.deepEqual(await listCachedFiles(), ["aa1"]);
  const none = new EvidenceCache(folder, 0);
  await none.write("bb2", createContent("b"));
  assert.equal(await none.read("bb2"), undefined);
  assert.deepEqual(await listCachedFiles(), []);
});

test("keeps unrelated files in an existing folder that has the cache's name", async () => {
  const other = path.join(folder, "evidence", "data", "notes.txt");
  await mkdir(path.dirname(other), { recursive: true });
  await writeFile(other, "not a picture");
  const none = new EvidenceCache(folder, 0);
  await none.waitUntilSettled();
  assert.deepEqual(await listCachedFiles(), ["notes.txt"]);
});

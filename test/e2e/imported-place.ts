/** Provides imported made-up documents of 2026, or real ones of `CORPUS_DIR`, to tests of something other than the import. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Material } from "../../src/app/demo/sites/material.ts";
import { LockedError } from "../../src/base/errors.ts";
import { type DataLock, lockDataDir } from "../../src/store/data-lock.ts";
import { corpusDir } from "../corpus.ts";
import { ensureDatabase } from "../database.ts";
import { eventually } from "../eventually.ts";
import { corpusMaterial } from "../upstream/corpus-material.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream } from "../upstream/server.ts";
import { openWorkplace, temporaryFolder, type Workplace } from "./workplace.ts";

/** Environment variable with a folder for imports that test files share. The test runner sets it, so that a run imports once. */
export const IMPORTED = "TEST_IMPORTED";
/** Subfolders of that folder. */
const FICTIONAL = "fictional";
const CORPUS = "corpus";
/** In each subfolder: a data folder, and a file with the address of the stand-in that it was imported from. */
const DATA = "data";
const ADDRESS = "address";

const IMPORT_DAY = new Date("2026-11-20T12:00:00Z");

/** Time limit of an import while others wait for it. */
const IMPORTING = { withinMs: 240_000, everyMs: 200 };

async function importAndKeep(folder: string, material: Material): Promise<void> {
  const upstream = await startUpstream({ material, port: 0 });
  try {
    const place = await importInto(upstream.url, join(folder, DATA));
    await closeKeepingFolder(place);
    // Written last: if it exists, the import is complete.
    await writeFile(join(folder, ADDRESS), upstream.url);
  } finally {
    await upstream.stop();
  }
}

/**
 * Returns the same workplace as `openWorkplace(upstreamUrl, environment)` followed by a run. The first test file that needs it
 * imports the documents; others wait for it.
 * @param upstreamUrl a stand-in that serves only `fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") })`.
 * @param environment settings that do not affect what a run imports.
 */
export async function openImportedPlace(
  upstreamUrl: string,
  environment: Record<string, string> = {},
): Promise<Workplace> {
  const folder = await temporaryFolder();
  const kept = getKeptFolder(folder);
  if (kept === null) return importInto(upstreamUrl, folder, environment);
  const fictional = join(kept, FICTIONAL);
  await importOnce(fictional, ADDRESS, () => importAndKeep(fictional, fictionalMaterial({ today: IMPORT_DAY })));
  await copyImport(fictional, folder, upstreamUrl);
  return openWorkplace(upstreamUrl, environment, folder);
}

/**
 * Returns a data folder after a complete run over all documents of `CORPUS_DIR`. The first test file that needs it
 * imports them; others wait for it.
 * @param upstreamUrl a stand-in that serves only `corpusMaterial`.
 */
export async function copyImportedCorpus(upstreamUrl: string): Promise<string> {
  const folder = await temporaryFolder();
  const kept = getKeptFolder(folder);
  if (kept === null) {
    await closeKeepingFolder(await importInto(upstreamUrl, folder));
    return folder;
  }
  const corpus = join(kept, CORPUS);
  await importOnce(corpus, ADDRESS, async () => importAndKeep(corpus, await corpusMaterial(corpusDir as string)));
  await copyImport(corpus, folder, upstreamUrl);
  return folder;
}

/**
 * Fills a folder unless it is already filled: the first test file that needs it fills it, and others wait.
 * @param last name of the file that `fill` writes last.
 */
export async function importOnce(folder: string, last: string, fill: () => Promise<void>): Promise<void> {
  const lock = await eventually("the import of another file", () => lockUnlessHeld(`${folder}-lock`), IMPORTING);
  try {
    if (existsSync(join(folder, last))) return;
    await rm(folder, { recursive: true, force: true });
    await fill();
  } finally {
    lock.release();
  }
}

/** The folder with the imports of this test run; null if there is none, or on PostgreSQL, whose rows are not in folders. */
function getKeptFolder(folder: string): string | null {
  return ensureDatabase(folder) === null ? (process.env[IMPORTED] ?? null) : null;
}

async function lockUnlessHeld(folder: string): Promise<DataLock | null> {
  try {
    return await lockDataDir(folder, "an import for tests");
  } catch (error) {
    if (error instanceof LockedError) return null;
    throw error;
  }
}

async function copyImport(kept: string, folder: string, upstreamUrl: string): Promise<void> {
  await cp(join(kept, DATA), folder, { recursive: true });
  await replaceAddresses(folder, await readFile(join(kept, ADDRESS), "utf8"), upstreamUrl);
}

async function importInto(url: string, folder: string, environment: Record<string, string> = {}): Promise<Workplace> {
  const place = await openWorkplace(url, environment, folder);
  for (const { source, error, notFetched } of await place.run()) {
    assert.equal(error, null, `${source}: ${error?.message}`);
    assert.equal(notFetched, 0);
  }
  return place;
}

/** Closes the workplace without removing its folder. */
async function closeKeepingFolder({ ingest, store }: Workplace): Promise<void> {
  await ingest.close();
  await store.close();
}

/** Rows and records have the documents' addresses at the stand-in, whose port changes each time: replaces `from` with `to`. */
export async function replaceAddresses(dataDir: string, from: string, to: string): Promise<void> {
  const db = new DatabaseSync(join(dataDir, "congress-trades.sqlite"));
  const columns = db
    .prepare(
      `select t.name as "table", c.name as "column" from pragma_table_list t, pragma_table_info(t.name) c
       where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%' and upper(c.type) = 'TEXT'`,
    )
    .all();
  db.exec("begin");
  for (const { table, column } of columns) {
    const change = `update "${table}" set "${column}" = replace("${column}", ?, ?) where instr("${column}", ?) > 0`;
    db.prepare(change).run(from, to, from);
  }
  db.exec("commit");
  db.close();
  const documents = join(dataDir, "documents");
  for (const name of await readdir(documents, { recursive: true })) {
    if (!name.endsWith(".json")) continue;
    const text = await readFile(join(documents, name), "utf8");
    if (text.includes(from)) await writeFile(join(documents, name), text.replaceAll(from, to));
  }
}

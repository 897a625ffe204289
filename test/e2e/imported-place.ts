/** A place that has imported the made-up documents of 2026, for tests whose subject is not the import. */
import assert from "node:assert/strict";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startUpstream } from "../../src/app/demo/sites/server.ts";
import { databaseOf } from "../database.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { openWorkplace, temporaryFolder, type Workplace } from "./workplace.ts";

/** Names the folder that `keepImport` filled. The runner of the tests sets it, so that a run imports once. */
export const IMPORTED = "TEST_IMPORTED";
/** Below that folder: a data folder, and the address of the stand-in from which it was imported. */
const DATA = "data";
const ADDRESS = "address";

/** Imports the made-up documents into an empty folder, for every `importedPlace` of this run. */
export async function keepImport(folder: string): Promise<void> {
  const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
  const upstream = await startUpstream({ material, port: 0 });
  const place = await importInto(upstream.url, join(folder, DATA));
  await place.ingest.close();
  await place.store.close();
  await writeFile(join(folder, ADDRESS), upstream.url);
  await upstream.stop();
}

/**
 * What `openWorkplace(upstreamUrl, environment)` and a run leave behind.
 * @param upstreamUrl a stand-in with nothing but `fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") })`.
 * @param environment settings that change nothing of what a run imports.
 */
export async function importedPlace(upstreamUrl: string, environment: Record<string, string> = {}): Promise<Workplace> {
  const folder = await temporaryFolder();
  const kept = process.env[IMPORTED];
  // PostgreSQL keeps its rows outside of the folder.
  if (kept === undefined || databaseOf(folder) !== null) return importInto(upstreamUrl, folder, environment);
  await cp(join(kept, DATA), folder, { recursive: true });
  await moveAddresses(folder, await readFile(join(kept, ADDRESS), "utf8"), upstreamUrl);
  return openWorkplace(upstreamUrl, environment, folder);
}

async function importInto(url: string, folder: string, environment: Record<string, string> = {}): Promise<Workplace> {
  const place = await openWorkplace(url, environment, folder);
  for (const { error } of await place.run()) assert.equal(error, null);
  return place;
}

/** Rows and notes name the documents by their addresses at the stand-in, whose port is another each time. */
async function moveAddresses(dataDir: string, from: string, to: string): Promise<void> {
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

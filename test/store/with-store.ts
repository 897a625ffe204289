/** Runs a test on a fresh store: in SQLite, or in PostgreSQL if TEST_POSTGRES_URL names a server. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { createLogger } from "../../src/base/log.ts";
import { openStore, type StoreOptions } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { dropDatabase, ensureDatabase } from "../database.ts";

/** Where a test's store is. `open` opens another connection to it, which is closed after the test. */
export interface Place {
  readonly options: StoreOptions;
  open(changes?: Partial<StoreOptions>): Promise<Store>;
}

type Work = (store: Store, place: Place, context: TestContext) => Promise<void>;

export function testWithStore(name: string, work: Work): void {
  test(name, (context) => withStore(work, context));
}

async function withStore(work: Work, context: TestContext): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "store-"));
  const databaseUrl = ensureDatabase(dataDir, await getEmptyFolder());
  const options: StoreOptions = { dataDir, databaseUrl, dataNotice: null, log: createLogger("silent") };
  const opened: Store[] = [];
  const open = async (changes: Partial<StoreOptions> = {}) => {
    const store = await openStore({ ...options, ...changes });
    opened.push(store);
    return store;
  };
  try {
    await work(await open(), { options, open }, context);
  } finally {
    for (const store of opened) await store.close();
    dropDatabase(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

let emptyFolder: Promise<string> | undefined;

/** Folder of a store with empty tables. Copying its PostgreSQL database takes a tenth of the time that the migrations take. */
function getEmptyFolder(): Promise<string> {
  emptyFolder ??= createEmptyStore();
  return emptyFolder;
}

async function createEmptyStore(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "store-empty-"));
  const databaseUrl = ensureDatabase(dataDir);
  if (databaseUrl !== null) {
    const store = await openStore({ dataDir, databaseUrl, dataNotice: null, log: createLogger("silent") });
    await store.close();
  }
  return dataDir;
}

after(async () => {
  const dataDir = await emptyFolder;
  if (dataDir === undefined) return;
  dropDatabase(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs a test on a fresh store in SQLite, and on one in PostgreSQL where that can be started. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import pg from "pg";
import { createLogger } from "../../src/log.ts";
import { openStore, type StoreOptions } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { type Postgres, startPostgres } from "../postgres.ts";

/** Place of a test's store; `open` opens it (again), and stores that it opened are closed after the test. */
export interface Place {
  readonly options: StoreOptions;
  open(changes?: Partial<StoreOptions>): Promise<Store>;
}

type Work = (store: Store, place: Place, context: TestContext) => Promise<void>;

/** A server that `test/run.ts` has started for all files; a file that runs by itself starts one. */
const shared = process.env["TEST_BOTH_POSTGRES_URL"] ?? "";
let postgres: Postgres | Pick<Postgres, "url"> | { readonly skipped: string } | undefined;
before(async () => {
  postgres = shared === "" ? await startPostgres() : { url: shared };
});
after(async () => {
  if (postgres !== undefined && "stop" in postgres) await postgres.stop();
});

export function testOnBoth(name: string, work: Work): void {
  test(`${name} (SQLite)`, (context) => withStore(null, work, context));
  test(`${name} (PostgreSQL)`, async (context) => {
    if (postgres === undefined || "skipped" in postgres) {
      context.skip(postgres?.skipped ?? "PostgreSQL was not started");
      return;
    }
    const url = await freshDatabase(postgres.url);
    await withStore(url, work, context);
    await asked(postgres.url, `drop database ${url.split("/").at(-1)} with (force)`);
  });
}

async function withStore(databaseUrl: string | null, work: Work, context: TestContext): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "store-"));
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
    rmSync(dataDir, { recursive: true, force: true });
  }
}

let databases = 0;

/** An empty database of that server. */
export async function freshDatabase(url: string): Promise<string> {
  databases += 1;
  const name = `store_${process.pid}_${databases}`;
  await asked(url, `create database ${name}`);
  return url.replace(/\/[^/]*$/, `/${name}`);
}

async function asked(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

import type { Config } from "../../base/config.ts";
import { createLogger, type Logger } from "../../base/log.ts";
import { assembleIngest, type Ingest } from "../../filings/ingest/assemble.ts";
import { lockDataDir } from "../../store/data-lock.ts";
import type { Database } from "../../store/database.ts";
import { lockIngest } from "../../store/ingest-lock.ts";
import { openConfiguredStore, openDatabase } from "../../store/open.ts";
import type { Store } from "../../store/store.ts";

/** Until disposed, locks the data folder and blocks other ingestion into its store. @throws {LockedError} naming the holder. */
export async function lockStore(config: Config, purpose: string): Promise<AsyncDisposableStack> {
  await using locks = new AsyncDisposableStack();
  locks.adopt(await lockDataDir(config.DATA_DIR, purpose), (lock) => lock.release());
  locks.adopt(await lockIngest(config.DATABASE_URL, purpose), (lock) => lock.release());
  return locks.move();
}

/** Opens the configured database without preparing it for use as a store. */
export function openConfiguredDatabase({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }: Config): Promise<Database> {
  return openDatabase({ dataDir, databaseUrl, log: createLogger("error") });
}

/** Locks the store as `lockStore` does, opens it, runs `work`, then closes and unlocks the store. */
export async function withLockedStore<T>(
  config: Config,
  purpose: string,
  log: Logger,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  await using open = await lockStore(config, purpose);
  const opened = openConfiguredStore(config, log, purpose === "rebuild" ? { beside: "originals" } : {});
  return await work(open.adopt(await opened, (store) => store.close()));
}

/** Like `withLockedStore`, but passes `work` an `Ingest` on the store, and closes the `Ingest` afterwards. */
export function withIngest<T>(config: Config, purpose: string, work: (ingest: Ingest) => Promise<T>): Promise<T> {
  const log = createLogger(process.stderr.isTTY ? "error" : config.LOG_LEVEL);
  return withLockedStore(config, purpose, log, async (store) => {
    const ingest = assembleIngest(config, store, log);
    return work(ingest).finally(() => ingest.close());
  });
}

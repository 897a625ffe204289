import type { Config } from "../../base/config.ts";
import type { Logger } from "../../base/log.ts";
import { lockDataDir } from "../../store/data-lock.ts";
import { lockIngest } from "../../store/ingest-lock.ts";
import { openConfiguredStore } from "../../store/open.ts";
import type { Store } from "../../store/store.ts";

/** Locks the data folder, and the right to write to its store, while `work` runs. @throws {LockedError} naming the holder. */
export async function useLockedStore<T>(
  config: Config,
  purpose: string,
  log: Logger,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const lock = await lockDataDir(config.DATA_DIR, purpose);
  try {
    const ingestLock = await lockIngest(config.DATABASE_URL, purpose);
    try {
      const store = await openConfiguredStore(config, log, purpose === "rebuild" ? { beside: "originals" } : {});
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    } finally {
      await ingestLock.release();
    }
  } finally {
    lock.release();
  }
}

/**
 * The store of a service. If PostgreSQL is down at startup, the service starts with the version stored in the data folder.
 * Until the database is usable, requests that need the database are rejected as unavailable. A usable database responds, has
 * migrated tables, and agrees with the service's settings, such as `DATA_NOTICE`.
 */
import type { ReadinessCheck } from "../../api/operations/readiness.ts";
import type { Config } from "../../base/config.ts";
import { ConfigError, UnavailableError } from "../../base/errors.ts";
import type { Logger } from "../../base/log.ts";
import type { VersionCache } from "../../publication/dataset/cache/cache-file.ts";
import type { DatasetContents } from "../../publication/dataset/cache/contents.ts";
import { createUnopenedStore, openConfiguredStore, type UnopenedStore } from "../../store/open.ts";
import type { Store } from "../../store/store.ts";

type Check = (store: Store) => Promise<void>;

/** @throws as `openConfiguredStore`, except if the PostgreSQL database is down and the data folder has a stored version. */
export async function openServedStore(
  config: Config,
  versions: Pick<VersionCache, "load">,
  log: Logger,
): Promise<ServedStore> {
  try {
    return new ServedStore(await openConfiguredStore(config, log), null, log);
  } catch (error) {
    if (!(error instanceof UnavailableError) || config.DATABASE_URL === null) throw error;
    const contents = await versions.load(null);
    if (contents === null) throw error;
    log.warn(
      { err: error, version: contents.version },
      "the database does not respond: starting with the stored version",
    );
    const awaited = await createUnopenedStore({ ...config, DATABASE_URL: config.DATABASE_URL }, log);
    return new ServedStore(awaited.store, { awaited, contents }, log);
  }
}

interface OfflineStart {
  readonly awaited: UnopenedStore;
  readonly contents: DatasetContents;
}

export class ServedStore {
  readonly store: Store;
  /** Contents of the stored version with which the service starts if the database is down; null if the database was up. */
  readonly contents: DatasetContents | null;
  readonly #log: Logger;
  readonly #checks: Check[] = [];
  readonly #tasks: (() => Promise<void>)[] = [];
  #awaited: UnopenedStore | null;
  #opening: Promise<void> | null = null;
  #refusal: string | null = null;

  constructor(store: Store, down: OfflineStart | null, log: Logger) {
    this.store = store;
    this.contents = down?.contents ?? null;
    this.#awaited = down?.awaited ?? null;
    this.#log = log;
  }

  /** Runs a check before any other use of the store: now or, if the database is down, as soon as the database responds. */
  async runCheckWhenOpen(check: Check): Promise<void> {
    if (this.#awaited === null) await check(this.store);
    else this.#checks.push(check);
  }

  /** Immediately runs work that needs the database. If the database is down, runs the work once the database responds. */
  async runWhenOpen(task: () => Promise<void>): Promise<void> {
    if (this.#awaited === null) await task();
    else this.#tasks.push(task);
  }

  /** Retries a database that was down at startup. Does nothing during a retry, or once the database has responded. */
  async retryIfDown(): Promise<void> {
    const awaited = this.#awaited;
    if (awaited === null || this.#opening !== null) return;
    this.#opening = this.#open(awaited).finally(() => {
      this.#opening = null;
    });
    await this.#opening;
  }

  async close(): Promise<void> {
    await this.#opening;
    await this.store.close();
  }

  createReadinessChecks(): ReadinessCheck[] {
    if (this.#awaited === null || this.contents === null) return [];
    const { version, publishedAt } = this.contents;
    const detail = `Serving the stored version ${version}, published at ${publishedAt.toISOString()}: ${this.#refusal ?? "the database has not responded since the service started."}`;
    return [{ name: "kept-version", ready: false, detail }];
  }

  async #open(awaited: UnopenedStore): Promise<void> {
    try {
      await awaited.open(async (store) => {
        for (const check of this.#checks) await check(store);
      });
    } catch (error) {
      this.#logUnusableDatabase(error);
      return;
    }
    this.#awaited = null;
    this.#log.info("the database is back: serving its latest version");
    for (const task of this.#tasks.splice(0)) {
      await task().catch((error: unknown) =>
        this.#log.error({ err: error }, "a task that waited for the database failed"),
      );
    }
  }

  // Logs why a database that responds cannot be used. Does not log the same reason twice in a row. A database that does not
  // agree with the service's settings is never used.
  #logUnusableDatabase(error: unknown): void {
    if (error instanceof UnavailableError) return;
    const refusal = error instanceof ConfigError ? error.message : "the database answers with an error.";
    if (refusal !== this.#refusal) this.#log.error({ err: error }, "the database responds but cannot be used");
    this.#refusal = refusal;
  }
}

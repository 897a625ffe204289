import { existsSync } from "node:fs";
import type { Config } from "../base/config.ts";
import { ConfigError } from "../base/errors.ts";
import type { Logger } from "../base/log.ts";
import type { Database } from "./database.ts";
import { readMeta, recordReleaseInNewStore, storeIfAbsent } from "./meta.ts";
import { getSqlitePath, openSqlite } from "./sqlite.ts";
import { createStore, type Store } from "./store.ts";
import { throwIfStoreLost } from "./store-file.ts";

export interface StoreOptions {
  readonly dataDir: string;
  /** `postgres://...`; null for a store in SQLite under `dataDir`. */
  readonly databaseUrl: string | null;
  /** The notice that the data is fictional; null for real data. A store permanently keeps the notice it was created with. */
  readonly dataNotice: string | null;
  readonly log: Logger;
  /** `originals`: an empty store is accepted even if the data folder contains documents of an earlier store. */
  readonly beside?: "originals";
  /** Time limit of a PostgreSQL statement in milliseconds; 8 s by default. */
  readonly statementMs?: number;
}

/**
 * Opens the store, creating it if necessary, and migrates its tables.
 * @throws {ConfigError} if it cannot be opened, or was created with another data notice.
 * @throws {UnavailableError} `service_unavailable` if the database does not answer, `storage_full` if its disk is full. Every
 * operation of the store throws this error in the same cases, and then changes nothing.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { dataDir, databaseUrl, log, statementMs, beside } = options;
  if (databaseUrl === null && beside === undefined) throwIfStoreLost(dataDir, getSqlitePath(dataDir));
  const database = await openDatabase({ dataDir, databaseUrl, log, ...(statementMs !== undefined && { statementMs }) });
  try {
    await checkStore(database, options);
  } catch (error) {
    await database.close();
    throw error;
  }
  return createStore(database);
}

/** @throws {ConfigError} if the store is not the one that the settings refer to. */
async function checkStore(
  database: Database,
  { dataDir, databaseUrl, dataNotice, beside }: Omit<StoreOptions, "log">,
): Promise<void> {
  if (databaseUrl !== null) await throwIfSqliteLeftBehind(database, dataDir);
  if (beside === undefined) {
    const named = databaseUrl === null ? getSqlitePath(dataDir) : "the database of DATABASE_URL";
    throwIfStoreLost(dataDir, named, await isUnused(database));
  }
  await enforceNotice(database, dataNotice, databaseUrl === null ? `the data folder "${dataDir}"` : "the database");
  await recordReleaseInNewStore(database);
}

type StoreSettings = Pick<Config, "DATA_DIR" | "DATABASE_URL" | "DATA_NOTICE">;

/** Opens the store that the settings refer to. @throws like `openStore`. */
export function openConfiguredStore(
  config: StoreSettings,
  log: Logger,
  more: Pick<StoreOptions, "beside"> = {},
): Promise<Store> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DATA_NOTICE: dataNotice } = config;
  return openStore({ dataDir, databaseUrl, dataNotice, log, ...more });
}

/** A store whose database does not answer yet. */
export interface UnopenedStore {
  /** All operations fail with `service_unavailable` until `open` succeeds. */
  readonly store: Store;
  /** Opens the store. @throws like `openStore`, or what `check` throws; the store then stays unopened. */
  open(check: (store: Store) => Promise<void>): Promise<void>;
}

/** Creates the store object for the PostgreSQL database in the settings; the database server does not need to answer yet. */
export async function createUnopenedStore(
  { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DATA_NOTICE: dataNotice }: StoreSettings & { DATABASE_URL: string },
  log: Logger,
): Promise<UnopenedStore> {
  const { createUnopenedDatabase } = await import("./postgres.ts");
  const { database, open } = createUnopenedDatabase(databaseUrl, log);
  return {
    store: createStore(database),
    open: (check) =>
      open(async (answering) => {
        await checkStore(answering, { dataDir, databaseUrl, dataNotice });
        await check(createStore(answering));
      }),
  };
}

/** Opens only the database of a store, and migrates its tables. @throws like `openStore`. */
export async function openDatabase({
  dataDir,
  databaseUrl,
  log,
  statementMs,
}: Omit<StoreOptions, "dataNotice">): Promise<Database> {
  if (databaseUrl === null) return openSqlite(dataDir);
  // The PostgreSQL client is imported on demand: it takes 13 MB, and a store in SQLite does not need it.
  const { openPostgres } = await import("./postgres.ts");
  return openPostgres(databaseUrl, log, statementMs);
}

async function isUnused({ reading }: Database): Promise<boolean> {
  const document = await reading.selectFrom("documents").select("url").limit(1).executeTakeFirst();
  const filing = await reading.selectFrom("filings").select("id").limit(1).executeTakeFirst();
  return document === undefined && filing === undefined;
}

/** @throws {ConfigError} for an empty database next to a filled store in SQLite: all data would be downloaded again. */
async function throwIfSqliteLeftBehind(database: Database, dataDir: string): Promise<void> {
  const path = getSqlitePath(dataDir);
  if (!existsSync(path)) return;
  const filing = await database.reading.selectFrom("filings").select("id").limit(1).executeTakeFirst();
  if (filing !== undefined) return;
  throw new ConfigError(
    `The database of DATABASE_URL is empty, but "${path}" contains a store. To move that store into the database, unset DATABASE_URL and run \`migrate-to\` with the address of the database as its argument. To begin with an empty store, move that file away.`,
  );
}

export const NOTICE_KEY = "data_notice";

async function enforceNotice(database: Database, notice: string | null, place: string): Promise<void> {
  const storedNotice =
    (await readMeta(database.reading, NOTICE_KEY)) ??
    (await database.change((transaction) => storeIfAbsent(transaction, NOTICE_KEY, notice ?? "")));
  if (storedNotice === (notice ?? "")) return;
  throw new ConfigError(formatNoticeMismatch(place, storedNotice, notice ?? "", database.dialect));
}

/** Error message for a store created with another data notice. @param made the store's notice. "" means no notice. */
export function formatNoticeMismatch(place: string, made: string, now: string, dialect: Database["dialect"]): string {
  return `Fictional and real data are never mixed: ${place} was made with ${describeNotice(made)}, but the current settings have ${describeNotice(now)}. Choose another DATA_DIR${dialect === "postgres" ? " or DATABASE_URL" : ""}, or restore the former DATA_NOTICE.`;
}

function describeNotice(notice: string): string {
  return notice === "" ? "no DATA_NOTICE (real data)" : `the DATA_NOTICE "${notice}"`;
}

import { existsSync } from "node:fs";
import type { Config } from "../base/config.ts";
import { ConfigError } from "../base/errors.ts";
import type { Logger } from "../base/log.ts";
import { noteNewStore } from "./data-release.ts";
import type { Database } from "./database.ts";
import { metaValue, noteOnce } from "./meta.ts";
import { openSqlite, sqlitePath } from "./sqlite.ts";
import { type Store, storeIn } from "./store.ts";
import { refuseLostStore } from "./store-file.ts";

export interface StoreOptions {
  readonly dataDir: string;
  /** `postgres://...`; null keeps the store in SQLite under `dataDir`. */
  readonly databaseUrl: string | null;
  /** The sentence that says that the data is fictional; null for real data. A store is made with one or without, for ever. */
  readonly dataNotice: string | null;
  readonly log: Logger;
  /** An empty store is meant, although the originals of a full one lie beside it. */
  readonly beside?: "originals";
  /** Time limit of a statement in PostgreSQL; 8 s by default. */
  readonly statementMs?: number;
}

/**
 * Opens the store, makes it where there is none, and brings its tables up to date.
 * @throws {ConfigError} when it cannot be opened, or was made with another data notice.
 * @throws {UnavailableError} here and in all that is asked of it: `service_unavailable` when the database does not answer for now,
 * `storage_full` when its disk is full; what was asked has not been done then.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { dataDir, databaseUrl, log, statementMs, beside } = options;
  if (databaseUrl === null && beside === undefined) refuseLostStore(dataDir, sqlitePath(dataDir));
  const database = await openDatabase({ dataDir, databaseUrl, log, ...(statementMs !== undefined && { statementMs }) });
  try {
    await checkStore(database, options);
  } catch (error) {
    await database.close();
    throw error;
  }
  return storeIn(database);
}

/** @throws {ConfigError} for a store that is another than the settings mean. */
async function checkStore(
  database: Database,
  { dataDir, databaseUrl, dataNotice, beside }: Omit<StoreOptions, "log">,
): Promise<void> {
  if (databaseUrl !== null) await refuseForgottenStore(database, dataDir);
  if (beside === undefined) {
    const named = databaseUrl === null ? sqlitePath(dataDir) : "the database of DATABASE_URL";
    refuseLostStore(dataDir, named, await knowsNothing(database));
  }
  await checkNotice(database, dataNotice, databaseUrl === null ? `the data folder "${dataDir}"` : "the database");
  await noteNewStore(database);
}

type StoreSettings = Pick<Config, "DATA_DIR" | "DATABASE_URL" | "DATA_NOTICE">;

/** Opens the store that the settings name. @throws as `openStore`. */
export function openConfiguredStore(
  config: StoreSettings,
  log: Logger,
  more: Pick<StoreOptions, "beside"> = {},
): Promise<Store> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DATA_NOTICE: dataNotice } = config;
  return openStore({ dataDir, databaseUrl, dataNotice, log, ...more });
}

/** A store whose database did not answer when it was opened. */
export interface AwaitedStore {
  /** All that is asked of it fails with `service_unavailable` until it is opened. */
  readonly store: Store;
  /** Opens it as `openStore` does. @throws as `openStore`, and what `check` throws; it stays as it is then. */
  open(check: (store: Store) => Promise<void>): Promise<void>;
}

/** The store in PostgreSQL that the settings name, before it answers. */
export async function awaitConfiguredStore(
  { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DATA_NOTICE: dataNotice }: StoreSettings & { DATABASE_URL: string },
  log: Logger,
): Promise<AwaitedStore> {
  const { awaitPostgres } = await import("./postgres.ts");
  const { database, open } = awaitPostgres(databaseUrl, log);
  return {
    store: storeIn(database),
    open: (check) =>
      open(async (answering) => {
        await checkStore(answering, { dataDir, databaseUrl, dataNotice });
        await check(storeIn(answering));
      }),
  };
}

/** The database alone, with its tables brought up to date. @throws as `openStore`. */
export async function openDatabase({
  dataDir,
  databaseUrl,
  log,
  statementMs,
}: Omit<StoreOptions, "dataNotice">): Promise<Database> {
  if (databaseUrl === null) return openSqlite(dataDir);
  // Its client takes 13 MB, which a store in SQLite does not need.
  const { openPostgres } = await import("./postgres.ts");
  return openPostgres(databaseUrl, log, statementMs);
}

async function knowsNothing({ reading }: Database): Promise<boolean> {
  const document = await reading.selectFrom("documents").select("url").limit(1).executeTakeFirst();
  const filing = await reading.selectFrom("filings").select("id").limit(1).executeTakeFirst();
  return document === undefined && filing === undefined;
}

/** Whoever sets DATABASE_URL beside a store in SQLite would begin with an empty database unnoticed, and fetch everything again. */
async function refuseForgottenStore(database: Database, dataDir: string): Promise<void> {
  const path = sqlitePath(dataDir);
  if (!existsSync(path)) return;
  const filing = await database.reading.selectFrom("filings").select("id").limit(1).executeTakeFirst();
  if (filing !== undefined) return;
  throw new ConfigError(
    `The database of DATABASE_URL is empty, and "${path}" holds a store. Bring it over with \`migrate-to\` and the address as argument, with DATABASE_URL unset; or move that file away to begin with an empty store.`,
  );
}

/** Key of the notice in `meta`. */
export const NOTICE_KEY = "data_notice";

async function checkNotice(database: Database, notice: string | null, place: string): Promise<void> {
  const made =
    (await metaValue(database.reading, NOTICE_KEY)) ??
    (await database.change((transaction) => noteOnce(transaction, NOTICE_KEY, notice ?? "")));
  if (made === (notice ?? "")) return;
  throw new ConfigError(otherNotice(place, made, notice ?? "", database.dialect));
}

/** The message about a store that was made with another notice; "" means none. */
export function otherNotice(place: string, made: string, now: string, dialect: Database["dialect"]): string {
  return `Fictional and real data are never mixed: ${place} was made with ${said(made)}, and DATA_NOTICE is now ${said(now)}. Name another DATA_DIR${dialect === "postgres" ? " or DATABASE_URL" : ""}, or set DATA_NOTICE as it was.`;
}

function said(notice: string): string {
  return notice === "" ? "no data notice (real data)" : `the data notice "${notice}"`;
}

/** Inspects a store from outside without creating, migrating or locking anything. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { AppError } from "../base/errors.ts";
import { MASTER_KEY_MARK } from "./meta.ts";
import { formatNoticeMismatch, NOTICE_KEY } from "./open.ts";
import { translateError } from "./postgres-errors.ts";
import type { MetaRow } from "./schema.ts";
import { getSqlitePath } from "./sqlite.ts";
import { throwIfStoreLost } from "./store-file.ts";

const CONNECT_MS = 5000;
const UNDEFINED_TABLE = "42P01";

interface StoreLook {
  /** Name of the database system, such as `PostgreSQL 15.4`. */
  readonly named: string;
  /** True if nothing has been stored yet. */
  readonly isNew: boolean;
  /** Fingerprint of the master key that encrypts the store's secrets; null if none is stored yet. */
  readonly masterKeyMark: string | null;
  /** Why this service cannot use the store; null if it can. */
  readonly refusal: string | null;
}

interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly dataNotice: string | null;
}

/** @throws {AppError} if the store cannot be inspected, or is lost. */
export async function inspectStore(place: Place): Promise<StoreLook> {
  return place.databaseUrl === null ? inspectFile(place) : inspectServer(place, place.databaseUrl);
}

function inspectFile({ dataDir, dataNotice }: Place): StoreLook {
  const path = getSqlitePath(dataDir);
  throwIfStoreLost(dataDir, path);
  if (!existsSync(path) || statSync(path).size === 0) {
    return { named: `SQLite in ${path}`, isNew: true, masterKeyMark: null, refusal: null };
  }
  let stored: ReadonlyMap<string, string>;
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    stored = readSqliteMeta(path);
  } catch (cause) {
    throw new AppError("store_unusable", `The store "${path}" cannot be used: ${(cause as Error).message}.`, { cause });
  }
  return {
    named: `SQLite in ${path}`,
    isNew: stored.size === 0,
    masterKeyMark: stored.get(MASTER_KEY_MARK) ?? null,
    refusal: findNoticeMismatch(stored, dataNotice, `the data folder "${dataDir}"`, "sqlite"),
  };
}

/** Reads the table `meta`. Without a WAL file, opens the store as immutable, since SQLite would otherwise create one. */
function readSqliteMeta(path: string): ReadonlyMap<string, string> {
  const address = pathToFileURL(path);
  if (!existsSync(`${path}-wal`)) address.searchParams.set("immutable", "1");
  const database = new DatabaseSync(address, { readOnly: true });
  try {
    const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
    if (!tables.some(({ name }) => name === "meta")) return new Map();
    return toMetaMap(database.prepare(META_QUERY).all() as unknown as MetaRow[]);
  } finally {
    database.close();
  }
}

async function inspectServer({ dataNotice }: Place, databaseUrl: string): Promise<StoreLook> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
    application_name: "congress-trades doctor",
    options: "-c default_transaction_read_only=on",
  });
  // The pending query fails too if the connection breaks, so the event needs no handling.
  client.on("error", () => {});
  try {
    await client.connect();
    const server = await client.query<{ version: string; may: boolean | null }>(
      "select current_setting('server_version') as version, has_schema_privilege(current_schema(), 'CREATE') as may",
    );
    const { version = "", may = null } = server.rows[0] ?? {};
    const stored = toMetaMap(await readMetaRows(client));
    return {
      named: `PostgreSQL ${version}`,
      isNew: stored.size === 0,
      masterKeyMark: stored.get(MASTER_KEY_MARK) ?? null,
      refusal: may
        ? findNoticeMismatch(stored, dataNotice, "the database", "postgres")
        : "The user of DATABASE_URL may not create tables in the database's schema.",
    };
  } catch (error) {
    throw toAppError(translateError(error));
  } finally {
    await client.end().catch(() => {});
  }
}

/** Returns no rows if the table does not exist yet. */
async function readMetaRows(client: pg.Client): Promise<readonly MetaRow[]> {
  try {
    return (await client.query<MetaRow>(META_QUERY)).rows;
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return [];
    throw error;
  }
}

const META_QUERY = "select key, value from meta";

function toMetaMap(rows: readonly MetaRow[]): ReadonlyMap<string, string> {
  return new Map(rows.map(({ key, value }) => [key, value]));
}

function findNoticeMismatch(
  stored: ReadonlyMap<string, string>,
  notice: string | null,
  place: string,
  dialect: "sqlite" | "postgres",
): string | null {
  const storedNotice = stored.get(NOTICE_KEY);
  return storedNotice === undefined || storedNotice === (notice ?? "")
    ? null
    : formatNoticeMismatch(place, storedNotice, notice ?? "", dialect);
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new AppError("store_unusable", `DATABASE_URL cannot be used: ${message}.`, { cause: error });
}

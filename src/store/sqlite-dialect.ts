/** Kysely over node:sqlite: adapts DatabaseSync to Kysely's SQLite driver. */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from "kysely";
import { LRUCache } from "lru-cache";
import { AppError, UnavailableError } from "../base/errors.ts";
import { getOrAdd } from "../base/get-or-add.ts";
import { RECOVERY_ADVICE } from "./store-file.ts";

/** Maximum characters of all cached statements; a prepared statement takes about ten times the memory of its text. */
const PREPARED_CHARACTERS = 200_000;

/** @param begin how a transaction takes its lock: immediately for writing, at the first read for reading only. */
export function createNodeSqliteDialect(database: DatabaseSync, begin: "immediate" | "deferred"): Dialect {
  const driver = new NodeSqliteDriver({ database: adaptForKysely(database) });
  driver.begin = `begin ${begin}`;
  driver.place = database.location() ?? "";
  driver.isInTransaction = () => database.isTransaction;
  return {
    createDriver: () => driver,
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class NodeSqliteDriver extends SqliteDriver {
  begin = "begin";
  isInTransaction = () => true;
  place = "";

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: (query) => retryWhileBusy(() => connection.executeQuery(query), this.place),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.begin));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // On a full disk, SQLite has already rolled back, and a second rollback would hide the original error.
    if (this.isInTransaction()) await super.rollbackTransaction(connection);
  }
}

const SQLITE_BUSY = 5;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
const SQLITE_FULL = 13;
const SQLITE_IOERR_SHMSIZE = 4874;
const RETRY_EVERY_MS = 15;
const MAX_WAIT_MS = 30_000;

/** Retries while another process writes; SQLite's own wait would block the event loop. */
async function retryWhileBusy<T>(query: () => Promise<T>, place: string): Promise<T> {
  const giveUpAt = performance.now() + MAX_WAIT_MS;
  for (;;) {
    try {
      return await query();
    } catch (error) {
      const { errcode } = error as { errcode?: number };
      if (errcode !== SQLITE_BUSY || performance.now() > giveUpAt) throw toStoreError(error, place);
    }
    await sleep(RETRY_EVERY_MS);
  }
}

/** Converts an SQLite error to an error of this project. @param place path of the store. */
export function toStoreError(error: unknown, place: string): unknown {
  const { errcode } = error as { errcode?: number };
  return isDamageCode(errcode) ? createDamagedError(place, error) : translateTemporaryError(error, errcode);
}

/** True if an error code of SQLite means that the file itself is damaged. */
export function isDamageCode(code = 0): boolean {
  return code % 256 === SQLITE_CORRUPT || code % 256 === SQLITE_NOTADB;
}

export function createDamagedError(place: string, cause: unknown): AppError {
  return new AppError(
    "store_damaged",
    `The store "${place}" is damaged: ${(cause as Error).message}. ${RECOVERY_ADVICE}`,
    {
      cause,
    },
  );
}

/** Converts errors that may be temporary. The lowest byte of SQLite's extended error codes is the primary code. */
function translateTemporaryError(error: unknown, code = 0): unknown {
  if (code === SQLITE_FULL || code === SQLITE_IOERR_SHMSIZE) {
    return new UnavailableError("storage_full", "The disk of the data folder is full.", 60, { cause: error });
  }
  if (code === SQLITE_BUSY || code % 256 === SQLITE_IOERR) {
    const reason = code === SQLITE_BUSY ? "is being written by another process" : "cannot be read or written";
    return new UnavailableError("service_unavailable", `The store in the data folder ${reason}.`, 5, { cause: error });
  }
  return error;
}

/** SQLite can change tables within a transaction, so an interrupted migration leaves nothing behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function adaptForKysely(database: DatabaseSync): SqliteDatabase {
  const prepared = new LRUCache<string, SqliteStatement>({
    maxSize: PREPARED_CHARACTERS,
    sizeCalculation: (_statement, sql) => sql.length,
  });
  return {
    close: () => database.close(),
    prepare: (sql) => getOrAdd(prepared, sql, () => toSqliteStatement(database.prepare(sql))),
  };
}

function toSqliteStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  };
}

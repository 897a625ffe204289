import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { ConfigError } from "../base/errors.ts";
import { type Database, migrate } from "./database.ts";
import { makeFolder } from "./make-folder.ts";
import type { Schema } from "./schema.ts";
import { createDamagedError, createNodeSqliteDialect, isDamageCode } from "./sqlite-dialect.ts";
import { createSqliteThreadDialect } from "./sqlite-thread.ts";
import { prepareStoreFile } from "./store-file.ts";

/** Sorts large results in memory: temporary files need a writable folder, which the system may not have. */
const NO_TEMPORARY_FILES = "pragma temp_store = memory;";

export function getSqlitePath(dataDir: string): string {
  return join(dataDir, "congress-trades.sqlite");
}

/**
 * Opens the store in `DATA_DIR/congress-trades.sqlite`. Separate connections write and read, so that readers never see
 * uncommitted changes; each snapshot has its own connection; a thread writes prices. @throws {ConfigError} for an unusable file.
 */
export async function openSqlite(dataDir: string): Promise<Database> {
  const path = getSqlitePath(dataDir);
  const writing = new Kysely<Schema>({ dialect: createNodeSqliteDialect(openWriter(dataDir, path), "immediate") });
  let reading: Kysely<Schema>;
  try {
    await migrate(writing, path, false);
    reading = openSqliteReader(path);
  } catch (error) {
    await writing.destroy();
    throw error;
  }
  const backgroundWriting = new Kysely<Schema>({ dialect: createSqliteThreadDialect(path) });
  return {
    dialect: "sqlite",
    reading,
    writing,
    backgroundWriting,
    change: (work) => writing.transaction().execute(work),
    transact: (work) => writing.transaction().execute(work),
    async openSnapshot() {
      const connection = openSqliteReader(path);
      const transaction = await connection.startTransaction().execute();
      return {
        reading: transaction,
        async end() {
          await transaction.rollback().execute();
          await connection.destroy();
        },
      };
    },
    async close() {
      await backgroundWriting.destroy();
      await reading.destroy();
      await writing.destroy();
    },
  };
}

/** Opens a store file for reading without migrating it: its tables may be from an older release. */
export function openSqliteReader(path: string): Kysely<Schema> {
  const database = new DatabaseSync(path, { readOnly: true });
  database.exec(NO_TEMPORARY_FILES);
  return new Kysely<Schema>({ dialect: createNodeSqliteDialect(database, "deferred") });
}

function openWriter(dataDir: string, path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    makeFolder(dataDir);
    prepareStoreFile(path);
    database = new DatabaseSync(path, { enableForeignKeyConstraints: true });
    database.exec(`pragma journal_mode = wal; pragma synchronous = full; ${NO_TEMPORARY_FILES}`);
    return database;
  } catch (cause) {
    database?.close();
    if (cause instanceof ConfigError) throw cause;
    const { errcode } = cause as { errcode?: number };
    if (isDamageCode(errcode)) throw createDamagedError(path, cause);
    throw new ConfigError(
      `DATA_DIR must be a writable folder, and a file congress-trades.sqlite in it must be a store of this program; "${path}" cannot be opened: ${(cause as Error).message}.`,
      { cause },
    );
  }
}

/** Checks the type and permissions of the store's file before it is opened. Advises how to recover a store. */
import { chmodSync, closeSync, existsSync, openSync, readdirSync, readSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "../base/errors.ts";

const MAGIC = "SQLite format 3\0";
const HEADER_BYTES = 100;
/** Maximum number of documents that a killed process may have saved but not yet recorded in the store. */
const MAX_UNRECORDED = 10;

export const RECOVERY_ADVICE =
  "Restore a backup into an empty DATA_DIR with `restore`; or move the store away and begin again from the originals in documents/ with `rebuild`.";

/** Path to which `migrate-to` renames the SQLite file after the store's contents were copied to PostgreSQL. */
export function getMigratedPath(path: string): string {
  return `${path}.migrated`;
}

/** Advice for a store that is missing because it was moved to PostgreSQL; null if it was not moved. */
export function explainMigration(path: string): string | null {
  const migratedPath = getMigratedPath(path);
  if (!existsSync(migratedPath)) return null;
  return `\`migrate-to\` has moved the store to PostgreSQL and renamed the old file to "${migratedPath}". Set DATABASE_URL to the PostgreSQL database.`;
}

/** Creates a missing file, accessible only to its owner. @throws {ConfigError} if an existing file cannot be used as a store. */
export function prepareStoreFile(path: string): void {
  const stats = statIfExists(path);
  if (stats?.isDirectory()) {
    throw new ConfigError(`The store "${path}" is a folder, and must be a file. ${RECOVERY_ADVICE}`);
  }
  if (stats !== null && stats.size > 0) checkHeader(path, stats.size);
  if (stats === null) closeSync(openSync(path, "a", 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) makePrivate(file);
}

/** @throws {ConfigError} if the store is missing or empty but a lost store's documents exist. A new store would refetch them. */
export function throwIfStoreLost(dataDir: string, path: string, isEmpty = (statIfExists(path)?.size ?? 0) === 0): void {
  const folder = join(dataDir, "documents");
  if (!isEmpty || !hasManyOriginals(folder)) return;
  const moved = explainMigration(path);
  throw new ConfigError(
    `The store "${path}" is empty, but "${folder}" is full of originals that it should list. ${moved === null ? "Restore" : `${moved} Or restore`} a backup into an empty DATA_DIR with \`restore\`; or begin again from these originals with \`rebuild\`; or move them away to begin from nothing.`,
  );
}

function statIfExists(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new ConfigError(`The store "${path}" cannot be inspected: ${(cause as Error).message}.`, { cause });
  }
}

function checkHeader(path: string, size: number): void {
  const header = Buffer.alloc(HEADER_BYTES);
  let file: number;
  try {
    file = openSync(path, "r+");
  } catch (cause) {
    throw new ConfigError(
      `This user cannot read and write the store "${path}" (${(cause as NodeJS.ErrnoException).code}). Make the user who runs this program the owner of the file.`,
      { cause },
    );
  }
  try {
    readSync(file, header, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(file);
  }
  if (header.toString("latin1", 0, MAGIC.length) !== MAGIC) {
    throw new ConfigError(
      `The store "${path}" is damaged or not a store: it does not begin as a SQLite database does. ${RECOVERY_ADVICE}`,
    );
  }
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const pages = header.readUInt32BE(24) === header.readUInt32BE(92) ? header.readUInt32BE(28) : 0;
  const pendingLog = (statIfExists(`${path}-wal`)?.size ?? 0) > 0;
  if (!pendingLog && size < pages * pageSize) {
    throw new ConfigError(
      `The store "${path}" is truncated: it has ${size} of ${pages * pageSize} bytes. ${RECOVERY_ADVICE}`,
    );
  }
}

/** Gives only the owner access to the file: it contains key digests, addresses and mails. Skips files of another owner. */
function makePrivate(file: string): void {
  try {
    if (existsSync(file)) chmodSync(file, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
  }
}

function hasManyOriginals(folder: string): boolean {
  let found = 0;
  try {
    for (const part of readdirSync(folder)) {
      found += readdirSync(join(folder, part)).filter((name) => /^[0-9a-f]{64}$/.test(name)).length;
      if (found > MAX_UNRECORDED) return true;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
  }
  return false;
}

/** A backup put back into an empty data folder, and into an empty PostgreSQL database where there is one. */
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { ConfigError } from "../errors.ts";
import type { Database } from "../store/database.ts";
import { makeFolder } from "../store/make-folder.ts";
import type { Schema } from "../store/schema.ts";
import { openSqlite, readSqlite } from "../store/sqlite.ts";
import { copyStore, differingTables, sumTables } from "../store/transfer.ts";
import { copyWithDigest, digestOf } from "./files.ts";
import { type BackupManifest, placeOf, readManifest, type ServicePlaces, STORE_FILE } from "./manifest.ts";

export interface RestoreTarget extends ServicePlaces {
  /** An empty PostgreSQL database; null restores into SQLite in the data folder. */
  readonly postgres: Database | null;
}

/**
 * Puts a backup back. Every file is compared with its digest on the way; the store comes last, so that a restore that was cut short
 * is no store. The data folder must be held and empty. @throws {ConfigError} when the backup is not whole or is damaged.
 */
export async function restore(folder: string, { postgres, ...places }: RestoreTarget): Promise<BackupManifest> {
  const { dataDir } = places;
  const manifest = await readManifest(folder);
  const store = manifest.files.find(({ path }) => path === STORE_FILE);
  if (store === undefined) throw new ConfigError(`"${folder}" is not a whole backup: its list names no store.`);
  makeFolder(dataDir, 0o700);
  for (const file of manifest.files) {
    if (file === store) continue;
    refuseDamaged(folder, file, await copied(join(folder, file.path), placeOf(file.path, places)));
  }
  // The store appears under its own name when all else is there.
  const drafts = join(dataDir, "restoring");
  refuseDamaged(folder, store, await copied(join(folder, STORE_FILE), join(drafts, STORE_FILE)));
  if (postgres === null) await rename(join(drafts, STORE_FILE), join(dataDir, STORE_FILE));
  else await fill(postgres, drafts);
  await rm(drafts, { recursive: true });
  return manifest;
}

/** The rows of a backup's store into PostgreSQL; tables of an older release are brought up to date first. */
async function fill(postgres: Database, folder: string): Promise<void> {
  const store = await openSqlite(folder);
  try {
    await copyStore(store.reading, postgres, "The database of DATABASE_URL");
  } finally {
    await store.close();
  }
}

/** Differences between the backup and the data folder with its database; empty when there are none. */
export async function differences(
  manifest: BackupManifest,
  { postgres, ...places }: RestoreTarget,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { path, sha256 } of manifest.files) {
    if (path === STORE_FILE) continue;
    const digest = await digestOf(placeOf(path, places)).catch(() => undefined);
    if (digest?.sha256 !== sha256) found.push(`${path} (${digest === undefined ? "missing" : "other content"})`);
  }
  if (postgres !== null) return [...found, ...(await differingRows(manifest, postgres.reading))];
  const db = readSqlite(join(places.dataDir, STORE_FILE));
  try {
    return [...found, ...(await differingRows(manifest, db))];
  } finally {
    await db.destroy();
  }
}

async function differingRows({ tables }: BackupManifest, reading: Kysely<Schema>): Promise<readonly string[]> {
  return differingTables(tables, await sumTables(reading, tables));
}

async function copied(from: string, to: string): Promise<{ readonly sha256: string } | undefined> {
  try {
    return await copyWithDigest(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function refuseDamaged(
  folder: string,
  { path, sha256 }: { readonly path: string; readonly sha256: string },
  found: { readonly sha256: string } | undefined,
): void {
  if (found?.sha256 === sha256) return;
  throw new ConfigError(
    `The backup "${folder}" is damaged: ${path} ${found === undefined ? "is missing" : "has another digest than its list says"}. Restore another backup.`,
  );
}

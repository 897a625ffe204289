/** A backup put back into an empty data folder, and into an empty PostgreSQL database where there is one. */
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { ConfigError } from "../../base/errors.ts";
import type { Database } from "../../store/database.ts";
import { makeFolder } from "../../store/make-folder.ts";
import type { Schema } from "../../store/schema.ts";
import { openSqlite, readSqlite } from "../../store/sqlite.ts";
import { STARTED_FROM, type StartedFrom } from "../../store/started-from.ts";
import { copyStore, differingTables, sumTables } from "../../store/transfer.ts";
import { copyWithDigest, digestFile } from "./files.ts";
import {
  type BackupManifest,
  isPublicFile,
  readBackupManifest,
  resolveBackupPath,
  type ServicePlaces,
  STORE_FILE,
} from "./manifest.ts";

export interface RestoreTarget extends ServicePlaces {
  /** An empty PostgreSQL database; null restores into SQLite in the data folder. */
  readonly postgres: Database | null;
}

/**
 * Puts a backup back. Every file is compared with its digest on the way; the store comes last, so that a restore that was cut short
 * is no store. Of a public backup, which may be a stranger's, only what belongs into one is taken: no file and no table more.
 * The data folder must be held and empty. @throws {ConfigError} when the backup is not whole or is damaged.
 */
export async function restore(folder: string, { postgres, ...places }: RestoreTarget): Promise<BackupManifest> {
  const { dataDir } = places;
  const { manifest, sha256 } = await readBackupManifest(folder);
  const store = manifest.files.find(({ path }) => path === STORE_FILE);
  if (store === undefined) throw new ConfigError(`"${folder}" is not a whole backup: its list names no store.`);
  const stray = manifest.public && manifest.files.find(({ path }) => !isPublicFile(path));
  if (stray !== undefined) throw new ConfigError(`"${folder}" is no public backup: its list names "${stray.path}".`);
  makeFolder(dataDir, 0o700);
  for (const file of manifest.files) {
    if (file === store) continue;
    refuseDamaged(folder, file, await copied(join(folder, file.path), resolveBackupPath(file.path, places)));
  }
  // The store appears under its own name when all else is there.
  const drafts = join(dataDir, "restoring");
  refuseDamaged(folder, store, await copied(join(folder, STORE_FILE), join(drafts, STORE_FILE)));
  const started = manifest.public ? { made_at: manifest.taken_at, sha256 } : null;
  if (postgres !== null) await fill(postgres, drafts, started);
  else
    await rename(
      join(started === null ? drafts : await filledFrom(drafts, started), STORE_FILE),
      join(dataDir, STORE_FILE),
    );
  await rm(drafts, { recursive: true });
  return manifest;
}

/** The public rows of the store in a folder, in a new store in a folder below it. @returns that folder. */
async function filledFrom(folder: string, started: StartedFrom): Promise<string> {
  const made = join(folder, "public");
  const store = await openSqlite(made);
  try {
    await fill(store, folder, started);
  } finally {
    await store.close();
  }
  return made;
}

/** Fills a database with the rows of a backup's store, whose tables are brought up to date first. @param started null for a backup of everything. */
async function fill(target: Database, folder: string, started: StartedFrom | null): Promise<void> {
  const store = await openSqlite(folder);
  try {
    const facts = started && { [STARTED_FROM]: JSON.stringify(started) };
    const place = "The database of DATABASE_URL";
    await copyStore(store.reading, target, place, started === null ? "all" : "public", facts ?? {});
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
    const digest = await digestFile(resolveBackupPath(path, places)).catch(() => undefined);
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

async function differingRows(manifest: BackupManifest, reading: Kysely<Schema>): Promise<readonly string[]> {
  const { tables } = manifest;
  return differingTables(tables, await sumTables(reading, tables, manifest.public ? "public" : "all"));
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

/** Restores a backup into an empty data folder, and into an empty PostgreSQL database if there is one. */
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { digestFile } from "../../base/digested-file.ts";
import { ConfigError } from "../../base/errors.ts";
import { ignoreMissingFile } from "../../base/ignore-missing.ts";
import type { Database } from "../../store/database.ts";
import { makeFolder } from "../../store/make-folder.ts";
import { STARTED_FROM, type StartedFrom } from "../../store/meta.ts";
import type { Schema } from "../../store/schema.ts";
import { openSqlite, openSqliteReader } from "../../store/sqlite.ts";
import { computeTableSums, copyStore, describeDifferingTables } from "../../store/transfer.ts";
import { copyWithDigest } from "./files.ts";
import {
  type BackupManifest,
  isPublicFile,
  readBackupManifest,
  resolveBackupPath,
  type ServicePlaces,
  STORE_FILE,
} from "./manifest.ts";

export interface RestoreTarget extends ServicePlaces {
  /** The empty PostgreSQL database to restore into; null to restore into SQLite in the data folder. */
  readonly postgres: Database | null;
}

/**
 * Restores a backup. Every file is checked against its digest while it is copied. The store comes last, so that an interrupted
 * restore leaves no store. A public backup may come from a stranger. It is therefore rejected if it lists a file that is not
 * public, and only its public tables are restored. The data folder must be empty and locked by this process.
 * @throws {ConfigError} if the backup is rejected, incomplete or damaged.
 */
export async function restore(folder: string, { postgres, ...places }: RestoreTarget): Promise<BackupManifest> {
  const { dataDir } = places;
  const { manifest, sha256 } = await readBackupManifest(folder);
  const store = manifest.files.find(({ path }) => path === STORE_FILE);
  if (store === undefined) throw new ConfigError(`The backup "${folder}" is incomplete: its manifest lists no store.`);
  const stray = manifest.public && manifest.files.find(({ path }) => !isPublicFile(path));
  if (stray !== undefined) throw new ConfigError(`"${folder}" is not a public backup: it lists "${stray.path}".`);
  makeFolder(dataDir, 0o700);
  for (const file of manifest.files) {
    if (file === store) continue;
    const copy = copyWithDigest(join(folder, file.path), resolveBackupPath(file.path, places));
    throwIfDamaged(folder, file, await copy.catch(ignoreMissingFile(undefined)));
  }
  // The store gets its final name after everything else is restored.
  const drafts = join(dataDir, "restoring");
  const copy = copyWithDigest(join(folder, STORE_FILE), join(drafts, STORE_FILE));
  throwIfDamaged(folder, store, await copy.catch(ignoreMissingFile(undefined)));
  const started = manifest.public ? { made_at: manifest.taken_at, sha256 } : null;
  if (postgres !== null) await fillDatabase(postgres, drafts, started);
  else
    await rename(
      join(started === null ? drafts : await createPublicStore(drafts, started), STORE_FILE),
      join(dataDir, STORE_FILE),
    );
  await rm(drafts, { recursive: true });
  return manifest;
}

/** Copies the public rows of a folder's store into a new store in a subfolder. @returns the subfolder. */
async function createPublicStore(folder: string, started: StartedFrom): Promise<string> {
  const made = join(folder, "public");
  const store = await openSqlite(made);
  try {
    await fillDatabase(store, folder, started);
  } finally {
    await store.close();
  }
  return made;
}

/** Migrates a backup's store, then copies its rows to `target`. @param started describes a public backup; null for a full one. */
async function fillDatabase(target: Database, folder: string, started: StartedFrom | null): Promise<void> {
  const store = await openSqlite(folder);
  try {
    const facts = started && { [STARTED_FROM]: JSON.stringify(started) };
    const place = "The database of DATABASE_URL";
    await copyStore(store.reading, target, place, started === null ? "all" : "public", facts ?? {});
  } finally {
    await store.close();
  }
}

/** Differences between the backup and the data folder with its database; empty if there are none. */
export async function listDifferences(
  manifest: BackupManifest,
  { postgres, ...places }: RestoreTarget,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { path, sha256 } of manifest.files) {
    if (path === STORE_FILE) continue;
    const digest = await digestFile(resolveBackupPath(path, places)).catch(() => undefined);
    if (digest?.sha256 !== sha256) found.push(`${path} (${digest === undefined ? "missing" : "other content"})`);
  }
  if (postgres !== null) return [...found, ...(await listDifferingTables(manifest, postgres.reading))];
  const db = openSqliteReader(join(places.dataDir, STORE_FILE));
  try {
    return [...found, ...(await listDifferingTables(manifest, db))];
  } finally {
    await db.destroy();
  }
}

async function listDifferingTables(manifest: BackupManifest, reading: Kysely<Schema>): Promise<readonly string[]> {
  const { tables } = manifest;
  return describeDifferingTables(tables, await computeTableSums(reading, tables, manifest.public ? "public" : "all"));
}

function throwIfDamaged(
  folder: string,
  { path, sha256 }: { readonly path: string; readonly sha256: string },
  found: { readonly sha256: string } | undefined,
): void {
  if (found?.sha256 === sha256) return;
  throw new ConfigError(
    `The backup "${folder}" is damaged: ${path} ${found === undefined ? "is missing" : "does not have the digest that the manifest states"}. Restore another backup.`,
  );
}

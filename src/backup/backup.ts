/** A backup: the store, the originals, the archive, the decisions and the key, taken while the service runs. */
import { access, open, rename, writeFile } from "node:fs/promises";
import { basename, join, resolve, sep } from "node:path";
import { ConfigError } from "../errors.ts";
import type { Database } from "../store/database.ts";
import { makeFolder } from "../store/make-folder.ts";
import { openSqlite } from "../store/sqlite.ts";
import { copyStore } from "../store/transfer.ts";
import { currentVersion } from "../store/versions.ts";
import { copyWithDigest, digestOf, filesBelow, requireEmpty } from "./files.ts";
import {
  ARCHIVE,
  type BackedUpFile,
  type BackupManifest,
  DECISIONS_FILE,
  KEY_FILE,
  MANIFEST,
  placeOf,
  type ServicePlaces,
  STORE_FILE,
} from "./manifest.ts";

interface BackupSource extends ServicePlaces {
  /** The master key is a setting, so that no file of it is used. */
  readonly masterKeySet: boolean;
  readonly database: Database;
}

/**
 * Writes a backup into a new or empty folder. The store is copied as it is at one moment, and the files after it, so that every
 * original that the store names is there. @returns the list of what was backed up, and the originals among it whose bytes do not
 * have the digest that is their name. @throws {ConfigError} when the folder cannot take it.
 */
export async function backUp(
  { masterKeySet, database, ...places }: BackupSource,
  folder: string,
  now: Date,
): Promise<{ readonly manifest: BackupManifest; readonly damaged: readonly string[] }> {
  const { dataDir, archiveDir, decisions } = places;
  for (const [used, said] of [
    [dataDir, "data folder"],
    [archiveDir, "archive"],
  ] as const) {
    if (`${resolve(folder)}${sep}`.startsWith(`${resolve(used)}${sep}`)) {
      throw new ConfigError(`A backup must not lie within the ${said} "${used}"; "${folder}" does.`);
    }
  }
  await requireEmpty(folder, "The place of a backup");
  try {
    makeFolder(folder, 0o700);
  } catch (cause) {
    const why = (cause as Error).message;
    throw new ConfigError(`The place of a backup must be a folder that can be made; "${folder}" cannot: ${why}.`, {
      cause,
    });
  }
  const { tables, version } = await copyDatabase(database, folder);
  const files: BackedUpFile[] = [{ path: STORE_FILE, ...(await digestOf(join(folder, STORE_FILE))) }];
  for (const path of await filesToCopy(places)) {
    files.push({ path, ...(await copyWithDigest(placeOf(path, places), join(folder, path))) });
  }
  const hasKey = !masterKeySet && (await exists(join(dataDir, KEY_FILE)));
  const archiveId = join(archiveDir, "id");
  const single = [
    ...((await exists(archiveId)) ? [[archiveId, `${ARCHIVE}/id`]] : []),
    ...((await exists(decisions)) ? [[decisions, DECISIONS_FILE]] : []),
    ...(hasKey ? [[join(dataDir, KEY_FILE), KEY_FILE]] : []),
  ];
  for (const [from = "", path = ""] of single)
    files.push({ path, ...(await copyWithDigest(from, join(folder, path))) });
  const manifest: BackupManifest = {
    format: 1,
    taken_at: now.toISOString(),
    dataset_version: version,
    master_key: masterKeySet ? "setting" : hasKey ? "file" : "none",
    tables: [...tables].map((each) => ({ ...each, columns: [...each.columns], key: [...each.key] })),
    files,
  };
  await writeLast(join(folder, MANIFEST), `${JSON.stringify(manifest)}\n`);
  return { manifest, damaged: files.filter(isDamaged).map(({ path }) => path) };
}

/** Files that never change once they are there. What names others comes before them: a version of the archive before its pieces. */
async function filesToCopy({ dataDir, archiveDir }: ServicePlaces): Promise<readonly string[]> {
  const versions = await filesBelow(archiveDir, "versions");
  const pieces = await filesBelow(archiveDir, "pieces");
  const archived = [...versions, ...pieces].map((path) => join(ARCHIVE, path));
  return [...archived, ...(await filesBelow(dataDir, "documents"))];
}

/** An original lies under its own digest. */
function isDamaged({ path, sha256 }: BackedUpFile): boolean {
  return path.startsWith("documents/") && /^[0-9a-f]{64}$/.test(basename(path)) && basename(path) !== sha256;
}

async function copyDatabase(database: Database, folder: string) {
  const copy = await openSqlite(folder);
  try {
    const snapshot = await database.snapshot();
    try {
      const tables = await copyStore(snapshot.reading, copy, `"${folder}"`);
      return { tables, version: (await currentVersion(snapshot.reading))?.version ?? null };
    } finally {
      await snapshot.end();
    }
  } finally {
    await copy.close();
  }
}

async function writeLast(path: string, text: string): Promise<void> {
  const draft = `${path}.draft`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, path);
  const folder = await open(join(path, ".."), "r");
  await folder.sync();
  await folder.close();
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Backs up the store, the original documents, the archive, the decisions and the key while the service runs. */
import { createHash } from "node:crypto";
import { access, readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve, sep } from "node:path";
import { flushFolder, writeAtomically } from "../../base/atomic-file.ts";
import { digestFile } from "../../base/digested-file.ts";
import { ConfigError } from "../../base/errors.ts";
import { computeCoverageRows } from "../../store/coverage.ts";
import type { Database } from "../../store/database.ts";
import { makeFolder } from "../../store/make-folder.ts";
import { openSqlite } from "../../store/sqlite.ts";
import { copyStore, type StorePart } from "../../store/transfer.ts";
import { readCurrentVersion } from "../../store/versions.ts";
import { copyWithDigest, listFilesBelow, requireEmptyFolder } from "./files.ts";
import {
  ARCHIVE,
  type BackedUpFile,
  type BackupManifest,
  DECISIONS_FILE,
  isPublicFile,
  KEY_FILE,
  MANIFEST,
  resolveBackupPath,
  type ServicePlaces,
  STORE_FILE,
  SUMS_FILE,
} from "./manifest.ts";

interface BackupSource extends ServicePlaces {
  /** True if the master key is set in the configuration, so that no key file is used. */
  readonly masterKeySet: boolean;
  readonly database: Database;
  /** For a public backup's manifest: the program's name and version, and the OCR reader's version. Null for a full backup. */
  readonly published: { readonly madeBy: string; readonly reader: string } | null;
}

/** Replaces a decision's author (an account with its key, or a user of this machine) in a public backup. */
const UNNAMED = "not named in a public backup";

/**
 * Writes a backup into a new or empty folder. The files are copied after a snapshot of the store. The backup thus includes every
 * original that the store names. @returns also the paths of originals whose bytes do not match the digest in their name.
 * @throws {ConfigError} if the folder cannot be used.
 */
export async function writeBackup(
  { masterKeySet, database, published, ...places }: BackupSource,
  folder: string,
  now: Date,
): Promise<{ readonly manifest: BackupManifest; readonly sha256: string; readonly damaged: readonly string[] }> {
  const { dataDir, archiveDir, decisions } = places;
  for (const [used, label] of [
    [dataDir, "data folder"],
    [archiveDir, "archive"],
  ] as const) {
    if (`${resolve(folder)}${sep}`.startsWith(`${resolve(used)}${sep}`)) {
      throw new ConfigError(`A backup must not lie within the ${label} "${used}"; "${folder}" does.`);
    }
  }
  await requireEmptyFolder(folder, "The backup folder");
  try {
    makeFolder(folder, 0o700);
  } catch (cause) {
    const why = (cause as Error).message;
    throw new ConfigError(`The backup folder "${folder}" cannot be created: ${why}.`, { cause });
  }
  const { tables, version, filings } = await copyDatabase(database, folder, published === null ? "all" : "public");
  const files: BackedUpFile[] = [{ path: STORE_FILE, ...(await digestFile(join(folder, STORE_FILE))) }];
  for (const path of await listFilesToCopy(places)) {
    if (published !== null && !isPublicFile(path)) continue;
    files.push({ path, ...(await copyWithDigest(resolveBackupPath(path, places), join(folder, path))) });
  }
  const hasKey = published === null && !masterKeySet && (await pathExists(join(dataDir, KEY_FILE)));
  const archiveId = join(archiveDir, "id");
  const singleFiles = [
    ...((await pathExists(archiveId)) ? [[archiveId, `${ARCHIVE}/id`]] : []),
    ...(published === null && (await pathExists(decisions)) ? [[decisions, DECISIONS_FILE]] : []),
    ...(hasKey ? [[join(dataDir, KEY_FILE), KEY_FILE]] : []),
  ];
  for (const [from = "", path = ""] of singleFiles)
    files.push({ path, ...(await copyWithDigest(from, join(folder, path))) });
  if (published !== null && (await pathExists(decisions))) files.push(await writeAnonymousDecisions(decisions, folder));
  const manifest: BackupManifest = {
    format: 1,
    taken_at: now.toISOString(),
    dataset_version: version,
    master_key: published !== null ? "none" : masterKeySet ? "setting" : hasKey ? "file" : "none",
    tables: [...tables].map((each) => ({ ...each, columns: [...each.columns], key: [...each.key] })),
    files,
    ...(published !== null && {
      public: { made_by: published.madeBy, reader: published.reader, filings: [...filings] },
    }),
  };
  const text = `${JSON.stringify(manifest)}\n`;
  const sha256 = createHash("sha256").update(text).digest("hex");
  if (published !== null) {
    const sums = [...files, { path: MANIFEST, sha256 }].map((file) => `${file.sha256}  ${file.path}\n`).join("");
    await writeFile(join(folder, SUMS_FILE), sums, { mode: 0o600, flush: true });
  }
  await writeAtomically(join(folder, MANIFEST), text, 0o600);
  await flushFolder(folder);
  return { manifest, sha256, damaged: files.filter(isDamaged).map(({ path }) => path) };
}

/** Lists files that never change. A file that refers to others comes first: an archived version before its pieces. */
async function listFilesToCopy({ dataDir, archiveDir }: ServicePlaces): Promise<readonly string[]> {
  const versions = await listFilesBelow(archiveDir, "versions");
  const pieces = await listFilesBelow(archiveDir, "pieces");
  const archived = [...versions, ...pieces].map((path) => join(ARCHIVE, path));
  return [...archived, ...(await listFilesBelow(dataDir, "documents"))];
}

/** Returns whether the SHA-256 of a file in `documents` differs from the digest in the file's name. */
function isDamaged({ path, sha256 }: BackedUpFile): boolean {
  return path.startsWith("documents/") && /^[0-9a-f]{64}$/.test(basename(path)) && basename(path) !== sha256;
}

/** Copies the file of decisions without the authors' names. @throws {ConfigError} naming the line that is not JSON. */
async function writeAnonymousDecisions(decisions: string, folder: string): Promise<BackedUpFile> {
  const lines = (await readFile(decisions, "utf8")).split("\n").map((line, at) => {
    if (line.trim() === "") return "";
    try {
      return `${JSON.stringify({ ...JSON.parse(line), author: UNNAMED })}\n`;
    } catch (cause) {
      throw new ConfigError(`Line ${at + 1} of "${decisions}" is not a valid decision: it is not JSON.`, { cause });
    }
  });
  const path = join(folder, DECISIONS_FILE);
  await writeFile(path, lines.join(""), { mode: 0o600, flush: true });
  return { path: DECISIONS_FILE, ...(await digestFile(path)) };
}

async function copyDatabase(database: Database, folder: string, part: StorePart) {
  const copy = await openSqlite(folder);
  try {
    const snapshot = await database.openSnapshot();
    try {
      const tables = await copyStore(snapshot.reading, copy, `"${folder}"`, part);
      const counts = part === "public" ? await computeCoverageRows(copy) : [];
      const filings = counts.map(({ source, year, state, filings: count }) => ({
        source,
        year,
        state,
        filings: count,
      }));
      return { tables, version: (await readCurrentVersion(snapshot.reading))?.version ?? null, filings };
    } finally {
      await snapshot.end();
    }
  } finally {
    await copy.close();
  }
}

async function pathExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The manifest of a backup, `backup.json`. It is written last: without it the folder is no complete backup. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ConfigError } from "../errors.ts";

export const MANIFEST = "backup.json";
/** The store within a backup, always in SQLite, also of a service on PostgreSQL. */
export const STORE_FILE = "congress-trades.sqlite";
export const DECISIONS_FILE = "decisions.ndjson";
export const KEY_FILE = "master.key";

/** Folder of the archive within a backup. */
export const ARCHIVE = "archive";

/** The folders of a service that a backup holds. */
export interface ServicePlaces {
  readonly dataDir: string;
  /** Folder of the archive, wherever it is. */
  readonly archiveDir: string;
  /** File of the decisions, wherever it is. */
  readonly decisions: string;
}

/** The path to which a file of a backup belongs. */
export function placeOf(path: string, { dataDir, archiveDir, decisions }: ServicePlaces): string {
  if (path === DECISIONS_FILE) return decisions;
  return path.startsWith(`${ARCHIVE}/`) ? join(archiveDir, path.slice(ARCHIVE.length + 1)) : join(dataDir, path);
}

const Digest = z.string().regex(/^[0-9a-f]{64}$/);

const ManifestSchema = z.strictObject({
  format: z.literal(1),
  taken_at: z.iso.datetime(),
  dataset_version: z.string().nullable(),
  /** The key of webhook secrets is in the backup, or it was a setting that the operator keeps. */
  master_key: z.enum(["file", "setting", "none"]),
  tables: z.array(
    z.strictObject({
      name: z.string(),
      columns: z.array(z.string()),
      key: z.array(z.string()),
      counted: z.boolean(),
      rows: z.int().min(0),
      sha256: Digest,
    }),
  ),
  files: z.array(z.strictObject({ path: z.string(), bytes: z.int().min(0), sha256: Digest })),
});

export type BackupManifest = z.output<typeof ManifestSchema>;
export type BackedUpFile = BackupManifest["files"][number];

/** @throws {ConfigError} when the folder is no whole backup. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  let text: string;
  try {
    text = await readFile(join(folder, MANIFEST), "utf8");
  } catch (cause) {
    throw new ConfigError(
      `"${folder}" is not a whole backup: it has no ${MANIFEST}, which is written last. A backup that was cut short cannot be restored; take another one.`,
      { cause },
    );
  }
  try {
    return ManifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new ConfigError(
      `"${join(folder, MANIFEST)}" is damaged, or was written by another release: it cannot be read as the list of a backup.`,
      { cause },
    );
  }
}

/** The manifest of a backup, `backup.json`. It is written last: without it the backup is incomplete. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ConfigError } from "../../base/errors.ts";

export const MANIFEST = "backup.json";
/** The store within a backup: always SQLite, even if the service uses PostgreSQL. */
export const STORE_FILE = "congress-trades.sqlite";
export const DECISIONS_FILE = "decisions.ndjson";
export const KEY_FILE = "master.key";
/** Digests of all files, in `sha256sum` format, next to the manifest of a public backup. */
export const SUMS_FILE = "SHA256SUMS";

/** The archive's folder within a backup. */
export const ARCHIVE = "archive";

/** Paths of a service that a backup includes. */
export interface ServicePlaces {
  readonly dataDir: string;
  /** Inside or outside of `dataDir`. */
  readonly archiveDir: string;
  /** The file of decisions, inside or outside of `dataDir`. */
  readonly decisions: string;
}

export function resolveBackupPath(path: string, { dataDir, archiveDir, decisions }: ServicePlaces): string {
  if (path === DECISIONS_FILE) return decisions;
  return path.startsWith(`${ARCHIVE}/`) ? join(archiveDir, path.slice(ARCHIVE.length + 1)) : join(dataDir, path);
}

/** The only paths allowed in a public backup: the store, the decisions, documents with their metadata, and the archive. */
const PUBLIC_FILES =
  /^(congress-trades\.sqlite|decisions\.ndjson|documents\/[0-9a-f]{2}\/[0-9a-f]{64}(\.json)?|archive\/(id|versions\/\d{4}-\d\d-\d\d\.\d+\.json|pieces\/[0-9a-f]{2}\/[0-9a-f]{64}\.gz))$/;

export function isPublicFile(path: string): boolean {
  return PUBLIC_FILES.test(path.replaceAll("\\", "/"));
}

const Digest = z.string().regex(/^[0-9a-f]{64}$/);

const ManifestSchema = z.strictObject({
  format: z.literal(1),
  taken_at: z.iso.datetime(),
  dataset_version: z.string().nullable(),
  /**
   * Where the key that encrypts webhook secrets is stored. `file`: in the backup. `setting`: in the operator's settings.
   * `none`: no key exists, or the backup is public.
   */
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
  /** Contents of a public backup; absent in a full backup. */
  public: z
    .strictObject({
      made_by: z.string(),
      /** Version of the OCR reader for scanned pages. */
      reader: z.string(),
      filings: z.array(
        z.strictObject({ source: z.string(), year: z.int(), state: z.string(), filings: z.int().min(0) }),
      ),
    })
    .optional(),
});

export type BackupManifest = z.output<typeof ManifestSchema>;
export type BackedUpFile = BackupManifest["files"][number];

/** @returns the manifest and the SHA-256 of its bytes. @throws {ConfigError} if the backup in the folder is incomplete. */
export async function readBackupManifest(
  folder: string,
): Promise<{ readonly manifest: BackupManifest; readonly sha256: string }> {
  let text: string;
  try {
    text = await readFile(join(folder, MANIFEST), "utf8");
  } catch (cause) {
    throw new ConfigError(
      `"${folder}" is not a complete backup: it has no ${MANIFEST}, which is written last. An interrupted backup cannot be restored; use another one.`,
      { cause },
    );
  }
  try {
    const manifest = ManifestSchema.parse(JSON.parse(text));
    return { manifest, sha256: createHash("sha256").update(text).digest("hex") };
  } catch (cause) {
    throw new ConfigError(
      `"${join(folder, MANIFEST)}" is damaged, or was written by another release: it cannot be read as the manifest of a backup.`,
      { cause },
    );
  }
}

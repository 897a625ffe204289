import { existsSync } from "node:fs";
import program from "../../../package.json" with { type: "json" };
import type { Config } from "../../base/config.ts";
import { ConfigError } from "../../base/errors.ts";
import { SCAN_READER } from "../../filings/sources/scans/assemble.ts";
import { writeBackup } from "../../publication/backup/backup.ts";
import { type BackupManifest, DECISIONS_FILE } from "../../publication/backup/manifest.ts";
import { getSqlitePath } from "../../store/sqlite.ts";
import { openConfiguredDatabase } from "./data-folder.ts";
import { type PrintOptions, printLine } from "./shared-store.ts";

/**
 * `backup`: copies store, originals, archive, decisions and key into one folder; with `--public`, only what may be shared. Can
 * run while a service is running.
 */
export async function runBackupCommand(
  config: Config,
  folder: string,
  { public: isPublic = false, ...printed }: PrintOptions & { readonly public?: boolean },
): Promise<void> {
  if (config.DATABASE_URL === null && !existsSync(getSqlitePath(config.DATA_DIR))) {
    throw new ConfigError(`There is nothing to back up: the data folder "${config.DATA_DIR}" holds no store.`);
  }
  const database = await openConfiguredDatabase(config);
  try {
    const { manifest, sha256, damaged } = await writeBackup(
      {
        dataDir: config.DATA_DIR,
        archiveDir: config.ARCHIVE_DIR,
        decisions: config.DECISIONS,
        masterKeySet: config.MASTER_KEY !== null,
        database,
        published: isPublic ? { madeBy: `congress-trades ${program.version}`, reader: SCAN_READER } : null,
      },
      folder,
      new Date(),
    );
    printLine(
      printed,
      { ...summarizeBackup(manifest), sha256, damaged },
      formatBackupReport(folder, manifest, sha256, damaged),
    );
  } finally {
    await database.close();
  }
}

export function summarizeBackup({ taken_at, dataset_version, master_key, tables, files }: BackupManifest) {
  return {
    taken_at,
    dataset_version,
    master_key,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    trades: tables.find(({ name }) => name === "trades")?.rows ?? 0,
    // The JSON file next to each original, which records its source, is not counted.
    originals: files.filter(({ path }) => path.startsWith("documents/") && !path.endsWith(".json")).length,
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function formatBackupReport(
  folder: string,
  manifest: BackupManifest,
  sha256: string,
  damaged: readonly string[],
): string {
  const { dataset_version, trades, originals, files, bytes, master_key } = summarizeBackup(manifest);
  const lines = [
    `Backed up into "${folder}": dataset ${dataset_version ?? "none"}, ${trades} trades, ${originals} originals; ${files} files, ${(bytes / 1e6).toFixed(1)} MB.`,
  ];
  if (master_key === "setting")
    lines.push("The key for webhook secrets is the setting MASTER_KEY: back it up yourself.");
  if (master_key === "file") lines.push("It contains the key for webhook secrets: protect the folder accordingly.");
  if (manifest.public) {
    lines.push("This is a public backup: it contains no accounts, keys, alerts, mails, deliveries or prices.");
    if (manifest.files.some(({ path }) => path === DECISIONS_FILE)) {
      lines.push(
        "decisions.ndjson contains people's decisions and the reasons they gave, without their names. Read it before you publish the backup.",
      );
    }
    lines.push(`SHA-256 of backup.json, with which others can check their copy of the backup: ${sha256}`);
  }
  for (const path of damaged)
    lines.push(`Damaged before the backup: ${path}. The service's next run downloads it again.`);
  return lines.join("\n");
}

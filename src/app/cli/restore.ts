import { existsSync } from "node:fs";
import { createSecretBox, loadOrCreateMasterKey } from "../../accounts/webhooks/secret.ts";
import type { Config } from "../../base/config.ts";
import { AppError, ConfigError } from "../../base/errors.ts";
import { requireEmptyFolder } from "../../publication/backup/files.ts";
import { type BackupManifest, DECISIONS_FILE, readBackupManifest } from "../../publication/backup/manifest.ts";
import { listDifferences, type RestoreTarget, restore } from "../../publication/backup/restore.ts";
import { lockDataDir } from "../../store/data-lock.ts";
import { listSealedSecrets } from "../../store/transfer.ts";
import { summarizeBackup } from "./backup.ts";
import { openConfiguredDatabase } from "./data-folder.ts";
import { type PrintOptions, printLine } from "./shared-store.ts";

/** `restore`: restores a backup into an empty DATA_DIR and, if DATABASE_URL is set, an empty database; `--verify` compares everything. */
export async function runRestoreCommand(
  config: Config,
  folder: string,
  { verify = false, ...printed }: PrintOptions & { readonly verify?: boolean },
): Promise<void> {
  // Check first, so that a wrong backup leaves no trace.
  const { master_key: backedUpKey, files } = (await readBackupManifest(folder)).manifest;
  if (backedUpKey === "setting" && config.MASTER_KEY === null) {
    throw new ConfigError(
      "The backup comes from a service with MASTER_KEY set, and its webhook secrets are encrypted with that key. Set MASTER_KEY to the same value.",
    );
  }
  await requireEmptyFolder(config.DATA_DIR, "DATA_DIR");
  await requireEmptyFolder(config.ARCHIVE_DIR, "ARCHIVE_DIR");
  if (existsSync(config.DECISIONS) && files.some(({ path }) => path === DECISIONS_FILE)) {
    throw new ConfigError(
      `The backup contains decisions, but the file that DECISIONS names, "${config.DECISIONS}", already exists. Move it away first.`,
    );
  }
  await using open = new AsyncDisposableStack();
  open.adopt(await lockDataDir(config.DATA_DIR, "restore"), (lock) => lock.release());
  const postgres = config.DATABASE_URL === null ? null : await openConfiguredDatabase(config);
  open.defer(() => postgres?.close());
  const target = {
    dataDir: config.DATA_DIR,
    archiveDir: config.ARCHIVE_DIR,
    decisions: config.DECISIONS,
    postgres,
  };
  const manifest = await restore(folder, target);
  const verified = verify ? await verifyRestoredData(manifest, target) : null;
  const secrets = verify ? await checkWebhookSecrets(config) : null;
  const answer = { ...summarizeBackup(manifest), verified, webhook_secrets_opened: secrets };
  printLine(printed, answer, formatRestoreReport(config.DATA_DIR, manifest, secrets));
}

/** @throws {AppError} code `not_restored` naming the differences. */
async function verifyRestoredData(manifest: BackupManifest, target: RestoreTarget): Promise<true> {
  const found = await listDifferences(manifest, target);
  if (found.length === 0) return true;
  throw new AppError("not_restored", `The restored data differs from the backup: ${found.slice(0, 10).join(", ")}.`);
}

/** Decrypts each webhook secret with this service's key and returns their number. @throws {AppError} if decryption fails. */
async function checkWebhookSecrets(config: Config): Promise<number> {
  const database = await openConfiguredDatabase(config);
  try {
    const sealed = await listSealedSecrets(database.reading);
    if (sealed.length === 0) return 0;
    const box = createSecretBox(loadOrCreateMasterKey(config, config.DATA_DIR));
    for (const each of sealed) box.open(each);
    return sealed.length;
  } finally {
    await database.close();
  }
}

function formatRestoreReport(dataDir: string, manifest: BackupManifest, secrets: number | null): string {
  const { dataset_version, trades, originals, rows, files, taken_at } = summarizeBackup(manifest);
  const what = manifest.public ? "A public backup, restored" : "Restored";
  const restored = `${what} into "${dataDir}" as of ${taken_at}: dataset ${dataset_version ?? "none"}, ${trades} trades, ${originals} originals.`;
  if (secrets === null) return restored;
  return `${restored}\nVerified: ${rows} rows of ${manifest.tables.length} tables and ${files} files match the backup's digests; ${secrets} webhook secrets decrypted.`;
}

/** Commands that copy, restore, rebuild and move the store. Each implementation is loaded on demand. */
import type { Command } from "commander";
import { createAction, createStoppableAction } from "./run-command.ts";

export function addStoreCommands(program: Command): void {
  program
    .command("backup")
    .description(
      "back up the store, original documents, archived versions, review decisions and master key (no need to stop the service)",
    )
    .argument("<folder>", "a new or empty folder outside DATA_DIR")
    .option("--public", "leave out prices and everything private (accounts, keys, alerts, e-mails, deliveries)")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./backup.ts")).runBackupCommand));

  program
    .command("restore")
    .description("restore a backup into an empty DATA_DIR (and an empty database, if DATABASE_URL is set)")
    .argument("<folder>", "a folder made by `backup`")
    .option("--verify", "compare every row, file and secret with the backup afterwards")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./restore.ts")).runRestoreCommand));

  program
    .command("verify")
    .description("check stored originals against the official sites, and stored OCR results against a new OCR run")
    .requiredOption(
      "--sample <n>",
      "how many of each to check, drawn at random; digests of all originals are always checked",
    )
    .option("--seed <text>", "draw the same sample again (default: a new one each time)")
    .option("--json", "print JSON")
    .action(createStoppableAction(async () => (await import("./verify.ts")).runVerifyCommand));

  program
    .command("archive")
    .description("prepare the data set for a research-data repository such as Zenodo")
    .command("bundle")
    .description("copy the newest data files into a new folder, with citation, metadata and digests")
    .argument("<folder>", "a new or empty folder")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./bundle.ts")).runBundleCommand));

  program
    .command("rebuild")
    .description("fill an empty store from the originals in DATA_DIR/documents, offline")
    .option("--json", "print JSON")
    .action(createStoppableAction(async () => (await import("./rebuild.ts")).runRebuildCommand));

  program
    .command("migrate-to")
    .description("move the store from SQLite to PostgreSQL, or from PostgreSQL to SQLite (stop the service first)")
    .argument("<database>", "postgres://user:password@host/database, or sqlite")
    .option("--json", "print JSON")
    .action(createAction(async () => (await import("./migrate-to.ts")).runMigrateToCommand));
}

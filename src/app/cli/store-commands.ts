/** Commands that copy, restore, rebuild and move the store. What each does is loaded when it is asked for. */
import type { Command } from "commander";
import { action, stoppableAction } from "./run-command.ts";

export function addStoreCommands(program: Command): void {
  program
    .command("backup")
    .description(
      "copy store, originals, archive, decisions and key into a new folder; works beside a service that runs",
    )
    .argument("<folder>", "a new or empty folder, outside of DATA_DIR")
    .option("--public", "only what may be published: without accounts, keys, alerts, mails, deliveries and prices")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./backup.ts")).backupCommand));

  program
    .command("restore")
    .description("put a backup back into an empty DATA_DIR, and into an empty database where DATABASE_URL names one")
    .argument("<folder>", "what `backup` made")
    .option("--verify", "compare every row, file and secret with the backup afterwards")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./restore.ts")).restoreCommand));

  program
    .command("verify")
    .description("compare stored originals with the official sites, and readings of scanned pages with a new reading")
    .requiredOption("--sample <n>", "how many of each are drawn at random; every original is compared with its digest")
    .option("--seed <text>", "draws the same again; by default another one each time")
    .option("--json", "print it as JSON")
    .action(stoppableAction(async () => (await import("./verify.ts")).verifyCommand));

  program
    .command("archive")
    .description("the whole data set for a repository that gives a DOI")
    .command("bundle")
    .description("copy the newest data files into a new folder, with citation, metadata and digests")
    .argument("<folder>", "a new or empty folder")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./bundle.ts")).bundleCommand));

  program
    .command("rebuild")
    .description("begin an empty store again from the originals in DATA_DIR/documents alone, without network")
    .option("--json", "print it as JSON")
    .action(stoppableAction(async () => (await import("./rebuild.ts")).rebuildCommand));

  program
    .command("migrate-to")
    .description("move the store from SQLite to PostgreSQL, or back; needs the service stopped")
    .argument("<database>", "postgres://user:password@host/database, or sqlite")
    .option("--json", "print it as JSON")
    .action(action(async () => (await import("./migrate-to.ts")).migrateToCommand));
}

import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { type Config, parseDatabaseAddress } from "../../base/config.ts";
import { AppError, ConfigError } from "../../base/errors.ts";
import { createLogger } from "../../base/log.ts";
import { openDatabase } from "../../store/open.ts";
import { getSqlitePath } from "../../store/sqlite.ts";
import { getMigratedPath } from "../../store/store-file.ts";
import { computeTableSums, copyStore, describeDifferingTables, type TableSum } from "../../store/transfer.ts";
import { lockStore } from "./data-folder.ts";
import { type PrintOptions, printLine } from "./shared-store.ts";

/**
 * `migrate-to`: moves the whole store from SQLite to PostgreSQL, or back if the target is `sqlite`: filings, trades, prices,
 * accounts, keys, alerts, events and deliveries. Originals, archive and decisions stay in DATA_DIR. Either everything is moved
 * or nothing: the row counts and digests of source and copy must match.
 */
export async function runMigrateToCommand(config: Config, target: string, printed: PrintOptions): Promise<void> {
  const to = target === "sqlite" ? null : parseDatabaseAddress(target);
  checkMigrationDirection(config, to);
  await using _lock = await lockStore(config, "migrate-to");
  const sums = await migrateStore(config, to);
  if (to !== null) await rename(getSqlitePath(config.DATA_DIR), getMigratedPath(getSqlitePath(config.DATA_DIR)));
  printLine(printed, { tables: sums }, formatMigrationReport(config, to, sums));
}

function checkMigrationDirection({ DATABASE_URL: from, DATA_DIR: dataDir }: Config, to: string | null): void {
  if (from === null && to === null) {
    throw new ConfigError(
      "The store is already in SQLite. To move from PostgreSQL, set DATABASE_URL to it and run `migrate-to sqlite`.",
    );
  }
  if (from !== null && to !== null) {
    throw new ConfigError(
      "`migrate-to` moves from SQLite to PostgreSQL or back. DATABASE_URL is set, so the store is in PostgreSQL: run `migrate-to sqlite`, or unset DATABASE_URL to move the store in DATA_DIR.",
    );
  }
  if (to !== null && !existsSync(getSqlitePath(dataDir))) {
    throw new ConfigError(`Nothing to move: the data folder "${dataDir}" holds no store.`);
  }
}

async function migrateStore(config: Config, to: string | null): Promise<readonly TableSum[]> {
  const log = createLogger("error");
  await using open = new AsyncDisposableStack();
  const openAt = async (databaseUrl: string | null) =>
    open.adopt(await openDatabase({ dataDir: config.DATA_DIR, databaseUrl, log }), (each) => each.close());
  const source = await openAt(config.DATABASE_URL);
  const target = await openAt(to);
  const snapshot = open.adopt(await source.openSnapshot(), (each) => each.end());
  const place = to === null ? `"${getSqlitePath(config.DATA_DIR)}"` : "The database that was named";
  const sums = await copyStore(snapshot.reading, target, place);
  const found = describeDifferingTables(sums, await computeTableSums(target.reading, sums, "all"));
  if (found.length === 0) return sums;
  throw new AppError("not_migrated", `The copy differs: ${found.join(", ")}. The store stays where it was.`);
}

function formatMigrationReport(config: Config, to: string | null, sums: readonly TableSum[]): string {
  const rows = sums.reduce((sum, each) => sum + each.rows, 0);
  const next =
    to === null
      ? "Unset DATABASE_URL from now on. The PostgreSQL database is unchanged; remove it when you no longer need it."
      : `Set DATABASE_URL to that address from now on, and keep DATA_DIR: originals, archive, decisions and the key stay there. The former store is now ${getMigratedPath(getSqlitePath(config.DATA_DIR))}.`;
  return `${rows} rows in ${sums.length} tables copied; digests match.\n${next}`;
}

/** One database, SQLite or PostgreSQL, as used by the table modules. */
import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { ConfigError } from "../base/errors.ts";
import { BEFORE_BASE, MIGRATIONS } from "./migrations/all.ts";
import type { Schema, Writing } from "./schema.ts";

export interface Database {
  readonly dialect: "sqlite" | "postgres";
  /** Connection for reading: it sees committed data, even during a change. */
  readonly reading: Kysely<Schema>;
  /** Connection for single write statements. */
  readonly writing: Kysely<Schema>;
  /** Connection for frequent writes during requests: it never blocks the event loop while the disk writes. */
  readonly backgroundWriting: Kysely<Schema>;
  /** Runs a transaction on filings and published data; only one runs at a time, even across processes. */
  change<T>(work: (transaction: Writing) => Promise<T>): Promise<T>;
  /** Runs a short transaction on data other than filings and published data. In PostgreSQL, it does not wait for publications. */
  transact<T>(work: (transaction: Writing) => Promise<T>): Promise<T>;
  /** Opens a read-only snapshot of the database, as of the snapshot's first read. */
  openSnapshot(): Promise<{ readonly reading: Kysely<Schema>; end(): Promise<void> }>;
  close(): Promise<void>;
}

/** Some table names of this program: a shared database in which another program uses one of these names is refused. */
const OUR_TABLES: readonly string[] = ["politicians", "filings", "trades", "meta", "documents"];

/**
 * Migrates the tables to the current version. @param shared whether the database may also contain other programs' tables.
 * @throws {ConfigError} if a newer release, a version too old to adopt, or another program created the tables.
 */
export async function migrate(db: Kysely<Schema>, place: string, shared: boolean): Promise<void> {
  const migrationNames = Object.keys(MIGRATIONS);
  const stored = await listAppliedMigrations(db);
  if (stored.length === 0) await throwIfForeign(db, place, shared);
  const done = stored.some((name) => BEFORE_BASE.includes(name)) ? await adoptPrereleaseStore(db, place) : stored;
  const unknown = done.filter((name) => !migrationNames.includes(name));
  if (unknown.length > 0) {
    throw new ConfigError(
      `${place} was made by a newer release: the database has the migration ${unknown.join(", ")}, but the newest migration that this release knows is ${migrationNames.at(-1)}. Run the newer release, or choose another database.`,
    );
  }
  // Opening an up-to-date store takes no lock. A second process can thus inspect the store while the first process writes.
  if (migrationNames.every((name) => done.includes(name))) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/**
 * Adopts a store of the last version before the first release. Its tables equal the tables of `0001-base`, so only the names of
 * applied migrations are replaced. @returns the names afterwards. @throws {ConfigError} for an earlier version.
 */
async function adoptPrereleaseStore(db: Kysely<Schema>, place: string): Promise<readonly string[]> {
  return (db as unknown as Kysely<MigrationTables>).transaction().execute(async (transaction) => {
    const names = (await transaction.selectFrom("kysely_migration").select("name").execute()).map(({ name }) => name);
    // Another process may have adopted the store meanwhile.
    if (!names.some((name) => BEFORE_BASE.includes(name))) return names;
    const missing = BEFORE_BASE.find((name) => !names.includes(name));
    if (missing !== undefined) {
      throw new ConfigError(
        `${place} was made by a version before 1.0 that this release cannot bring up to date: the store lacks the migration ${missing}. Either move the store away and run \`rebuild\`, which reads the originals in DATA_DIR/documents again, or run commit 74eceee of this program on the store once, and then run this release.`,
      );
    }
    await transaction.deleteFrom("kysely_migration").where("name", "in", BEFORE_BASE).execute();
    const timestamp = new Date().toISOString();
    await transaction
      .insertInto("kysely_migration")
      .values({ name: "0001-base", timestamp })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return [...names.filter((name) => !BEFORE_BASE.includes(name)), "0001-base"];
  });
}

// Throws a `ConfigError` if the database belongs to another program. A database that lists our migrations as applied is accepted.
// Without that list, a database file must have no tables. A shared database must have no table that is named in `OUR_TABLES`.
async function throwIfForeign(db: Kysely<Schema>, place: string, shared: boolean): Promise<void> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  // A database on a database server may contain other programs' tables. A database file belongs to one program.
  const foreign = shared ? tables.filter((name) => OUR_TABLES.includes(name)) : tables;
  // Another process of this program may have created the tables meanwhile.
  if (foreign.length === 0 || (await listAppliedMigrations(db)).length > 0) return;
  throw new ConfigError(
    `${place} is the database of another program: this program did not create the tables ${foreign.slice(0, 5).join(", ")}. Choose another database, or restore a backup into an empty one with \`restore\`.`,
  );
}

interface MigrationTables {
  readonly kysely_migration: { readonly name: string; readonly timestamp: string };
}

async function listAppliedMigrations(db: Kysely<Schema>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  const rows = await (db as unknown as Kysely<MigrationTables>).selectFrom("kysely_migration").select("name").execute();
  return rows.map((row) => row.name);
}

/** One database, SQLite or PostgreSQL, as the table families use it. */
import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { ConfigError } from "../base/errors.ts";
import { BEFORE_BASE, MIGRATIONS } from "./migrations/all.ts";
import type { Schema, Writing } from "./schema.ts";

export interface Database {
  readonly dialect: "sqlite" | "postgres";
  /** Connection for reading: it sees what is committed, even while a change is under way. */
  readonly reading: Kysely<Schema>;
  /** Connection for single statements that write. */
  readonly writing: Kysely<Schema>;
  /** Connection for what is written often and beside answers: it never holds up the event loop until the disk has it. */
  readonly beside: Kysely<Schema>;
  /** One transaction that reads and writes the ledger; only one runs at a time, also over several processes. All of it or nothing. */
  change<T>(work: (transaction: Writing) => Promise<T>): Promise<T>;
  /** One short transaction beside the ledger: in PostgreSQL it waits for no publication. */
  transact<T>(work: (transaction: Writing) => Promise<T>): Promise<T>;
  /** The database as it is at the first read, however long one goes on reading. */
  snapshot(): Promise<Snapshot>;
  close(): Promise<void>;
}

export interface Snapshot {
  readonly reading: Kysely<Schema>;
  end(): Promise<void>;
}

/** Some of them, by which a database that another program made is distinguished from one with room for ours. */
const OUR_TABLES: readonly string[] = ["politicians", "filings", "trades", "meta", "documents"];

/**
 * Brings the tables up to date. @param shared whether the database may hold other programs' tables too.
 * @throws {ConfigError} when a newer release of this program made them, a version before the first release, or another program.
 */
export async function migrate(db: Kysely<Schema>, place: string, shared: boolean): Promise<void> {
  const known = Object.keys(MIGRATIONS);
  const stored = await applied(db);
  if (stored.length === 0) await refuseForeign(db, place, shared);
  const done = stored.some((name) => BEFORE_BASE.includes(name)) ? await adopt(db, place) : stored;
  const unknown = done.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new ConfigError(
      `${place} was made by a newer release: it has the migration ${unknown.join(", ")}, and this release knows them up to ${known.at(-1)}. Start that release, or name another place.`,
    );
  }
  // A store that is up to date is opened without a lock, so that a second process can look into it while the first one writes.
  if (known.every((name) => done.includes(name))) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/**
 * Takes over a store of the last version before the first release, whose tables are those of `0001-base`: only the names of its migrations
 * are replaced. @returns the migrations that it then has. @throws {ConfigError} for one of an earlier version.
 */
async function adopt(db: Kysely<Schema>, place: string): Promise<readonly string[]> {
  return (db as unknown as Kysely<MigrationTables>).transaction().execute(async (transaction) => {
    const names = (await transaction.selectFrom("kysely_migration").select("name").execute()).map(({ name }) => name);
    // Another process may have adopted it just now.
    if (!names.some((name) => BEFORE_BASE.includes(name))) return names;
    const missing = BEFORE_BASE.find((name) => !names.includes(name));
    if (missing !== undefined) {
      throw new ConfigError(
        `${place} was made by a version before 1.0 that this release cannot bring up to date: it lacks the migration ${missing}. Move the store away and run \`rebuild\`, which reads the originals in DATA_DIR/documents again; or start commit 74eceee on it once, then this release.`,
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

/** @throws {ConfigError} for the database of another program: one that has tables of our names, and not those that say who made them. */
async function refuseForeign(db: Kysely<Schema>, place: string, shared: boolean): Promise<void> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  // A server's database may hold other programs' tables beside ours; a file holds one program's.
  const foreign = shared ? tables.filter((name) => OUR_TABLES.includes(name)) : tables;
  // Another process may have made them just now.
  if (foreign.length === 0 || (await applied(db)).length > 0) return;
  throw new ConfigError(
    `${place} is the database of another program: it holds the tables ${foreign.slice(0, 5).join(", ")}, and none that this program made. Name another place, or put a backup in its place with \`restore\`.`,
  );
}

interface MigrationTables {
  readonly kysely_migration: { readonly name: string; readonly timestamp: string };
}

async function applied(db: Kysely<Schema>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  const rows = await (db as unknown as Kysely<MigrationTables>).selectFrom("kysely_migration").select("name").execute();
  return rows.map((row) => row.name);
}

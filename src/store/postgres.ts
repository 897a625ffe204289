import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { UnavailableError } from "../base/errors.ts";
import type { Logger } from "../base/log.ts";
import { type Database, migrate } from "./database.ts";
import { createErrorTranslatingPool, translateError } from "./postgres-errors.ts";
import type { Schema, Writing } from "./schema.ts";

const BIGINT = 20;
const DATE = 1082;
const CONNECTIONS = 10;
const CONNECT_MS = 5000;
const STATEMENT_MS = 8000;
/** Milliseconds after a statement's time limit at which the client gives up: a frozen server does not end its statements. */
const BEYOND_STATEMENT_MS = 2000;
/** Key of the advisory lock for changing the ledger; any number not used by another lock in the database. */
const LEDGER_LOCK = 4_217_002_026;
const LEDGER_WAIT_MS = 300_000;
const LEDGER_RETRY_MS = 20;

/**
 * Opens the store in PostgreSQL. Every operation ends within a bounded time; after an outage, operations work again.
 * @throws {ConfigError} if the server rejects the user, the password or the database.
 * @throws {UnavailableError} code `service_unavailable` if no server answers.
 */
export async function openPostgres(databaseUrl: string, log: Logger, statementMs = STATEMENT_MS): Promise<Database> {
  await migrateToLatest(databaseUrl, log, statementMs);
  return createDatabase(openKysely({ ...createLimitedConfig(databaseUrl, statementMs), max: CONNECTIONS }, log));
}

/** A database that does not answer yet. */
interface UnopenedDatabase {
  /** All operations fail with `service_unavailable` until `open` succeeds. */
  readonly database: Database;
  /** Migrates and checks the database; after that, operations work. @throws like `openPostgres`, or what `check` throws. */
  open(check: (database: Database) => Promise<void>): Promise<void>;
}

export function createUnopenedDatabase(databaseUrl: string, log: Logger): UnopenedDatabase {
  const config = { ...createLimitedConfig(databaseUrl, STATEMENT_MS), max: CONNECTIONS };
  let isOpen = false;
  return {
    database: createDatabase(openKysely(config, log, () => isOpen)),
    async open(check) {
      const checked = await openPostgres(databaseUrl, log);
      try {
        await check(checked);
      } finally {
        await checked.close();
      }
      isOpen = true;
    },
  };
}

function createConnectionConfig(databaseUrl: string, statementMs: number): pg.PoolConfig {
  return {
    connectionString: databaseUrl,
    connectionTimeoutMillis: Math.min(CONNECT_MS, statementMs),
    application_name: "congress-trades",
    keepAlive: true,
    types: { getTypeParser },
  };
}

/** Settings of a connection whose statements end within a bounded time. */
function createLimitedConfig(databaseUrl: string, statementMs: number): pg.PoolConfig {
  const limits = { statement_timeout: statementMs, query_timeout: statementMs + BEYOND_STATEMENT_MS };
  return { ...createConnectionConfig(databaseUrl, statementMs), ...limits };
}

function createDatabase(db: Kysely<Schema>): Database {
  return {
    dialect: "postgres",
    reading: db,
    writing: db,
    backgroundWriting: db,
    change: (work) =>
      db.transaction().execute(async (transaction) => {
        await lockLedger(transaction);
        return work(transaction);
      }),
    transact: (work) => db.transaction().execute(work),
    async openSnapshot() {
      const transaction = await db
        .startTransaction()
        .setIsolationLevel("repeatable read")
        .setAccessMode("read only")
        .execute();
      return {
        reading: transaction,
        async end() {
          await transaction.rollback().execute();
        },
      };
    },
    close: () => db.destroy(),
  };
}

function openKysely(config: pg.PoolConfig, log: Logger, mayConnect = () => true): Kysely<Schema> {
  const pool = new pg.Pool(config);
  pool.on("error", (error) => log.warn({ err: error }, "an idle connection to PostgreSQL was lost"));
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: createErrorTranslatingPool(pool, mayConnect) }) });
}

/** Migrations have no time limit, so a query with a time limit first checks that the server answers. */
async function migrateToLatest(databaseUrl: string, log: Logger, statementMs: number): Promise<void> {
  await runWithConnection(
    openKysely({ ...createLimitedConfig(databaseUrl, Math.min(CONNECT_MS, statementMs)), max: 1 }, log),
    (db) => sql`select 1`.execute(db),
  );
  await runWithConnection(openKysely({ ...createConnectionConfig(databaseUrl, statementMs), max: 1 }, log), (db) =>
    migrate(db, "The database of DATABASE_URL", true),
  );
}

async function runWithConnection(db: Kysely<Schema>, work: (db: Kysely<Schema>) => Promise<unknown>): Promise<void> {
  try {
    await work(db);
  } catch (error) {
    throw translateError(error);
  } finally {
    await db.destroy();
  }
}

/** Polls, since a statement that waits for the lock would exceed the time limit of statements. */
async function lockLedger(transaction: Writing): Promise<void> {
  const giveUpAt = performance.now() + LEDGER_WAIT_MS;
  for (;;) {
    const { rows } = await sql<{
      locked: boolean;
    }>`select pg_try_advisory_xact_lock(${sql.lit(LEDGER_LOCK)}) as locked`.execute(transaction);
    if (rows[0]?.locked === true) return;
    if (performance.now() > giveUpAt) {
      throw new UnavailableError("service_unavailable", "Another process has been publishing for five minutes.", 60);
    }
    await sleep(LEDGER_RETRY_MS);
  }
}

/** Type parsers for pg. By default, pg returns bigints as strings, and dates as instants in the machine's time zone. */
function getTypeParser(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (oid === BIGINT) return parseWholeNumber;
  if (oid === DATE) return (value) => value;
  return pg.types.getTypeParser(oid, format as "text");
}

function parseWholeNumber(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`the database holds ${value}, which is beyond 2^53`);
  return number;
}

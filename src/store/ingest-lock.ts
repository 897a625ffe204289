/**
 * Allows one ingesting process at a time on a shared PostgreSQL database: an advisory lock of a separate connection, which ends
 * with that connection. With SQLite, the lock on the data folder is sufficient.
 */
import { hostname } from "node:os";
import pg from "pg";
import { LockedError } from "../base/errors.ts";
import { translateError } from "./postgres-errors.ts";

export interface IngestLock {
  /** Aborted if the database connection that holds the lock is lost: ingestion must then stop. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** Any number not used by another lock in the database. */
const INGEST_LOCK = 4_217_002_027;
const CONNECT_MS = 5000;
const STATEMENT_MS = 8000;

/**
 * @param databaseUrl null for a store in SQLite. @param purpose what this process does; shown to other processes.
 * @throws {LockedError} naming the process that already ingests. @throws {UnavailableError} if no server answers.
 */
export async function lockIngest(databaseUrl: string | null, purpose: string): Promise<IngestLock> {
  const lost = new AbortController();
  if (databaseUrl === null) return { lost: lost.signal, release: async () => {} };
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
    keepAlive: true,
    application_name: `congress-trades ${purpose}, process ${process.pid} on ${hostname()}`.slice(0, 63),
  });
  client.on("error", (error) => lost.abort(translateError(error)));
  let holder: string | null;
  try {
    await client.connect();
    holder = await tryLock(client);
  } catch (error) {
    await client.end().catch(() => {});
    throw translateError(error);
  }
  if (holder !== null) {
    await client.end();
    throw new LockedError(
      `The database of DATABASE_URL is being filled by ${holder}. One process at a time may ingest: wait until that one has ended.`,
    );
  }
  return { lost: lost.signal, release: () => client.end().catch(() => {}) };
}

/** @returns null if this client obtained the lock, else the name of the client that holds the lock. */
async function tryLock(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [INGEST_LOCK]);
  if (rows[0]?.locked === true) return null;
  const holders = await client.query<{ name: string; since: Date }>(
    `select a.application_name as name, a.backend_start as since
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.database = (select oid from pg_database where datname = current_database())
        and l.classid = 0 and l.objid = $1`,
    [INGEST_LOCK],
  );
  const [holder] = holders.rows;
  return holder === undefined ? "another process" : `${holder.name}, since ${holder.since.toISOString()}`;
}

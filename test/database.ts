/** Databases for the stores of tests: SQLite, or, with TEST_POSTGRES_URL, one database per data folder on that server. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { findPostgresPrograms } from "./postgres.ts";

/** Address of the server; empty for SQLite. A program that starts a server may set it. */
const readServerUrl = () => process.env["TEST_POSTGRES_URL"] ?? "";
const made = new Map<string, string>();

/**
 * Returns the URL of the database for a store with that data folder, and creates the database if it does not exist. The same
 * folder always has the same database, even in other processes. Null for SQLite.
 * @param like data folder whose database is copied into a new one. Nothing may have that database open.
 */
export function ensureDatabase(dataDir: string, like?: string): string | null {
  if (readServerUrl() === "") return null;
  const name = buildDatabaseName(dataDir);
  const url = made.get(name) ?? readServerUrl().replace(/\/[^/]*$/, `/${name}`);
  if (!made.has(name)) {
    if (runSql(`select from pg_database where datname = '${name}'`).includes("(0 rows)"))
      runSql(`create database ${name} template ${like === undefined ? "template1" : buildDatabaseName(like)}`);
    made.set(name, url);
  }
  return url;
}

/** Drops the database that `ensureDatabase` created for the data folder. */
export function dropDatabase(dataDir: string): void {
  const name = buildDatabaseName(dataDir);
  if (made.delete(name)) runSql(`drop database if exists ${name} with (force)`);
}

/** Returns the full contents of the data folder's database as text; empty for SQLite, whose file is in the folder. */
export function dumpDatabase(dataDir: string): Buffer {
  const url = ensureDatabase(dataDir);
  const program = join(findPostgresPrograms() ?? "", "pg_dump");
  return url === null ? Buffer.alloc(0) : execFileSync(program, ["-d", url], { maxBuffer: 100_000_000 });
}

/** Copies the contents of the data folder's database to the database of the copied folder. */
export function copyDatabase(dataDir: string, copy: string): void {
  const url = ensureDatabase(copy);
  if (url === null) return;
  const psql = join(findPostgresPrograms() ?? "", "psql");
  execFileSync(psql, ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", url], {
    input: dumpDatabase(dataDir),
    stdio: ["pipe", "ignore", "inherit"],
  });
}

function buildDatabaseName(dataDir: string): string {
  return `test_${createHash("sha256").update(dataDir).digest("hex").slice(0, 24)}`;
}

/** Runs an SQL command synchronously, because settings are built synchronously. */
function runSql(sql: string): string {
  const psql = join(findPostgresPrograms() ?? "", "psql");
  return execFileSync(psql, ["-X", "-d", readServerUrl(), "-c", sql], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

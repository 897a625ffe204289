/** The stores of tests: SQLite, or with TEST_POSTGRES_URL one database per data folder on that server. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { postgresPrograms } from "./postgres.ts";

/** Address of the server; empty for SQLite. A program that starts a server may set it. */
const server = () => process.env["TEST_POSTGRES_URL"] ?? "";
const made = new Map<string, string>();

/**
 * The database for a store with that data folder, always the same one, even in other processes. Null for SQLite.
 * @param like a folder whose database, not open anywhere, is copied if the new one does not exist yet.
 */
export function databaseOf(dataDir: string, like?: string): string | null {
  if (server() === "") return null;
  const name = nameOf(dataDir);
  const url = made.get(name) ?? server().replace(/\/[^/]*$/, `/${name}`);
  if (!made.has(name)) {
    if (command(`select from pg_database where datname = '${name}'`).includes("(0 rows)"))
      command(`create database ${name} template ${like === undefined ? "template1" : nameOf(like)}`);
    made.set(name, url);
  }
  return url;
}

/** Drops the database that `databaseOf` made for the data folder. */
export function dropDatabaseOf(dataDir: string): void {
  const name = nameOf(dataDir);
  if (made.delete(name)) command(`drop database if exists ${name} with (force)`);
}

/** The full contents of that folder's database as text; empty for SQLite, whose file is in the folder. */
export function dumpOf(dataDir: string): Buffer {
  const url = databaseOf(dataDir);
  const program = join(postgresPrograms() ?? "", "pg_dump");
  return url === null ? Buffer.alloc(0) : execFileSync(program, ["-d", url], { maxBuffer: 100_000_000 });
}

/** Copies the database contents of the original data folder to its copy. */
export function copyDatabaseOf(dataDir: string, copy: string): void {
  const url = databaseOf(copy);
  if (url === null) return;
  const psql = join(postgresPrograms() ?? "", "psql");
  execFileSync(psql, ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", url], {
    input: dumpOf(dataDir),
    stdio: ["pipe", "ignore", "inherit"],
  });
}

function nameOf(dataDir: string): string {
  return `test_${createHash("sha256").update(dataDir).digest("hex").slice(0, 24)}`;
}

/** Runs it synchronously, since settings are built synchronously. */
function command(sql: string): string {
  const psql = join(postgresPrograms() ?? "", "psql");
  return execFileSync(psql, ["-X", "-d", server(), "-c", sql], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

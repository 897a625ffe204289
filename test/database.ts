/** The stores of tests: SQLite, or with TEST_POSTGRES_URL a database for each data folder on that server. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { postgresPrograms } from "./postgres.ts";

/** Address of the server; empty for SQLite. A program may set it when it has started one. */
const server = () => process.env["TEST_POSTGRES_URL"] ?? "";
const made = new Map<string, string>();

/**
 * The database of a store with that data folder; the same one each time, in other processes too. Null for SQLite.
 * @param like a folder whose database, which nobody has open, is copied where there is none yet.
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

/** Removes what `databaseOf` made, with the data folder. */
export function dropDatabaseOf(dataDir: string): void {
  const name = nameOf(dataDir);
  if (made.delete(name)) command(`drop database if exists ${name} with (force)`);
}

/** All that is in the database of that folder, as text; nothing for SQLite, whose file lies in the folder. */
export function dumpOf(dataDir: string): Buffer {
  const url = databaseOf(dataDir);
  const program = join(postgresPrograms() ?? "", "pg_dump");
  return url === null ? Buffer.alloc(0) : execFileSync(program, ["-d", url], { maxBuffer: 100_000_000 });
}

/** Gives a copy of a data folder what is in the database of the original. */
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

/** Runs it and waits, since settings are made without waiting. */
function command(sql: string): string {
  const psql = join(postgresPrograms() ?? "", "psql");
  return execFileSync(psql, ["-X", "-d", server(), "-c", sql], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

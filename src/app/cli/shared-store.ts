import { existsSync } from "node:fs";
import path from "node:path";
import type { Config } from "../../base/config.ts";
import { ConfigError } from "../../base/errors.ts";
import { createLogger } from "../../base/log.ts";
import { findService } from "../../store/data-lock.ts";
import { openConfiguredStore } from "../../store/open.ts";
import { getSqlitePath } from "../../store/sqlite.ts";
import type { Store } from "../../store/store.ts";
import { explainMigration } from "../../store/store-file.ts";

/** Timeout of a request to a running service, which answers at once. */
const TIMEOUT_MS = 1_000;

/**
 * Opens the store for queries and small changes. The data folder is not locked, because a service may be running. If the
 * folder has no store, no store is created, because this and every later command would find nothing in a new store.
 * @throws {ConfigError} for a folder without a store. The error names the folder. If a service that uses another folder is found,
 * the error names the service, too.
 */
export async function withSharedStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const file = getSqlitePath(config.DATA_DIR);
  if (config.DATABASE_URL === null && !existsSync(file)) {
    throw new ConfigError(
      `The data folder "${path.resolve(config.DATA_DIR)}" holds no store. ${explainMigration(file) ?? (await suggestDataDir(config))}`,
    );
  }
  const store = await openConfiguredStore(config, createLogger("error"));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function suggestDataDir({ HOST, PORT }: Config): Promise<string> {
  const host = HOST === "0.0.0.0" ? "127.0.0.1" : HOST === "::" ? "[::1]" : HOST.includes(":") ? `[${HOST}]` : HOST;
  const coverageUrl = `http://${host}:${PORT}/api/v1/coverage`;
  const answers = await fetch(coverageUrl, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    ({ headers }) => headers.has("x-ratelimit-remaining"),
    () => false,
  );
  if (answers) return `The service on port ${PORT} uses another folder: set the same DATA_DIR.`;
  return "Set DATA_DIR to the folder of your service, or fill this one with `serve` or `ingest`.";
}

/** URL of the service that holds the data folder; the configured one if none does. */
export function getServiceUrl(config: Config): string {
  return findService(config.DATA_DIR)?.url ?? config.BASE_URL;
}

export interface PrintOptions {
  /** Prints one JSON document instead of text. */
  readonly json?: boolean;
}

/** Prints a command's output: `words`, or with `--json` the value. */
export function print({ json = false }: PrintOptions, value: unknown, words: string): void {
  process.stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : words);
}

/** Prints one line of a command's output: `words`, or with `--json` the value on one line. */
export function printLine({ json = false }: PrintOptions, value: unknown, words: string): void {
  process.stdout.write(`${json ? JSON.stringify(value) : words}\n`);
}

/** Prints rows with their header: as a table, or with `--json` one object per row. */
export function printTable(
  printed: PrintOptions,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
): void {
  const names = head.map((each) => each.toLowerCase().replaceAll(/[ -]/g, "_"));
  const value = rows.map((row) =>
    Object.fromEntries(names.map((name, at) => [name, row[at] === "-" ? null : row[at]])),
  );
  print(printed, value, rows.length === 0 ? `${none}\n` : formatTable([head, ...rows]));
}

/** Formats a text table; the first row is the header. `others` is the alignment of all columns except the first. */
export function formatTable(
  rows: readonly (readonly (string | number)[])[],
  others: "left" | "right" = "left",
): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => String(row[column] ?? "").length)));
  const padCell = (cell: string | number, column: number) => {
    const width = widths[column] ?? 0;
    return column > 0 && others === "right" ? String(cell).padStart(width) : String(cell).padEnd(width);
  };
  return rows.map((row) => `${row.map(padCell).join("  ").trimEnd()}\n`).join("");
}

/** `2026-11-20T08:00Z`, or a dash. */
export function formatMinute(at: Date | null): string {
  return at === null ? "-" : `${at.toISOString().slice(0, 16)}Z`;
}

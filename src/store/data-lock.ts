/**
 * Exclusive lock on a data folder: an exclusive transaction on `lock.sqlite`, which the kernel ends when the process dies. The
 * file `lock.json` names the holder for other processes.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProvidedSettings } from "../base/config.ts";
import { ConfigError, LockedError } from "../base/errors.ts";
import { makeFolder } from "./make-folder.ts";

export interface DataLock {
  /** Writes the service's URL and settings to `lock.json`, for other processes. */
  recordServiceInLock(service: AnnouncedService): void;
  release(): void;
}

export interface AnnouncedService {
  /** URL of the service's API. */
  readonly url: string;
  readonly settings: ProvidedSettings;
}

interface Holder extends Partial<AnnouncedService> {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
  readonly purpose: string;
}

/** Prevents garbage collection of the connection, which would release the lock. */
const held = new Set<DatabaseSync>();

const SQLITE_BUSY = 5;
/** Number of attempts to read the holder's name, which the holder writes only after taking the lock. */
const READ_ATTEMPTS = 5;
const READ_RETRY_MS = 50;

/**
 * @param purpose what this process does, such as `serve`; shown to other processes.
 * @throws {LockedError} naming the holder, its purpose and its start. @throws {ConfigError} if the folder is not writable.
 */
export async function lockDataDir(dataDir: string, purpose: string): Promise<DataLock> {
  const database = openLockFile(dataDir);
  const holderPath = join(dataDir, "lock.json");
  try {
    database.exec("begin exclusive");
  } catch (cause) {
    database.close();
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) {
      throw new ConfigError(
        `The lock file "${join(dataDir, "lock.sqlite")}" cannot be used: ${(cause as Error).message}. It contains no data: delete it and start again.`,
        { cause },
      );
    }
    throw new LockedError(
      `The data folder "${dataDir}" is held by ${await describeHolder(holderPath)}. One process at a time may use it: stop that one, or name another DATA_DIR.`,
      { cause },
    );
  }
  const self: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString(), purpose };
  try {
    writeFileSync(holderPath, `${JSON.stringify(self)}\n`);
  } catch (cause) {
    database.close();
    throw new ConfigError(`DATA_DIR must be a writable folder; "${holderPath}" cannot be written.`, { cause });
  }
  held.add(database);
  return {
    recordServiceInLock(service) {
      writeFileSync(holderPath, `${JSON.stringify({ ...self, ...service } satisfies Holder)}\n`);
    },
    release() {
      if (!held.delete(database)) return;
      rmSync(holderPath, { force: true });
      database.close();
    },
  };
}

/** The service that holds the lock on the folder; null if there is none. */
export function findService(dataDir: string): AnnouncedService | null {
  const holder = readHolder(join(dataDir, "lock.json"));
  if (holder?.url === undefined || (holder.host === hostname() && !isAlive(holder.pid))) return null;
  return { url: holder.url, settings: holder.settings ?? { values: {}, secrets: [] } };
}

function openLockFile(dataDir: string): DatabaseSync {
  try {
    makeFolder(dataDir);
    return new DatabaseSync(join(dataDir, "lock.sqlite"), { timeout: 0 });
  } catch (cause) {
    throw new ConfigError(`DATA_DIR must be a writable folder; "${dataDir}" is not: ${(cause as Error).message}.`, {
      cause,
    });
  }
}

async function describeHolder(path: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const holder = readHolder(path);
    if (holder !== undefined && (holder.host !== hostname() || isAlive(holder.pid))) {
      return `process ${holder.pid} on ${holder.host} (${holder.purpose}) since ${holder.since}`;
    }
    if (attempt === READ_ATTEMPTS) return "another process";
    await sleep(READ_RETRY_MS);
  }
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Holder;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

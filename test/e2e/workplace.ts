/** A temporary data folder with an ingest that downloads from a stand-in, assembled as in `ingest` and `serve`. */
import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Config, readConfig } from "../../src/base/config.ts";
import { createLogger } from "../../src/base/log.ts";
import type { Trade } from "../../src/domain/trade.ts";
import { assembleIngest, type Ingest } from "../../src/filings/ingest/assemble.ts";
import { runIngest, type SourceProgress } from "../../src/filings/ingest/run.ts";
import type { CoverageRow } from "../../src/store/coverage.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { copyDatabase, dropDatabase, ensureDatabase } from "../database.ts";
import { fictionalMaterial } from "../upstream/fictional/material.ts";
import { startUpstream, type Upstream } from "../upstream/server.ts";

export interface Workplace {
  readonly dataDir: string;
  readonly config: Config;
  readonly store: Store;
  /** One run over all sources, like the daily one. */
  run(): Promise<readonly Readonly<SourceProgress>[]>;
  readonly ingest: Ingest;
  close(): Promise<void>;
}

export async function temporaryFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), "congress-trades-"));
}

/** @param dataDir reopens a folder that has been used before, perhaps by another process; a new one if absent. */
export async function openWorkplace(
  upstreamUrl: string,
  environment: Record<string, string> = {},
  dataDir?: string,
): Promise<Workplace> {
  const folder = dataDir ?? (await temporaryFolder());
  const config = readConfig(serviceEnvironment(upstreamUrl, folder, environment));
  const log = createLogger("silent");
  const store = await openStore({
    dataDir: folder,
    databaseUrl: config.DATABASE_URL,
    dataNotice: config.DATA_NOTICE,
    log,
  });
  const ingest = assembleIngest(config, store, log);
  return {
    dataDir: folder,
    config,
    store,
    ingest,
    run: () => runIngest(ingest, { sinceYear: config.INGEST_SINCE_YEAR, since: null }, new AbortController().signal),
    async close() {
      await ingest.close();
      await store.close();
      dropDatabase(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the data folder of a workplace in which nothing is being written. */
export async function copyDataFolder({ dataDir }: Pick<Workplace, "dataDir">): Promise<string> {
  const copy = await temporaryFolder();
  await cp(dataDir, copy, { recursive: true });
  copyDatabase(dataDir, copy);
  return copy;
}

/** Settings of a service that uses a stand-in. */
export function serviceEnvironment(
  upstreamUrl: string,
  dataDir: string,
  more: Record<string, string> = {},
): Record<string, string> {
  return {
    UPSTREAM_URL: upstreamUrl,
    SENATE_EFD_ACCEPT_TERMS: "true",
    INGEST_RATE: "0",
    // Reading a page takes a second or two, so only tests of OCR turn it on.
    OCR: "false",
    DATA_DIR: dataDir,
    DATABASE_URL: more["DATABASE_URL"] ?? ensureDatabase(dataDir) ?? "",
    LOG_LEVEL: "error",
    PORT: "0",
    ...more,
  };
}

/** A shell's environment without settings of the service. It keeps the compile cache, so that modules are not compiled again. */
export const SHELL: NodeJS.ProcessEnv = Object.fromEntries(
  ["PATH", "HOME", "NODE_COMPILE_CACHE"].flatMap((name) => (name in process.env ? [[name, process.env[name]]] : [])),
);

export async function allTrades(store: Store): Promise<Trade[]> {
  return (await Array.fromAsync(store.publications.streamTrades())).flat();
}

/** Opens an empty workplace over made-up documents of 2026, and closes it after the test. */
export async function openFictionalWorkplace(
  t: TestContext,
  environment: Record<string, string> = {},
): Promise<Workplace> {
  const material = fictionalMaterial({ today: new Date("2026-11-20T12:00:00Z") });
  const upstream = await startUpstream({ material, port: 0 });
  const place = await openWorkplace(upstream.url, environment);
  t.after(async () => {
    await place.close();
    await upstream.stop();
  });
  return place;
}

/**
 * Starts runs until one completes, and ends each after some more requests to the stand-in than the one before.
 * @returns the number of runs that were ended.
 */
export async function interruptRuns(
  upstream: Pick<Upstream, "listRequests">,
  start: () => ChildProcess,
  signals: readonly NodeJS.Signals[],
): Promise<number> {
  for (let ended = 0; ; ended += 1) {
    const end = upstream.listRequests().length + 4 + 9 * ended;
    const child = start();
    const exit = once(child, "exit");
    while (child.exitCode === null && upstream.listRequests().length < end) await sleep(2);
    if (child.exitCode === null) await sleep(7 * (ended % 5));
    if (child.exitCode !== null) {
      assert.equal(child.exitCode, 0);
      return ended;
    }
    child.kill(signals[ended % signals.length]);
    await exit;
  }
}

/** Sum over the rows of `cli coverage`. */
export function sum(rows: readonly CoverageRow[], getValue: (row: CoverageRow) => number): number {
  return rows.reduce((total, row) => total + getValue(row), 0);
}

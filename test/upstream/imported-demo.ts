/** Runs the service with the demo's documents, for tests that are not about the import, which happens only once per test run. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createDemonstration } from "../../src/app/demo/content/material.ts";
import { createDemoKey, DEMO_SETTINGS } from "../../src/app/demo/demo-premium.ts";
import { findFreePort } from "../../src/app/demo/free-port.ts";
import { IMPORTED, importOnce, replaceAddresses } from "../e2e/imported-place.ts";
import { temporaryFolder } from "../e2e/workplace.ts";
import { eventually } from "../eventually.ts";
import { startUpstream } from "./server.ts";

/**
 * Maximum time in milliseconds that a busy machine may take to import the fictional filings, to read their scans, or to create
 * the data files.
 */
const PATIENCE_MS = 90_000;
/** Names below the shared folder of the test run: a data folder, and a file that describes it. */
const DATA = "data";
const DESCRIPTION = "begun.json";
const MAIN = fileURLToPath(new URL("../../src/app/cli/main.ts", import.meta.url));

export interface ServedDemo {
  /** Such as `http://127.0.0.1:4711`. */
  readonly origin: string;
  /** A premium key. */
  readonly key: string;
  readonly dataDir: string;
  /** Stops the service and removes its data folder. */
  stop(): Promise<void>;
}

/** What a test must know to start a service with a copy of the data folder. */
interface ImportedDemo {
  readonly key: string;
  /** Time for which the fictional documents were created. */
  readonly now: string;
  /** URL of the stand-in from which the documents were imported; null before the import. */
  readonly address: string | null;
}

/**
 * Starts the service, and resolves once the scans are read and every data file is written.
 * @param settings additional settings of the service. They must not change the imported data.
 */
export async function serveDemo(settings: Readonly<Record<string, string>> = {}): Promise<ServedDemo> {
  const imported = process.env[IMPORTED];
  const dataDir = await temporaryFolder();
  if (imported === undefined) return importDemo(dataDir, settings);
  const place = join(imported, "demonstration");
  await importOnce(place, DESCRIPTION, () => importSharedDemo(place));
  await cp(join(place, DATA), dataDir, { recursive: true });
  return serve(dataDir, JSON.parse(await readFile(join(place, DESCRIPTION), "utf8")) as ImportedDemo, settings);
}

/** Imports into the shared folder, which `serveDemo` copies in every test file of this run. */
async function importSharedDemo(place: string): Promise<void> {
  const dataDir = join(place, DATA);
  await mkdir(dataDir, { recursive: true });
  const { stopService, importedDemo } = await importDemo(dataDir);
  await stopService();
  await writeFile(join(place, DESCRIPTION), JSON.stringify(importedDemo));
}

interface Served extends ServedDemo {
  readonly importedDemo: ImportedDemo;
  /** Stops the service and keeps the data folder. */
  stopService(): Promise<void>;
  waitForPrinted(text: RegExp): Promise<void>;
}

async function importDemo(dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<Served> {
  const importedDemo = { key: await createDemoKey(dataDir), now: new Date().toISOString(), address: null };
  const demo = await serve(dataDir, importedDemo, settings);
  try {
    await demo.waitForPrinted(/senate-efd: read/);
    await demo.waitForPrinted(/scanned reports: read/);
    await tradesOnceFilesAreMade(demo);
    return demo;
  } catch (error) {
    await demo.stop();
    throw error;
  }
}

async function serve(
  dataDir: string,
  importedDemo: ImportedDemo,
  settings: Readonly<Record<string, string>>,
): Promise<Served> {
  const { key, now, address } = importedDemo;
  const upstream = await startUpstream({ material: createDemonstration(new Date(now)).material, port: 0 });
  if (address !== null) await replaceAddresses(dataDir, address, upstream.url);
  const port = String(await findFreePort());
  const addresses = { PORT: port, UPSTREAM_URL: upstream.url, DATA_DIR: dataDir, DATABASE_URL: "" };
  const env = { ...process.env, LOG_LEVEL: "silent", ...DEMO_SETTINGS, ...settings, ...addresses };
  const service = spawn(process.execPath, [MAIN, "serve"], { stdio: "pipe", env });
  let output = "";
  for (const stream of [service.stdout, service.stderr]) stream.on("data", (chunk) => (output += chunk));
  const stopService = async () => {
    const closed = once(service, "close");
    if (service.kill("SIGTERM")) await closed;
    await upstream.stop();
  };
  const served: Served = {
    origin: `http://127.0.0.1:${port}`,
    key,
    dataDir,
    importedDemo: { ...importedDemo, address: upstream.url },
    stopService,
    async waitForPrinted(text) {
      const isPrinted = () => {
        assert.equal(service.exitCode, null, output);
        return text.test(output);
      };
      await eventually(String(text), isPrinted, { withinMs: PATIENCE_MS, everyMs: 50 });
    },
    async stop() {
      await stopService();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  try {
    await served.waitForPrinted(/answers on/);
    return served;
  } catch (error) {
    await served.stop();
    throw error;
  }
}

/** Waits until the data files, which are written after each version, have every served trade. @returns the number of trades. */
export async function tradesOnceFilesAreMade({ origin, key }: ServedDemo): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return eventually(
    "data files with every trade",
    async () => {
      const list = await fetch(`${origin}/api/v1/trades?limit=1`, { headers });
      const { total = 0 } = (await list.json()) as { total?: number };
      const { files = [] } = (await (await fetch(`${origin}/data/latest.json`)).json()) as {
        files?: { name: string; rows: number }[];
      };
      return files.some(({ name, rows }) => name === "trades.parquet" && rows === total) && total;
    },
    { withinMs: PATIENCE_MS, everyMs: 1000 },
  );
}

/** The service on the demonstration's documents, for tests whose subject is not their import: it is done once in a run. */
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

/** Milliseconds that a busy machine may take to import the made-up filings, to read their scans, or to make the data files. */
const PATIENCE_MS = 90_000;
/** Below the folder of the run: a data folder, and what else belongs to it. */
const DATA = "data";
const BEGUN = "begun.json";
const MAIN = fileURLToPath(new URL("../../src/app/cli/main.ts", import.meta.url));

export interface ServedDemo {
  /** `http://127.0.0.1:4711` */
  readonly origin: string;
  /** A premium key. */
  readonly key: string;
  readonly dataDir: string;
  /** Ends the service and removes its data folder. */
  stop(): Promise<void>;
}

/** What else belongs to a data folder. */
interface Begun {
  readonly key: string;
  /** Time at which the documents are what they are. */
  readonly now: string;
  /** Address of the stand-in from which they were imported; null before. */
  readonly address: string | null;
}

/**
 * Resolves when the scans are read too, and every data file is made.
 * @param settings of the service, in addition to the demonstration's own; they change nothing of what is imported.
 */
export async function serveDemo(settings: Readonly<Record<string, string>> = {}): Promise<ServedDemo> {
  const imported = process.env[IMPORTED];
  const dataDir = await temporaryFolder();
  if (imported === undefined) return importDemo(dataDir, settings);
  const place = join(imported, "demonstration");
  await importOnce(place, BEGUN, () => keepDemo(place));
  await cp(join(place, DATA), dataDir, { recursive: true });
  return serve(dataDir, JSON.parse(await readFile(join(place, BEGUN), "utf8")) as Begun, settings);
}

/** Imports into the folder, for `serveDemo` of every file of this run. */
async function keepDemo(place: string): Promise<void> {
  const dataDir = join(place, DATA);
  await mkdir(dataDir, { recursive: true });
  const { leave, begun } = await importDemo(dataDir);
  await leave();
  await writeFile(join(place, BEGUN), JSON.stringify(begun));
}

interface Served extends ServedDemo {
  readonly begun: Begun;
  /** Ends the service, and leaves the data folder as it is. */
  leave(): Promise<void>;
  printedSoon(text: RegExp): Promise<void>;
}

async function importDemo(dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<Served> {
  const begun = { key: await createDemoKey(dataDir), now: new Date().toISOString(), address: null };
  const demo = await serve(dataDir, begun, settings);
  try {
    await demo.printedSoon(/senate-efd: read/);
    await demo.printedSoon(/scanned reports: read/);
    await tradesOnceFilesAreMade(demo);
    return demo;
  } catch (error) {
    await demo.stop();
    throw error;
  }
}

async function serve(dataDir: string, begun: Begun, settings: Readonly<Record<string, string>>): Promise<Served> {
  const { key, now, address } = begun;
  const upstream = await startUpstream({ material: createDemonstration(new Date(now)).material, port: 0 });
  if (address !== null) await replaceAddresses(dataDir, address, upstream.url);
  const port = String(await findFreePort());
  const places = { PORT: port, UPSTREAM_URL: upstream.url, DATA_DIR: dataDir, DATABASE_URL: "" };
  const env = { ...process.env, LOG_LEVEL: "silent", ...DEMO_SETTINGS, ...settings, ...places };
  const service = spawn(process.execPath, [MAIN, "serve"], { stdio: "pipe", env });
  let said = "";
  for (const stream of [service.stdout, service.stderr]) stream.on("data", (chunk) => (said += chunk));
  const leave = async () => {
    const closed = once(service, "close");
    if (service.kill("SIGTERM")) await closed;
    await upstream.stop();
  };
  const served: Served = {
    origin: `http://127.0.0.1:${port}`,
    key,
    dataDir,
    begun: { ...begun, address: upstream.url },
    leave,
    async printedSoon(text) {
      const isPrinted = () => {
        assert.equal(service.exitCode, null, said);
        return text.test(said);
      };
      await eventually(String(text), isPrinted, { withinMs: PATIENCE_MS, everyMs: 50 });
    },
    async stop() {
      await leave();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  try {
    await served.printedSoon(/answers on/);
    return served;
  } catch (error) {
    await served.stop();
    throw error;
  }
}

/** Waits until the data files have every trade that is served; they are made after each version. @returns the number of trades. */
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

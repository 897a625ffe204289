/**
 * Counts the files that one request runs: `node bench/files-run.ts [NAME...]` (with names of targets, lists their files and the
 * functions that ran). Imports fictional documents, starts the service in this process, and counts with V8's precise coverage the
 * files of `src` in which a function ran. The code is warm, because other targets of the same kind are requested before. A target
 * is requested for the first time or, with `again`, for the fourth time.
 */
import { Session } from "node:inspector/promises";
import { startService } from "../src/app/server.ts";
import { readConfig } from "../src/base/config.ts";
import { createLogger } from "../src/base/log.ts";
import { openWorkplace, serviceEnvironment } from "../test/e2e/workplace.ts";
import { fictionalMaterial } from "../test/upstream/fictional/material.ts";
import { startUpstream } from "../test/upstream/server.ts";

const SOURCE = new URL("../src/", import.meta.url).href;
const API = "/api/v1";
const listed = process.argv.slice(2);

const upstream = await startUpstream({ material: fictionalMaterial({ today: new Date() }), port: 0 });
const place = await openWorkplace(upstream.url);
await place.run();
const settings = { INGEST: "false", DELIVERIES: "false", TRUSTED_PROXIES: "127.0.0.1/32" };
const config = readConfig(serviceEnvironment(upstream.url, place.dataDir, settings));
const doNothing = () => {};
const events = {
  onRunStart: doNothing,
  onProgress: doNothing,
  onRunEnd: doNothing,
  onScanning: doNothing,
  onScansRead: doNothing,
};
const service = await startService(config, createLogger("silent"), events);
const { origin } = new URL(service.url);
/** Number of client addresses used so far. With a new one per request, limits are computed but never reached. */
let clients = 0;

const symbols = await listPricedSymbols();
const trades = await listPricedTrades();
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

console.log("| request | files | functions | by folder |\n|---|---:|---:|---|");
await measure(
  "trade",
  trades.map((id) => `${API}/trades/${id}`),
);
await measure(
  "ticker page",
  symbols.map((symbol) => `/tickers/${symbol}`),
);
await measure(
  "trade page",
  trades.map((id) => `/trades/${id}`),
);
await measure(
  "trade again",
  Array.from({ length: 4 }, () => `${API}/trades/${trades[0]}`),
);
await measure(
  "ticker page again",
  Array.from({ length: 4 }, () => `/tickers/${symbols[0]}`),
);

session.disconnect();
await service.close();
await place.close();
await upstream.stop();

/** Lists symbols with trades and stored prices. */
async function listPricedSymbols(): Promise<readonly string[]> {
  const { tickers } = JSON.parse(await ask(`${API}/tickers/?limit=100`)) as { tickers: { ticker: string }[] };
  const priced: string[] = [];
  for (const { ticker } of tickers) {
    const history = await ask(`${API}/market-data/public/historical/${ticker}?period=5y`).catch(() => null);
    if (history !== null) priced.push(ticker);
  }
  return priced;
}

/** Lists one trade for each of these symbols. */
async function listPricedTrades(): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const symbol of symbols) {
    const body = await ask(`${API}/trades?asset_type=Stock&ticker=${symbol}&limit=1`);
    const { trades: found } = JSON.parse(body) as { trades: { id: string }[] };
    ids.push(...found.map(({ id }) => id));
  }
  return ids;
}

/** Requests the targets, and counts the files that the last one runs. */
async function measure(name: string, targets: readonly string[]): Promise<void> {
  for (const target of targets.slice(0, -1)) await ask(target);
  await session.post("Profiler.takePreciseCoverage");
  await ask(targets.at(-1) ?? "");
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const files = new Map<string, readonly string[]>();
  for (const { url, functions } of result) {
    const ran = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
    if (url.startsWith(SOURCE) && ran.length > 0) {
      files.set(
        url.slice(SOURCE.length),
        ran.map(({ functionName }) => functionName || "(nameless)"),
      );
    }
  }
  const functions = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  const folders = Map.groupBy(files.keys(), (file) => file.split("/")[0] ?? "");
  const counts = [...folders].map(([folder, { length }]) => `${folder} ${length}`).sort();
  console.log(`| ${name} | ${files.size} | ${functions} | ${counts.join(", ")} |`);
  if (listed.includes(name))
    console.log(
      [...files]
        .map(([file, ran]) => `${file}: ${ran.join(", ")}`)
        .sort()
        .join("\n"),
    );
}

/** @throws {Error} for a status other than 200. */
async function ask(target: string): Promise<string> {
  clients += 1;
  const response = await fetch(`${origin}${target}`, {
    headers: { "X-Forwarded-For": `10.0.${clients >> 8}.${clients & 255}` },
  });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${target}: ${response.status}`);
  return body;
}

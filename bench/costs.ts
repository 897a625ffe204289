/**
 * What a size costs: `node bench/costs.ts [TRADES...]` (10,000 and 200,000 made trades unless told).
 * For each size the whole service is started on a store of that many trades: until it is ready, its resident memory, a page of
 * 100 through HTTP, and a publication by another process: until it is served, and how long requests were held up meanwhile.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { listing, outcome, trade } from "../test/store/made.ts";
import { untilIdle } from "./http/load.ts";
import { type Server, startOurs } from "./http/servers.ts";
import { madeListings, makePublications, openMadeStore } from "./made-store.ts";

const PAGE = "/api/v1/trades/recent/list?limit=100&skip=";
const PROBES = 2000;
/** A filing that no made store has. */
const DOC = "29999999";

/** Client addresses so far. */
let client = 0;
const sizes = process.argv.slice(2).map(Number);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}, commit ${commit}\n`);
console.log("| trades | ready after | resident | page of 100 | published after | held up meanwhile | otherwise |");
console.log("|---:|---:|---:|---:|---:|---:|---:|");
for (const size of sizes.length > 0 ? sizes : [10_000, 200_000]) await measureSize(size);
agent.destroy();

async function measureSize(size: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-costs-"));
  try {
    await fill(folder, size);
    const startedAt = performance.now();
    const server = await startOurs(folder, folder);
    const ready = performance.now() - startedAt;
    await untilIdle(server);
    const resident = residentMb(server);
    const quiet = await probe(server, size, PROBES);
    const { tookMs, times } = await published(server, folder, size);
    const cells = [
      size.toLocaleString("en"),
      `${(ready / 1000).toFixed(2)} s`,
      `${resident.toFixed(0)} MB`,
      `${(at(quiet, 0.5) * 1000).toFixed(0)} us`,
      `${(tookMs / 1000).toFixed(1)} s`,
      `${at(times, 1).toFixed(0)} ms at most, ${at(times, 0.99).toFixed(1)} ms p99`,
      `${at(quiet, 1).toFixed(0)} ms, ${at(quiet, 0.99).toFixed(1)} ms`,
    ];
    console.log(`| ${cells.join(" | ")} |`);
    await server.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(folder: string, size: number): Promise<void> {
  const store = await openMadeStore(folder);
  const publications = makePublications(size);
  await store.filings.recordListings(madeListings(publications), new Date());
  for (const publication of publications) await store.publications.publish(publication);
  await store.close();
}

/** Publishes one filing beside the running service, and asks for pages until it is served. */
async function published(server: Server, folder: string, size: number) {
  const before = (await ask(server, 0)).version;
  const store = await openMadeStore(folder);
  await store.filings.recordListings([listing(DOC)], new Date());
  await store.publications.publish({
    at: new Date(),
    outcomes: [outcome(DOC, [trade(DOC, 1, { politicianId: "M000000" })], { politicianId: "M000000" })],
    politicians: [],
  });
  const startedAt = performance.now();
  const times: number[] = [];
  for (;;) {
    const asked = await ask(server, skipOf(times.length, size));
    times.push(asked.ms);
    if (asked.version !== before) break;
  }
  const tookMs = performance.now() - startedAt;
  await store.close();
  return { tookMs, times };
}

async function probe(server: Server, size: number, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) times.push((await ask(server, skipOf(n, size))).ms);
  return times;
}

/** Every page another one, so that none is kept. */
function skipOf(n: number, size: number): number {
  return (n * 7919) % size;
}

/** One page, from a client address of its own. */
function ask({ port }: Server, skip: number): Promise<{ readonly ms: number; readonly version: string }> {
  client += 1;
  const forwarded = `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`;
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    request({ port, agent, path: PAGE + skip, headers: { "X-Forwarded-For": forwarded } }, (answer) => {
      answer.resume();
      answer.on("end", () => {
        const version = String(answer.headers["x-dataset-version"]);
        resolve({ ms: performance.now() - startedAt, version });
      });
    })
      .on("error", reject)
      .end();
  });
}

/** @param share 0.5 is the median, 1 the greatest. */
function at(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function residentMb({ processes: [pid = 0] }: Server): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

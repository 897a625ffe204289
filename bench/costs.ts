/**
 * Measures costs by dataset size: `npm run bench -- costs [TRADES...]` (default: 10,000 and 100,000 generated trades). For each
 * size, starts the whole service on a store with this many trades and measures: the size of the data folder; the time until it
 * answers, on the first start and with a stored version; resident memory at rest and at its peak, including a publication; a page
 * of 100 and a search over HTTP; and, for a publication by another process, the time until it is served and the longest delay of
 * requests meanwhile. Prints the table of docs/operations.md.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { Agent, request } from "node:http";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { addDays } from "../src/domain/dates.ts";
import { day, listing, outcome, trade } from "../test/store/made.ts";
import { waitUntilIdle } from "./http/load.ts";
import { type Server, startOurs } from "./http/servers.ts";
import { fillMadeStore, openMadeStore } from "./made-store.ts";

const PAGE = "/api/v1/trades/recent/list?limit=100&skip=";
const PROBES = 2000;
const WORDS = ["apple", "bought", "advisor", "example", "inc", "knowledge"];
/** Id of a filing that no generated store has. */
const DOC = "29999999";

/** Number of client addresses used so far. */
let client = 0;
const sizes = process.argv.slice(2).map(Number);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const load = loadavg()[0]?.toFixed(1);
const machine = `${cpus()[0]?.model}, ${cpus().length} cores, load ${load}, Node ${process.version}, commit ${commit}`;
console.log(
  `Measured by \`npm run bench -- costs\` (${machine}): the data folder; from the start of the process until it answers, on the first start and with a stored version; resident memory at rest and at its peak, including a publication; a page of 100 and a search that were not requested before, over one connection (medians); a publication by another process until it is served, with the longest a request took meanwhile and at other times.\n`,
);
const HEAD = [
  "trades",
  "disk",
  "first start",
  "start",
  "memory at rest",
  "peak memory",
  "page of 100",
  "search",
  "published after",
  "longest delay meanwhile",
  "otherwise",
];
console.log(`| ${HEAD.join(" | ")} |`);
console.log(`|${"---:|".repeat(HEAD.length)}`);
for (const size of sizes.length > 0 ? sizes : [10_000, 100_000]) await measureSize(size);
agent.destroy();

async function measureSize(size: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-costs-"));
  try {
    await fillMadeStore(folder, size);
    const disk = measureMegabytes(folder);
    const first = await startTimed(folder);
    await waitUntilIdle(first.server);
    await first.server.stop();
    const { server, ms } = await startTimed(folder);
    await waitUntilIdle(server);
    const resident = readResidentMb(server, "VmRSS");
    const quiet = await probe(server, (n) => PAGE + getSkip(n, size));
    const searches = await probe(server, buildSearch);
    const { tookMs, times } = await measurePublication(server, folder, size);
    const cells = [
      size.toLocaleString("en"),
      `${disk.toFixed(0)} MB`,
      `${(first.ms / 1000).toFixed(2)} s`,
      `${(ms / 1000).toFixed(2)} s`,
      `${resident.toFixed(0)} MB`,
      `${readResidentMb(server, "VmHWM").toFixed(0)} MB`,
      `${(getQuantile(quiet, 0.5) * 1000).toFixed(0)} us`,
      `${(getQuantile(searches, 0.5) * 1000).toFixed(0)} us`,
      `${(tookMs / 1000).toFixed(1)} s`,
      `${getQuantile(times, 1).toFixed(0)} ms at most, ${getQuantile(times, 0.99).toFixed(1)} ms p99`,
      `${getQuantile(quiet, 1).toFixed(0)} ms, ${getQuantile(quiet, 0.99).toFixed(1)} ms`,
    ];
    console.log(`| ${cells.join(" | ")} |`);
    await server.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startTimed(folder: string): Promise<{ readonly server: Server; readonly ms: number }> {
  const startedAt = performance.now();
  const server = await startOurs(folder, folder);
  return { server, ms: performance.now() - startedAt };
}

/** Publishes one filing from this process while the service runs, and requests pages until the new version is served. */
async function measurePublication(server: Server, folder: string, size: number) {
  const before = (await ask(server, PAGE + 0)).version;
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
    const asked = await ask(server, PAGE + getSkip(times.length, size));
    times.push(asked.ms);
    if (asked.version !== before) break;
  }
  const tookMs = performance.now() - startedAt;
  await store.close();
  return { tookMs, times };
}

async function probe(server: Server, buildPath: (n: number) => string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < PROBES; n += 1) times.push((await ask(server, buildPath(n))).ms);
  return times;
}

/** Returns a different offset for each `n`, so that no page is cached. */
function getSkip(n: number, size: number): number {
  return (n * 7919) % size;
}

/** Builds a search with a word, a first day and an order that vary with `n`. */
function buildSearch(n: number): string {
  const from = addDays(day("2012-01-03"), (n * 37) % 4000);
  return `/api/v1/trades?limit=100&q=${WORDS[n % WORDS.length]}&traded_from=${from}&sort=${n % 2 === 0 ? "-amount" : "transaction_date"}`;
}

interface Answer {
  readonly ms: number;
  readonly version: string;
}

/**
 * Requests a path, and retries while the service sheds load; the time includes the retries.
 * @throws {Error} for any other status.
 */
async function ask(server: Server, path: string): Promise<Answer> {
  const startedAt = performance.now();
  for (;;) {
    const { status, version } = await sendRequest(server, path);
    if (status === 200) return { ms: performance.now() - startedAt, version };
    if (status !== 503) throw new Error(`${path} answers ${status}`);
  }
}

/** Sends a request from a new client address. */
function sendRequest({ port }: Server, path: string): Promise<{ readonly status: number; readonly version: string }> {
  client += 1;
  const forwarded = `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`;
  return new Promise((resolve, reject) => {
    request({ port, agent, path, headers: { "X-Forwarded-For": forwarded } }, (answer) => {
      answer.resume();
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, version: String(answer.headers["x-dataset-version"]) }),
      );
    })
      .on("error", reject)
      .end();
  });
}

/** @param share 0.5 for the median, 1 for the maximum. */
function getQuantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Reads resident memory in MB. `VmRSS` is the current value, `VmHWM` the peak so far. */
function readResidentMb({ processes: [pid = 0] }: Server, line: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${line}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0) / 1024;
}

function measureMegabytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return files.reduce((sum, each) => sum + statSync(join(each.parentPath, each.name)).size, 0) / 1e6;
}

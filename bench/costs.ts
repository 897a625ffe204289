/**
 * What a size costs: `npm run bench -- costs [TRADES...]` (10,000 and 100,000 made trades unless told).
 * For each size the whole service is started on a store of that many trades: the size of its data folder; how long until it answers, the
 * first time and when it has kept its version; its resident memory at rest and at most (a publication included); a page of 100 and a search
 * through HTTP; and a publication by another process: until it is served, and how long requests were held up meanwhile. Prints the table of
 * docs/operations.md.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { Agent, request } from "node:http";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { addDays } from "../src/domain/dates.ts";
import { day, listing, outcome, trade } from "../test/store/made.ts";
import { untilIdle } from "./http/load.ts";
import { type Server, startOurs } from "./http/servers.ts";
import { fillMadeStore, openMadeStore } from "./made-store.ts";

const PAGE = "/api/v1/trades/recent/list?limit=100&skip=";
const PROBES = 2000;
const WORDS = ["apple", "bought", "advisor", "example", "inc", "knowledge"];
/** A filing that no made store has. */
const DOC = "29999999";

/** Client addresses so far. */
let client = 0;
const sizes = process.argv.slice(2).map(Number);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const load = loadavg()[0]?.toFixed(1);
const machine = `${cpus()[0]?.model}, ${cpus().length} cores, load ${load}, Node ${process.version}, commit ${commit}`;
console.log(
  `Measured by \`npm run bench -- costs\` (${machine}): the data folder; from the start of the process until it answers, the first time and with the version that it kept; resident memory once it rests, and the most, a publication included; a page of 100 and a search that were not asked for before, over one connection (medians); a publication by another process until it is served, with the longest a request took meanwhile and at other times.\n`,
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
    const disk = megabytes(folder);
    const first = await started(folder);
    await untilIdle(first.server);
    await first.server.stop();
    const { server, ms } = await started(folder);
    await untilIdle(server);
    const resident = residentMb(server, "VmRSS");
    const quiet = await probe(server, (n) => PAGE + skipOf(n, size));
    const searches = await probe(server, searchOf);
    const { tookMs, times } = await published(server, folder, size);
    const cells = [
      size.toLocaleString("en"),
      `${disk.toFixed(0)} MB`,
      `${(first.ms / 1000).toFixed(2)} s`,
      `${(ms / 1000).toFixed(2)} s`,
      `${resident.toFixed(0)} MB`,
      `${residentMb(server, "VmHWM").toFixed(0)} MB`,
      `${(at(quiet, 0.5) * 1000).toFixed(0)} us`,
      `${(at(searches, 0.5) * 1000).toFixed(0)} us`,
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

async function started(folder: string): Promise<{ readonly server: Server; readonly ms: number }> {
  const startedAt = performance.now();
  const server = await startOurs(folder, folder);
  return { server, ms: performance.now() - startedAt };
}

/** Publishes one filing beside the running service, and asks for pages until it is served. */
async function published(server: Server, folder: string, size: number) {
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
    const asked = await ask(server, PAGE + skipOf(times.length, size));
    times.push(asked.ms);
    if (asked.version !== before) break;
  }
  const tookMs = performance.now() - startedAt;
  await store.close();
  return { tookMs, times };
}

async function probe(server: Server, pathOf: (n: number) => string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < PROBES; n += 1) times.push((await ask(server, pathOf(n))).ms);
  return times;
}

/** Every page another one, so that none is kept. */
function skipOf(n: number, size: number): number {
  return (n * 7919) % size;
}

/** A word, a span of days and an order, each time others. */
function searchOf(n: number): string {
  const from = addDays(day("2012-01-03"), (n * 37) % 4000);
  return `/api/v1/trades?limit=100&q=${WORDS[n % WORDS.length]}&traded_from=${from}&sort=${n % 2 === 0 ? "-amount" : "transaction_date"}`;
}

interface Answer {
  readonly ms: number;
  readonly version: string;
}

/** One answer; asked for again, within its time, when the service sheds load. @throws {Error} for any other status. */
async function ask(server: Server, path: string): Promise<Answer> {
  const startedAt = performance.now();
  for (;;) {
    const { status, version } = await answerTo(server, path);
    if (status === 200) return { ms: performance.now() - startedAt, version };
    if (status !== 503) throw new Error(`${path} answers ${status}`);
  }
}

/** Asks from a client address of its own. */
function answerTo({ port }: Server, path: string): Promise<{ readonly status: number; readonly version: string }> {
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

/** @param share 0.5 is the median, 1 the greatest. */
function at(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** `VmRSS` is now, `VmHWM` the most so far. */
function residentMb({ processes: [pid = 0] }: Server, line: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${line}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0) / 1024;
}

function megabytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return files.reduce((sum, each) => sum + statSync(join(each.parentPath, each.name)).size, 0) / 1e6;
}

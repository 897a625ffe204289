/**
 * Measures pages with 100,000 generated trades, 10,000 of them by one member: `npm run bench -- pages [TRADES]`. Prints the
 * processor time of serving and requesting pages, for pages never rendered before and for cached pages, compared with the API's
 * list; the compressed size of a first view; and the API's time while a hundred pages are requested at once. Targets: p95 below 5
 * ms for any page except pictures, 30 kB, and the API's p99 below 30 ms.
 */
import { once } from "node:events";
import { Agent, get } from "node:http";
import { Worker } from "node:worker_threads";
import { brotliCompressSync } from "node:zlib";
import { pino } from "pino";
import { Registry } from "prom-client";
import { buildApi } from "../src/app/service/api-server.ts";
import { createReturns } from "../src/app/service/returns.ts";
import { addDays } from "../src/domain/dates.ts";
import { CHAMBERS, PARTIES } from "../src/domain/politician.ts";
import { RECENT_FIRST } from "../src/domain/trade-filter.ts";
import type { Dataset } from "../src/publication/dataset/dataset.ts";
import { appendQuery } from "../src/web/links.ts";
import { readDrawingMs } from "../src/web/pictures/png.ts";
import { makePast } from "../test/contract/made-dataset.ts";
import { makeLedger } from "../test/contract/made-ledger.ts";
import { makeInventory, makeMarket } from "../test/contract/made-market.ts";
import { buildTradeDataset } from "../test/dataset/made-trades.ts";
import { day, listing } from "../test/store/made.ts";
import { BUSIEST, generateManyTrades } from "./many-trades.ts";

const LIST = "/api/v1/trades/recent/list?limit=100";
const ROUNDS = 300;

const count = Number(process.argv[2] ?? 100_000);
const made = generateManyTrades(count, count / 10);
const dataset = await buildTradeDataset(made.trades, made.members);
const byId = new Map(made.trades.map((each) => [each.id, each]));
const byFiling = Map.groupBy(made.trades, ({ filingId }) => filingId);
const api = buildApi({
  baseUrl: "http://localhost/api/v1",
  datasets: { getCurrent: () => dataset, findCached: () => undefined },
  records: {
    async findTrade(id) {
      const trade = byId.get(id);
      const at = new Date();
      return trade && { trade, supersedes: null, supersededBy: null, firstSeenAt: at, updatedAt: at };
    },
    readDetailed: async () => new Map(),
    findFiling: async (id) => ({ source: "house-clerk", url: `https://stand-in.example/${id}.pdf` }),
    readIndustries: async () => new Map(),
  },
  ledger: {
    ...makeLedger(),
    findFiling: async (id) => createFilingRecord(id),
    findListing: async (id) => createFilingRecord(id)?.filing,
  },
  past: makePast(),
  returns: createReturns(makeMarket(), makeInventory()),
  market: makeMarket(),
  getReadiness: () => ({ ready: true, checks: [] }),
  registry: new Registry(),
  trustedProxies: ["127.0.0.1"],
  dataNotice: null,
  log: pino({ level: "silent" }),
  limits: { freeQuota: 10_000_000, overloadLagMs: Number.POSITIVE_INFINITY },
});
const { port } = await api.listen({ host: "127.0.0.1", port: 0 });
const agent = new Agent({ keepAlive: true });

/** Creates a filing of the ledger with its trades from the dataset. */
function createFilingRecord(id: string) {
  const trades = byFiling.get(id);
  if (trades === undefined) return undefined;
  const [first] = trades;
  const at = new Date();
  return {
    filing: {
      ...listing(id.slice(1)),
      id,
      state: "parsed" as const,
      reason: null,
      documentSha256: null,
      politicianId: first?.politicianId ?? null,
      firstListedAt: at,
      lastListedAt: at,
      rowsRead: trades.length,
    },
    trades: trades.map((trade) => ({ trade, supersedes: null, supersededBy: null })),
    rejected: [],
    amendmentPending: [],
    document: null,
  };
}

let client = 0;
/**
 * Measures the milliseconds until the whole response has arrived. Every request is from a different client, so that no limit is
 * reached.
 */
function measureRequest(path: string): Promise<number> {
  client += 1;
  const forwarded = `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`;
  const headers = { Accept: "text/html", "Accept-Encoding": "br", "X-Forwarded-For": forwarded };
  const start = performance.now();
  return new Promise((resolve, reject) => {
    get({ port, host: "127.0.0.1", path, agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path} answers ${response.statusCode}`));
      response.resume().on("end", () => resolve(performance.now() - start));
    }).on("error", reject);
  });
}

async function fetchBody(path: string): Promise<Buffer> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Accept: "text/html" } });
  return Buffer.from(await answer.arrayBuffer());
}

function getQuantile(times: readonly number[], share: number): number {
  return [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}

function printTimes(name: string, times: readonly number[], bound?: number): void {
  const [median, p95, p99] = [0.5, 0.95, 0.99].map((share) => getQuantile(times, share));
  const cells = [median, p95, p99].map((value) => `${(value ?? 0).toFixed(2)} ms`.padStart(10)).join("  ");
  const verdict = bound === undefined ? "" : `  p95 ${(p95 ?? 0) < bound ? "<" : "NOT <"} ${bound} ms`;
  console.log(`${name.padEnd(42)}${cells}${verdict}`);
}

async function measureInTurn(paths: Iterable<string>): Promise<readonly number[]> {
  const times: number[] = [];
  for (const path of paths) times.push(await measureRequest(path));
  return times;
}

/**
 * Reads the processor time of this thread and of the thread that draws pictures. Linux includes the time since the last tick
 * (4 ms) only after the whole process's time is read.
 */
function readThreadCpuMs(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000 + readDrawingMs();
}

/** Like `measureInTurn`, but in processor time of the threads that serve, request and draw. Other work on the machine does not count. */
async function measureCpuInTurn(paths: Iterable<string>): Promise<readonly number[]> {
  const times: number[] = [];
  for (const path of paths) {
    const before = readThreadCpuMs();
    await measureRequest(path);
    times.push(readThreadCpuMs() - before);
  }
  return times;
}

/** Generates different paths for each kind of page. */
const samples: Readonly<Record<string, readonly string[]>> = {
  "feed, pages": Array.from({ length: ROUNDS }, (_, n) => `/?page=${n + 2}`),
  "feed, words and filters": Array.from(
    { length: ROUNDS },
    (_, n) => `/?q=company+${n}&transaction_type=purchase,sale_full`,
  ),
  "feed, span by amount": Array.from(
    { length: ROUNDS },
    (_, n) => `/?traded_from=${addDays(day("2014-01-01"), n)}&sort=-amount`,
  ),
  politicians: Array.from({ length: ROUNDS }, (_, n) => `/politicians?q=example+${n}`),
  politician: made.members.slice(1, ROUNDS).map(({ id }) => `/politicians/${id}`),
  ticker: Array.from({ length: ROUNDS }, (_, n) => `/tickers/S${n}`),
  trade: pickIds(dataset, ROUNDS).map((id) => `/trades/${id}`),
  "trade's preview image": pickIds(dataset, 50).map((id) => `/og/trades/${id}.png`),
  "politician's chart as PNG": made.members.slice(1, 51).map(({ id }) => `/politicians/${id}/trades-by-quarter.png`),
  filing: [...byFiling.keys()].slice(0, ROUNDS).map((id) => `/filings/${id}`),
  late: ["", ...Array.from({ length: 13 }, (_, n) => String(2013 + n))].flatMap((year) =>
    ["", ...CHAMBERS].flatMap((chamber) =>
      ["", ...PARTIES].map((party) => appendQuery("/late", { year, chamber, party })),
    ),
  ),
};

function pickIds(from: Dataset, number: number): readonly string[] {
  return [...from.select({}, RECENT_FIRST).subarray(0, number)].map((position) => from.getSummaryAt(position).id);
}

console.log(`${"".padEnd(42)}${["median", "p95", "p99"].map((each) => each.padStart(10)).join("  ")}`);
await measureInTurn(["/", "/politicians", LIST, "/?q=company"]);
for (const [name, paths] of Object.entries(samples)) {
  const [first = "/"] = paths;
  try {
    await measureRequest(first);
  } catch (error) {
    console.log(`${name.padEnd(42)}not measured: ${(error as Error).message}`);
    continue;
  }
  const bound = first.endsWith(".png") ? undefined : 5;
  printTimes(`${name}, never rendered before`, await measureCpuInTurn(paths.slice(1)), bound);
  printTimes(`${name}, ready`, await measureCpuInTurn(paths.slice(-100)));
}
const many = Array.from({ length: 3000 });
printTimes("the cached feed, repeatedly", await measureCpuInTurn(many.map(() => "/")));
printTimes("the API's list of 100", await measureCpuInTurn(many.map(() => LIST)));

for (const path of [`/politicians/${BUSIEST}`, `/?politician_id=${BUSIEST}`]) {
  const first = await measureCpuInTurn([path]).then(
    ([ms = 0]) => `${ms.toFixed(1)} ms`,
    (error: Error) => error.message,
  );
  console.log(`first render of ${path} (${count / 10} trades): ${first}`);
}

const page = await fetchBody("/");
const assets = [...page.toString("utf8").matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? "");
const sizes = await Promise.all(["/", ...assets].map(async (path) => brotliCompressSync(await fetchBody(path)).length));
const total = sizes.reduce((sum, each) => sum + each, 0);
console.log(
  `first view: ${total.toLocaleString()} bytes with br, the page itself ${sizes[0]?.toLocaleString()}; ${total < 30_000 ? "<" : "NOT <"} 30,000`,
);

/** Measures the API's response times until `work` ends. */
async function measureApiDuring(work: Promise<unknown>): Promise<readonly number[]> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  do times.push(await measureRequest(LIST));
  while (!isOver);
  await over;
  return times;
}
/**
 * Requests all paths at once from another thread, which does not block the server's.
 * @returns the API's times until the last page arrives.
 */
async function measureApiWhileRequested(paths: readonly string[]): Promise<readonly number[]> {
  const worker = new Worker(
    `const { get } = require("node:http");
    const { parentPort, workerData: { port, paths } } = require("node:worker_threads");
    parentPort.once("message", () => {
      let open = paths.length;
      const ended = () => { open -= 1; if (open === 0) parentPort.postMessage("over"); };
      paths.forEach((path, n) => get({ port, host: "127.0.0.1", path, agent: false,
        headers: { Accept: "text/html", "Accept-Encoding": "br", "X-Forwarded-For": "11.0.0." + n } },
        (response) => response.resume().on("end", ended)).on("error", ended));
    });`,
    { eval: true, workerData: { port, paths } },
  );
  await once(worker, "online");
  const over = once(worker, "message");
  worker.postMessage("begin");
  const times = await measureApiDuring(over);
  await worker.terminate();
  return times;
}
const alone = await measureInTurn(many.slice(0, 500).map(() => LIST));
printTimes("the API alone", alone);
const rounds: number[] = [];
for (let round = 0; round < 5; round += 1) {
  const paths = Array.from({ length: 100 }, (_, n) => `/?q=ann+example+${n}&page=${round + 1}&sort=-amount`);
  rounds.push(...(await measureApiWhileRequested(paths)));
}
printTimes("the API while 100 new pages are requested", rounds);
console.log(`p99 ${getQuantile(rounds, 0.99) < 30 ? "<" : "NOT <"} 30 ms over ${rounds.length} requests`);
agent.destroy();
await api.close();

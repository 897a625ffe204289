/**
 * Measures requests per second of server processor time: nginx sending files with the same bytes, bare `node:http` sending the
 * same bytes and headers, this service with everything on, and Express with SQLite and with PostgreSQL.
 * `npm run bench -- http [--trades N] [--data DIR] [--seconds N] [--rounds N] [--ours] [--only NAME,...]`. Servers run on core 0
 * and wrk on core 1, one server after another within each round. Every request has a different client address from a trusted
 * proxy, so that limits are computed but never reached. Before the measurement, one response of each server is compared with the
 * service's. Needs wrk, nginx, taskset and PostgreSQL (Debian's packages). `--data` keeps the generated store for the next run;
 * `--ours` leaves Express out.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { addDays } from "../src/domain/dates.ts";
import { mayBeTradingDay } from "../src/domain/exchange-calendar.ts";
import { day } from "../test/store/made.ts";
import { fillPostgres, fillSqlite, type Row, type Tables } from "./http/comparison-data.ts";
import { type LoadTarget, type Measured, measure, waitUntilIdle } from "./http/load.ts";
import {
  type RecordedAnswer,
  type Server,
  startDatabase,
  startExpress,
  startNginx,
  startNodeHttp,
  startOurs,
} from "./http/servers.ts";
import { fillMadeStore } from "./made-store.ts";

const { values: given } = parseArgs({
  options: {
    trades: { type: "string", default: "200000" },
    data: { type: "string" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "5" },
    ours: { type: "boolean", default: false },
    only: { type: "string", default: "" },
  },
});

const BASE = "/api/v1";
const SYMBOL = "S7";

interface Case {
  readonly name: string;
  readonly path: string;
  readonly conditional?: true;
  /** Number of pages from which `{skip}` is chosen. */
  readonly pages?: number;
  readonly withoutExpress?: true;
}

const trades = Number(given.trades);
const CASES: readonly Case[] = [
  { name: "list of 10", path: `${BASE}/trades/recent/list?limit=10` },
  { name: "list of 100", path: `${BASE}/trades/recent/list?limit=100` },
  { name: "last page of 10", path: `${BASE}/trades/recent/list?limit=10&skip=${trades - 10}` },
  { name: "any page of 10", path: `${BASE}/trades/recent/list?limit=10&skip={skip}`, pages: trades / 10 },
  { name: "one politician's trades", path: `${BASE}/trades?politician_id=M000005&limit=100` },
  { name: "politicians", path: `${BASE}/politicians/` },
  { name: "quote", path: `${BASE}/market-data/public/quote/${SYMBOL}` },
  { name: "history of a year", path: `${BASE}/market-data/public/historical/${SYMBOL}?period=1y` },
  { name: "304", path: `${BASE}/trades/recent/list?limit=100`, conditional: true, withoutExpress: true },
  { name: "page of the explorer", path: "/", withoutExpress: true },
];
/** Number of client addresses used so far. */
let clients = 0;

/** Headers that `node:http` writes by itself. */
const SET_BY_NODE = new Set(["connection", "keep-alive", "date"]);

const only = given.only.split(",").filter(Boolean);
const cases = CASES.filter(({ name }) => only.length === 0 || only.includes(name));

const folder = mkdtempSync(join(tmpdir(), "bench-http-"));
// nginx reads the files as a different user.
execFileSync("chmod", ["755", folder]);
const dataDir = given.data ?? join(folder, "data");
const prices = join(folder, "prices");
const stops: (() => Promise<void>)[] = [];
try {
  await main();
} finally {
  for (const stop of stops.reverse()) await stop();
  rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  if (!existsSync(dataDir)) {
    mkdirSync(dataDir, { recursive: true });
    await fillMadeStore(dataDir, trades);
  }
  writePrices();
  const ours = await startServer(startOurs(dataDir, prices));
  const base = `http://127.0.0.1:${ours.port}`;
  await waitUntilIdle(ours);
  const answers = new Map<string, RecordedAnswer>();
  for (const each of cases) {
    const answer = await askOnce(ours, each);
    if (answer.status !== 200) throw new Error(`${each.path}: ${answer.status}`);
    const headers = [...answer.headers].filter(([name]) => !SET_BY_NODE.has(name)).flat();
    answers.set(getFileName(each), { headers, body: Buffer.from(await answer.arrayBuffer()) });
  }
  const nginx = await startServer(startNginx(folder, answers));
  const bare = await startServer(startNodeHttp(answers));
  const servers = [nginx, bare, ours, ...(given.ours ? [] : await startExpressServers(base))];
  for (const each of cases) await compareAnswers(servers, each, ours);
  console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}, ${readNginxVersion()}`);
  console.log(
    `commit ${readCommit()}, ${trades.toLocaleString("en")} trades, ${given.rounds} rounds of ${given.seconds} s\n`,
  );
  const results = await measureInTurns(servers, async (server, each) => {
    const ifNoneMatch = each.conditional ? await fetchEtag(server, each) : "";
    return {
      port: server.port,
      path: getPath(server, each),
      ifNoneMatch,
      ...(each.pages && { pages: each.pages }),
    };
  });
  print(servers, results);
}

async function startServer(starting: Promise<Server>): Promise<Server> {
  const server = await starting;
  stops.push(() => server.stop());
  return server;
}

function getFileName({ name }: Case): string {
  return `${name.replaceAll(/\W/g, "-")}.json`;
}

/** Returns a client address that has not been used yet. */
function nextClient(): string {
  clients += 1;
  return `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`;
}

/** nginx and `node:http` serve one recorded response per case, each at its own path. */
function getPath({ name }: Server, each: Case): string {
  return name.startsWith("nginx") || name.startsWith("node:http") ? `/${getFileName(each)}` : each.path;
}

function askOnce(server: Server, each: Case, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const url = `http://127.0.0.1:${server.port}${getPath(server, each).replace("{skip}", "0")}`;
  return fetch(url, { headers: { "Accept-Encoding": "identity", "X-Forwarded-For": nextClient(), ...headers } });
}

/**
 * @throws {Error} unless all servers answer a case with the service's status and body, or, for Express, with the same number of
 * rows.
 */
async function compareAnswers(servers: readonly Server[], each: Case, ours: Server): Promise<void> {
  const expected = await (await askOnce(ours, each)).text();
  for (const server of servers) {
    const isExpress = server.name.startsWith("Express");
    if (isExpress && each.withoutExpress) continue;
    const headers: Record<string, string> = each.conditional ? { "If-None-Match": await fetchEtag(server, each) } : {};
    const answer = await askOnce(server, each, headers);
    const body = await answer.text();
    const isSame = isExpress ? countRows(body) === countRows(expected) : body === (each.conditional ? "" : expected);
    if (answer.status === (each.conditional ? 304 : 200) && isSame) continue;
    throw new Error(`${server.name}, ${each.name}: ${answer.status} with ${body.length} characters`);
  }
}

function countRows(body: string): number {
  const { trades, politicians, data } = JSON.parse(body) as Record<string, readonly unknown[] | undefined>;
  return (trades ?? politicians ?? data)?.length ?? 1;
}

/** Requests the server's own ETag, because nginx creates different ones for its files. */
async function fetchEtag(server: Server, each: Case): Promise<string> {
  const answer = await askOnce(server, each);
  await answer.arrayBuffer();
  return answer.headers.get("etag") ?? "";
}

type Results = ReadonlyMap<string, readonly Measured[]>;

async function measureInTurns(
  servers: readonly Server[],
  getTarget: (server: Server, each: Case) => Promise<LoadTarget>,
): Promise<Results> {
  const results = new Map<string, Measured[]>();
  for (let round = 0; round <= Number(given.rounds); round += 1) {
    for (const each of cases) {
      for (const server of servers) {
        if (each.withoutExpress && server.name.startsWith("Express")) continue;
        // Round 0 lets hot code compile and is not counted.
        const measured = await measureAgain(
          server.processes,
          await getTarget(server, each),
          round === 0 ? 1 : Number(given.seconds),
        );
        if (round > 0) results.set(getKey(server, each), [...(results.get(getKey(server, each)) ?? []), measured]);
      }
    }
  }
  return results;
}

/** Measures again, up to five times in total, if a server sheds requests because other work on the machine slows it down. */
async function measureAgain(...asked: Parameters<typeof measure>): Promise<Measured> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await measure(...asked);
    } catch (error) {
      if (tries === 5) throw error;
    }
  }
}

function getKey(server: Server, each: Case): string {
  return `${server.name} ${each.name}`;
}

function print(servers: readonly Server[], results: Results): void {
  const [nginx, bare] = servers;
  const getMedian = (server: Server | undefined, each: Case, field: keyof Measured) =>
    server === undefined
      ? 0
      : computeMedian((results.get(getKey(server, each)) ?? []).map((measured) => measured[field]));
  console.log("requests per second of server processor time (ratio to nginx; to node:http), p99 at 32 connections");
  console.log(`| request | ${servers.map(({ name }) => name).join(" | ")} |`);
  console.log(`|---|${servers.map(() => "---:").join("|")}|`);
  for (const each of cases) {
    const cells = servers.map((server) => {
      const rate = getMedian(server, each, "rate");
      if (rate === 0) return "";
      const ratios = [nginx, bare]
        .filter((other) => other !== server)
        .map((other) => rate / getMedian(other, each, "rate"));
      const ratio = server === nginx ? "" : ` (${ratios.map((each) => each.toPrecision(2)).join("; ")})`;
      return `${Math.round(rate).toLocaleString("en")}${ratio}, ${getMedian(server, each, "p99Ms").toFixed(1)} ms`;
    });
    console.log(`| ${each.name} | ${cells.join(" | ")} |`);
  }
  console.log("\nmicroseconds per request in the server's own code + in the kernel");
  for (const each of cases) {
    const times = servers.map((server) => {
      const [user, system] = [getMedian(server, each, "userUs"), getMedian(server, each, "systemUs")];
      return user + system === 0 ? "" : `${user.toFixed(1)} + ${system.toFixed(1)}`;
    });
    console.log(`| ${each.name} | ${times.join(" | ")} |`);
  }
}

function computeMedian(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Writes two years of daily bars. */
function writePrices(): void {
  mkdirSync(prices, { recursive: true });
  const today = day(new Date().toISOString().slice(0, 10));
  const days = Array.from({ length: 730 }, (_, back) => addDays(today, -1 - back)).filter(mayBeTradingDay);
  const lines = days.map(
    (each, n) =>
      `${each},${100 + (n % 7)}.12,${110 + (n % 5)}.5,${90 + (n % 3)}.25,${101 + (n % 6)}.75,${1_000_000 + n}`,
  );
  writeFileSync(join(prices, `${SYMBOL}.csv`), `Date,Open,High,Low,Close,Volume\n${lines.join("\n")}\n`);
}

async function startExpressServers(base: string): Promise<readonly Server[]> {
  const tables = await fetchTables(base);
  const file = join(folder, "express.sqlite");
  fillSqlite(file, tables);
  const database = await startDatabase();
  stops.push(() => database.stop());
  await fillPostgres(database.url, tables);
  return [await startServer(startExpress("sqlite", file)), await startServer(startExpress("postgres", database.url))];
}

/** Fetches the data that the service serves, as tables. Each page is requested from a different client address. */
async function fetchTables(base: string): Promise<Tables> {
  type Rows = readonly Row[];
  const fetchJson = async (path: string) => {
    const answer = await fetch(base + BASE + path, { headers: { "X-Forwarded-For": nextClient() } });
    return (await answer.json()) as Record<string, unknown>;
  };
  const all: Row[] = [];
  for (let skip = 0; skip < trades; skip += 200) {
    all.push(...((await fetchJson(`/trades/recent/list?limit=200&skip=${skip}`))["trades"] as Rows));
  }
  const politicians: Row[] = [];
  for (let skip = 0; skip < 10_000; skip += 200) {
    politicians.push(...((await fetchJson(`/politicians/?limit=200&skip=${skip}`))["politicians"] as Rows));
  }
  const plain = politicians.map((each) => ({ ...each, top_tickers: JSON.stringify(each["top_tickers"]) }));
  const quotes = [(await fetchJson(`/market-data/public/quote/${SYMBOL}`)) as Row];
  const bars = (await fetchJson(`/market-data/public/historical/${SYMBOL}?period=1y`))["data"] as Rows;
  return { trades: all, politicians: plain, quotes, bars: bars.map((bar) => ({ symbol: SYMBOL, ...bar })) };
}

function readCommit(): string {
  const sha = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  return execFileSync("git", ["status", "--porcelain", "src"], { encoding: "utf8" }) === ""
    ? sha
    : `${sha} with changes`;
}

function readNginxVersion(): string {
  return spawnSync("nginx", ["-v"], { encoding: "utf8" }).stderr.trim().replace("nginx version: ", "");
}
